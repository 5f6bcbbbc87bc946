import { createHash } from 'node:crypto'
import { on } from 'node:events'
import { createReadStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
// A thread has globals of its own.
import 'temporal-polyfill/global'
import { ImportFileError } from '../../lib/files/text-lines.ts'
import type { FileBatch, SourceContext, SourceFile } from '../sources/adapter.ts'
import { findAdapter } from '../sources/adapters.ts'

// Runs in the thread of `readInThread`.

export interface ReadingTask {
  file: SourceFile
  /** Of the source: by it the adapter is found. */
  kind: string
  context: SourceContext
}

/** Each answers one request, whatever the request says. */
export type ReadingMessage =
  | { kind: 'hash'; sha256: Uint8Array }
  | { kind: 'batch'; batch: FileBatch }
  | { kind: 'end' }
  | { kind: 'fileError'; description: string }
  | { kind: 'error'; code: unknown; description: string }

const readBytes = 1 << 20

async function* read({ file, kind, context }: ReadingTask): AsyncGenerator<ReadingMessage, void, void> {
  try {
    yield { kind: 'hash', sha256: await hashOf(file.path) }
    const way = findAdapter(kind)?.file
    if (way === undefined) throw new Error(`no file is read of ${kind}`)
    for await (const batch of way.read(file, context)) yield { kind: 'batch', batch }
    yield { kind: 'end' }
  } catch (error) {
    yield messageOf(error)
  }
}

async function hashOf(path: string): Promise<Uint8Array> {
  const hash = createHash('sha256')
  const chunks: AsyncIterable<Uint8Array> = createReadStream(path, { highWaterMark: readBytes })
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest()
}

/** An error loses its class and its code between threads. */
function messageOf(error: unknown): ReadingMessage {
  if (!(error instanceof Error)) return { kind: 'error', code: undefined, description: String(error) }
  if (error instanceof ImportFileError) return { kind: 'fileError', description: error.message }
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
