import { createImport, getImport, Import, searchImports, stopImport } from '@callboard/contract/imports'
import { request, send } from '#web/lib/api/api.ts'
import { ApiError, hasCode } from '#web/lib/api/api-error.ts'
import { jsonType, readJson } from '#web/lib/api/http.ts'

export interface FileToUpload {
  file: File
  sourceId: string
  isDryRun: boolean
}

interface Following {
  onProgress: (bytes: number) => void
  signal: AbortSignal
}

const partBytes = 8 << 20
const firstPauseMs = 1000
const maxPauseMs = 15_000

/**
 * Sends a file part by part. Where the network breaks off it waits, asks how much has arrived, and goes on there. Throws what the
 * portal refuses; the signal ends it.
 */
export async function uploadFile(upload: FileToUpload, { onProgress, signal }: Following): Promise<Import> {
  let known: Import | undefined
  let isOutOfStep = false
  let hasBrokenOff = false
  for (let pauseMs = firstPauseMs; ;) {
    try {
      known = isOutOfStep ? await backInStep(upload, known, signal) : await sendPart(upload, known, signal)
      if (known !== undefined && known.state !== 'uploading') return known
      isOutOfStep = false
      onProgress(known?.bytesReceived ?? 0)
      pauseMs = firstPauseMs
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === otherRange) isOutOfStep = true
      else if (isUnanswered(error) || (hasBrokenOff && hasCode(error, 'conflict'))) {
        // A part that broke off is a conflict until the portal notices.
        hasBrokenOff = true
        await pause(pauseMs, signal)
        pauseMs = Math.min(maxPauseMs, pauseMs * 2)
      } else throw error
    }
  }
}

const otherRange = 416

/** There is no answer, or that of a proxy whose portal is away. */
function isUnanswered({ status }: ApiError): boolean {
  return [0, 502, 503, 504].includes(status)
}

/** A first part leaves something to send: an import is known before it begins, so that it begins once whatever is lost. */
async function sendPart(
  { file, sourceId, isDryRun }: FileToUpload,
  known: Import | undefined,
  signal: AbortSignal,
): Promise<Import> {
  const from = known?.bytesReceived ?? 0
  const to = Math.min(known === undefined ? Math.ceil(file.size / 2) : file.size, from + partBytes)
  const query = { sourceId, fileName: file.name, dryRun: isDryRun ? 'true' : 'false' }
  const body = file.slice(from, to, 'application/octet-stream')
  // An empty file has no range.
  const range = file.size === 0 ? {} : { contentRange: `bytes ${from}-${to - 1}/${file.size}` }
  const answer = await request(createImport, { query, body, ...range }, { accept: jsonType, signal })
  return Import.parse(await readJson(answer))
}

/** What has arrived of the upload; of one that is not known yet nothing is left. */
async function backInStep(
  upload: FileToUpload,
  known: Import | undefined,
  signal: AbortSignal,
): Promise<Import | undefined> {
  if (known !== undefined) return await send(getImport, { params: { id: known.id } }, signal)
  // What somebody left of a file of this name is another file, for all that is known.
  const left = await findLeft(upload)
  if (left !== undefined) await send(stopImport, { params: { id: left.id } })
  return undefined
}

/** An upload of this file that is not whole. */
async function findLeft({ file, sourceId, isDryRun }: FileToUpload): Promise<Import | undefined> {
  const { items } = await send(searchImports, {
    body: { sourceId, states: ['uploading'], keyword: file.name },
  })
  return items.find((one) => one.name === file.name && one.bytes === file.size && one.isDryRun === isDryRun)
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('The upload was cancelled.', 'AbortError'))
    })
  })
}
