import { createImport, getImport, Import, searchImports, stopImport } from '@callboard/contract/imports'
import { request, send } from '#web/lib/api/api.ts'
import { ApiError, isOutOfReach } from '#web/lib/api/api-error.ts'
import { jsonType, readJson } from '#web/lib/api/http.ts'

interface FileToUpload {
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
const longestPauseMs = 15_000

/**
 * Sends a file part by part. Where the network breaks off it waits, asks how much has arrived, and goes on there. Throws what the
 * portal refuses; the signal ends it.
 */
export async function uploadFile(upload: FileToUpload, { onProgress, signal }: Following): Promise<Import> {
  const { file } = upload
  let known: Import | undefined
  let from = 0
  let isFirst = true
  for (let pauseMs = firstPauseMs; ;) {
    try {
      known = await sendPart(upload, from, signal)
      if (known.state !== 'uploading') return known
      from = known.bytesReceived
      onProgress(from)
      pauseMs = firstPauseMs
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === otherRange) {
        // What somebody left of a file of this name is another file, for all that is known.
        if (isFirst) await stopLeft(upload)
        else {
          const found = known === undefined ? await findLeft(upload) : await readAgain(known, signal)
          if (found !== undefined && found.state !== 'uploading') return found
          from = found?.bytesReceived ?? 0
          known = found
        }
      } else if (isOutOfReach(error) || error.status === unavailable) {
        await pause(pauseMs, signal)
        pauseMs = Math.min(longestPauseMs, pauseMs * 2)
      } else throw error
    }
    isFirst = false
    if (from > file.size) from = 0
  }
}

const otherRange = 416
const unavailable = 503

async function sendPart(
  { file, sourceId, isDryRun }: FileToUpload,
  from: number,
  signal: AbortSignal,
): Promise<Import> {
  const to = Math.min(file.size, from + partBytes)
  const query = { sourceId, fileName: file.name, dryRun: isDryRun ? 'true' : 'false' }
  const body = file.slice(from, to, 'application/octet-stream')
  // An empty file has no range.
  const range = file.size === 0 ? {} : { contentRange: `bytes ${from}-${to - 1}/${file.size}` }
  const answer = await request(createImport, { query, body, ...range }, { accept: jsonType, signal })
  return Import.parse(await readJson(answer))
}

async function readAgain({ id }: Import, signal: AbortSignal): Promise<Import> {
  return await send(getImport, { params: { id } }, signal)
}

/** An upload of this file that is not whole. */
async function findLeft({ file, sourceId, isDryRun }: FileToUpload): Promise<Import | undefined> {
  const { items } = await send(searchImports, {
    body: { sourceId, states: ['uploading'], keyword: file.name },
  })
  return items.find((one) => one.name === file.name && one.bytes === file.size && one.isDryRun === isDryRun)
}

async function stopLeft(upload: FileToUpload): Promise<void> {
  const left = await findLeft(upload)
  if (left !== undefined) await send(stopImport, { params: { id: left.id } })
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
