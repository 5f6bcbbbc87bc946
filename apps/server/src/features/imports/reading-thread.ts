import { on } from 'node:events'
import { createReadStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
// A thread has globals of its own.
import 'temporal-polyfill/global'
import { readAsteriskCalls, type AsteriskBatch, type AsteriskImport } from './import-asterisk.ts'
import { ImportFileError, type ImportFileErrorCode } from './text-lines.ts'

// Runs in the thread of `readInThread`.

export interface ReadingTask extends AsteriskImport {
  path: string
}

/** Each answers one request, whatever the request says. */
export type ReadingMessage =
  | { kind: 'batch'; batch: AsteriskBatch }
  | { kind: 'end' }
  | { kind: 'fileError'; code: ImportFileErrorCode; description: string }
  | { kind: 'error'; code: unknown; description: string }

const readBytes = 1 << 20

async function* read({ path, ...options }: ReadingTask): AsyncGenerator<ReadingMessage, void, void> {
  try {
    const stream = createReadStream(path, { highWaterMark: readBytes })
    for await (const batch of readAsteriskCalls(stream, options)) yield { kind: 'batch', batch }
    yield { kind: 'end' }
  } catch (error) {
    yield messageOf(error)
  }
}

/** An error loses its class and its code between threads. */
function messageOf(error: unknown): ReadingMessage {
  if (error instanceof ImportFileError)
    return { kind: 'fileError', code: error.code, description: error.message }
  if (!(error instanceof Error)) return { kind: 'error', code: undefined, description: String(error) }
  return { kind: 'error', code: 'code' in error ? error.code : undefined, description: error.message }
}

if (parentPort !== null) {
  const requests = on(parentPort, 'message')
  // oxlint-disable-next-line typescript/consistent-type-assertions -- given by readInThread alone
  for await (const message of read(workerData as ReadingTask)) {
    await requests.next()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort.postMessage(message)
  }
  parentPort.close()
}
