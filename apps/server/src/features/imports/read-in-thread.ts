import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { AsteriskBatch, AsteriskImport } from './import-asterisk.ts'
import type { ReadingMessage, ReadingTask } from './reading-thread.ts'
import { ImportFileError } from './text-lines.ts'

/**
 * `readAsteriskCalls` of a file in a thread of its own: reading lines and putting them together to calls takes as long
 * as all the rest that the process does for them. Throws what it throws, and the errors of the file system.
 */
export async function* readInThread(
  path: string,
  options: AsteriskImport,
): AsyncGenerator<AsteriskBatch, void, void> {
  const task: ReadingTask = { path, ...options }
  const worker = new Worker(new URL('reading-thread.ts', import.meta.url), { workerData: task })
  try {
    for await (const [sent] of on(worker, 'message', { close: ['exit'] })) {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- told by the thread alone
      const message = sent as ReadingMessage
      if (message.kind === 'end') return
      if (message.kind === 'notThis') throw new ImportFileError(message.code, message.description)
      if (message.kind === 'fault')
        throw Object.assign(new Error(message.description), { code: message.code })
      yield message.batch
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage('more')
    }
    throw new Error('the thread that reads the file has ended before the file')
  } finally {
    await worker.terminate()
  }
}
