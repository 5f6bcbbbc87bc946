import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ImportFileError } from '../../lib/files/text-lines.ts'
import type { FileBatch } from '../sources/adapter.ts'
import type { ReadingMessage, ReadingTask } from './reading-thread.ts'

// Asked for in advance, so that the thread reads on while batches are accepted.
const batchesAhead = 4

/**
 * Reads a file by its adapter in a thread of its own, which takes as much time as all the rest of an import. Throws
 * what it throws, and the errors of the file system. By hand and not by a worker pool: a pool returns one result per
 * task, while this streams batches with back-pressure, from a thread that ends with the import.
 */
export async function* readInThread(task: ReadingTask): AsyncGenerator<FileBatch, void, void> {
  const worker = new Worker(new URL('reading-thread.ts', import.meta.url), { workerData: task })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  const requestBatch = () => worker.postMessage('next')
  try {
    for (let requested = 0; requested < batchesAhead; requested++) requestBatch()
    for await (const [sent] of on(worker, 'message', { close: ['exit'] })) {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- sent by reading-thread.ts only
      const message = sent as ReadingMessage
      if (message.kind === 'end') return
      if (message.kind === 'fileError') throw new ImportFileError(message.code, message.description)
      if (message.kind === 'error')
        throw Object.assign(new Error(message.description), { code: message.code })
      yield message.batch
      requestBatch()
    }
    throw new Error('the thread that reads the file ended before the file did')
  } finally {
    await worker.terminate()
  }
}
