import { type MappingSample, sampleBytesLimit, workbookBytesLimit } from '@callboard/contract/mappings'
import { formatMegabytes } from '@callboard/contract/format'

/** The beginning of a file, or what was pasted, as it is sent. */
export interface SampleFile extends MappingSample {
  /** Another one for each, so that it need not be compared. */
  readonly id: number
  /** All of it; undefined of a text. */
  readonly file?: File
}

/** Enough for the rows that are shown, and little to send again with each change. */
const textBytes = sampleBytesLimit / 2

let samples = 0

/** Throws where a workbook is too large to be read whole. */
export async function sampleOfFile(file: File): Promise<SampleFile> {
  const isWorkbook = /\.xls[xmb]?$/i.test(file.name)
  if (isWorkbook && file.size > workbookBytesLimit)
    throw new Error(
      `A workbook can be looked at up to ${formatMegabytes(workbookBytesLimit)}. Drop one with fewer rows: the mapping serves larger ones too.`,
    )
  const part = isWorkbook ? file : file.slice(0, textBytes)
  return { ...(await sampleOf(file.name, part, part.size < file.size)), file }
}

export async function sampleOfText(text: string): Promise<SampleFile> {
  return await sampleOf('', new Blob([text]), false)
}

async function sampleOf(name: string, content: Blob, isCut: boolean): Promise<SampleFile> {
  samples++
  return { id: samples, name: name.slice(0, 300), base64: await base64Of(content), isCut }
}

async function base64Of(content: Blob): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : ''
      resolve(address.slice(address.indexOf(',') + 1))
    })
    reader.addEventListener('error', () => reject(new Error('The file could not be read.')))
    reader.readAsDataURL(content)
  })
}
