import { capitalised } from '@callboard/contract/format-names'
import { textLimits } from '@callboard/contract/limits'

/** A file, and what is wrong with it. */
export interface ChosenFile {
  file: File
  /** Nothing can be imported from it. */
  problem?: string | undefined
  /** Its columns cannot be looked at, which a system that the portal knows may not need. */
  isNoTable?: boolean
}

const examinedBytes = 4096

/** Looks at the beginning of a file. */
export async function examineFile(file: File): Promise<ChosenFile> {
  try {
    const start = new Uint8Array(await file.slice(0, examinedBytes).arrayBuffer())
    if (start.length === 0) return { file, problem: 'This file is empty. Choose another one.' }
    return { file, isNoTable: !isWorkbook(start) && isBinary(start) }
  } catch {
    return { file, problem: 'This cannot be read. Choose a file, not a folder.' }
  }
}

/** A ZIP archive, as workbooks are. */
function isWorkbook([first, second]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b
}

/** Text has no zeros, but for UTF-16, in which every other byte may be one. */
function isBinary(start: Uint8Array): boolean {
  const hasZero = (parity: number) => start.some((byte, at) => byte === 0 && at % 2 === parity)
  const isPdf = String.fromCharCode(...start.subarray(0, 5)) === '%PDF-'
  return isPdf || (hasZero(0) && hasZero(1))
}

/** What a system may be called whose file has this name: `March calls` of `march_calls (2).csv`. */
export function sourceNameOf(fileName: string): string {
  const words = fileName
    .replace(/(?:\.\w{1,5}){1,2}$/, '')
    .replace(/\s*\(\d+\)$/, '')
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
  return capitalised(words).slice(0, textLimits.sourceName).trim()
}
