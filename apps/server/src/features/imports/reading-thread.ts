import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
// A thread has globals of its own.
import 'temporal-polyfill/global'
import { ImportFileError, type ImportFileErrorCode } from '../../lib/files/text-lines.ts'
import type { FileBatch, SourceContext, SourceFile } from '../sources/adapter.ts'
import { findAdapter } from '../sources/adapters.ts'

// Runs in the thread of `readInThread`.

export interface ReadingTask {
  /** Of the adapter that reads it. */
  kind: string
  file: SourceFile
  source: SourceContext
}

/** Each answers one request, whatever the request says. */
export type ReadingMessage =
  | { kind: 'batch'; batch: FileBatch }
  | { kind: 'end' }
  | { kind: 'fileError'; code: ImportFileErrorCode; description: string }
  | { kind: 'error'; code: unknown; description: string }

async function* read({ kind, file, source }: ReadingTask): AsyncGenerator<ReadingMessage, void, void> {
  try {
    const way = findAdapter(kind)?.file
    if (way === undefined) throw new Error(`no adapter reads files of ${kind}`)
    for await (const batch of way.read(file, source)) yield { kind: 'batch', batch }
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
