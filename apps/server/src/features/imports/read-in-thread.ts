import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FileBatch } from '../sources/adapter.ts'
import type { ReadingMessage, ReadingTask } from './reading-thread.ts'

// Asked for in advance, so that the thread reads on while batches are accepted.
const batchesAhead = 4

/** The file is none of its source, or cannot be read. The message is a sentence for people. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/** At first the hash of the file, then what is in it. */
type ReadPart = { sha256: Uint8Array } | FileBatch

/**
 * Reads a file with the adapter of its source in a thread of its own, which takes as much time as all the rest of an import.
 * Throws `UnreadableFile`. By hand and not by a worker pool: a pool returns one result per task, while this streams
 * batches with back-pressure, from a thread that ends with the import.
 */
export async function* readInThread(
  task: ReadingTask,
  signal: AbortSignal,
): AsyncGenerator<ReadPart, void, void> {
  const worker = new Worker(new URL('reading-thread.ts', import.meta.url), { workerData: task })
  // What an adapter throws where nobody waits ends the thread; that it has ended is noticed below.
  worker.on('error', () => {})
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const requestBatch = () => worker.postMessage('next')
  try {
    for (let requested = 0; requested < batchesAhead; requested++) requestBatch()
    for await (const [sent] of on(worker, 'message', { close: ['exit'], signal })) {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sent by reading-thread.ts only
      const message = sent as ReadingMessage
      if (message.kind === 'end') return
      if (message.kind === 'fileError') throw new UnreadableFile(message.description)
      if (message.kind === 'error') throw errorOf(message)
      yield message.kind === 'hash' ? { sha256: message.sha256 } : message.batch
      requestBatch()
    }
    throw new Error('the thread that reads the file ended before the file did')
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await worker.terminate()
  }
}

const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'The file is no longer there.',
  EACCES: 'The portal may not read the file.',
  EPERM: 'The portal may not read the file.',
  EISDIR: 'This is a folder, not a file.',
  EIO: 'The file cannot be read from the disk.',
}

function errorOf({ code, description }: { code: unknown; description: string }): Error {
  const sentence = sentences[String(code)]
  if (sentence !== undefined) return new UnreadableFile(sentence)
  return Object.assign(new Error(description), { code })
}
