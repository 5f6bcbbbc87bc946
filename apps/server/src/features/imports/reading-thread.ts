// A thread has globals of its own.
import 'temporal-polyfill/global'
import { createReadStream } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { readAsteriskCalls, type AsteriskBatch, type AsteriskImport } from './import-asterisk.ts'
import { ImportFileError, type ImportFileFault } from './text-lines.ts'

// The thread of `readInThread`: it reads a file ahead of what is taken in, by so many batches.

/** What the thread is started with. */
export interface ReadingTask extends AsteriskImport {
  path: string
}

/** What it tells; each batch is answered by a message, whatever is in it, that another may come. */
export type ReadingMessage =
  | { kind: 'batch'; batch: AsteriskBatch }
  | { kind: 'end' }
  | { kind: 'notThis'; code: ImportFileFault; description: string }
  | { kind: 'fault'; code: unknown; description: string }

const readBytes = 1 << 20
const batchesAhead = 4

async function readAll(
  { path, ...options }: ReadingTask,
  tell: (message: ReadingMessage) => Promise<void>,
): Promise<void> {
  try {
    const stream = createReadStream(path, { highWaterMark: readBytes })
    for await (const batch of readAsteriskCalls(stream, options)) await tell({ kind: 'batch', batch })
    await tell({ kind: 'end' })
  } catch (error) {
    await tell(faultOf(error))
  }
}

/** An error loses its class and its code on the way between threads. */
function faultOf(error: unknown): ReadingMessage {
  if (error instanceof ImportFileError)
    return { kind: 'notThis', code: error.code, description: error.message }
  if (!(error instanceof Error)) return { kind: 'fault', code: undefined, description: String(error) }
  return { kind: 'fault', code: 'code' in error ? error.code : undefined, description: error.message }
}

/** As many messages as the other side has not answered yet. */
class Ahead {
  #places = batchesAhead
  #isFree = Promise.withResolvers<void>()

  async take(): Promise<void> {
    while (this.#places === 0) {
      this.#isFree = Promise.withResolvers<void>()
      await this.#isFree.promise
    }
    this.#places--
  }

  give(): void {
    this.#places++
    this.#isFree.resolve()
  }
}

if (parentPort !== null) {
  const port = parentPort
  const ahead = new Ahead()
  port.on('message', () => ahead.give())
  // oxlint-disable-next-line typescript/consistent-type-assertions -- given by readInThread alone
  await readAll(workerData as ReadingTask, async (message) => {
    await ahead.take()
    port.postMessage(message)
  })
  port.close()
}
