import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import S3rver from '@20minutes/s3rver'
import pLimit, { type LimitFunction } from 'p-limit'
import { afterFile, temporaryFolder } from './after-file.ts'
import { serve } from './listening.ts'
import { freePort } from './free-port.ts'

export const s3Keys = { id: 'S3RVER', secret: 'S3RVER' }

/**
 * What becomes of a request:
 *
 * - `refuse`: its connection is closed
 * - `hang`: it gets no answer
 * - `cut`: its answer ends after a kilobyte
 * - `stall`: nothing comes after the first kilobyte of its answer
 * - `error`: 503, as a storage answers that has too much to do
 */
export type S3Trouble = 'refuse' | 'hang' | 'cut' | 'stall' | 'error'

export interface S3Server {
  /** The setting for a bucket `recordings`. */
  url: string
  /** What becomes of the next requests, one after the other; the rest goes well. */
  trouble: S3Trouble[]
  /** Answers by itself, in place of the storage. */
  answerWith: ((url: URL) => string) | undefined
}

/** An S3 storage with one bucket, which a test can let fail; closed after the tests of the file. */
export async function openS3Server(): Promise<S3Server> {
  const directory = temporaryFolder()
  const storagePort = await freePort()
  const storage = new S3rver({
    address: '127.0.0.1',
    port: storagePort,
    silent: true,
    directory,
    configureBuckets: [{ name: 'recordings' }],
  })
  await storage.run()
  afterFile(async () => await storage.close())
  // It deletes a folder with the last file in it, and with what has just been put there by somebody else.
  const changes = pLimit(1)
  const server: S3Server = { url: '', trouble: [], answerWith: undefined }
  const proxy = createServer((asked, answer) => {
    if (server.answerWith !== undefined) {
      answer.end(server.answerWith(new URL(asked.url ?? '', 'http://storage')))
      return
    }
    pass(asked, answer, { storagePort, changes, trouble: server.trouble.shift() })
  })
  server.url = `s3://recordings/of/calls?endpoint=http://${await serve(proxy)}`
  return server
}

function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  {
    storagePort,
    changes,
    trouble,
  }: { storagePort: number; changes: LimitFunction; trouble: S3Trouble | undefined },
): void {
  if (trouble === 'refuse') {
    asked.socket.destroy()
    return
  }
  if (trouble === 'hang') return
  if (trouble === 'error') {
    asked.resume()
    answer.writeHead(503, { 'content-type': 'application/xml' })
    answer.end('<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>')
    return
  }
  const { method } = asked
  const ask = async () => await askStorage(asked, answer, { storagePort, trouble })
  void (method === 'PUT' || method === 'DELETE' ? changes(ask) : ask())
}

/** Resolves when the storage has answered, or will not any more. */
async function askStorage(
  asked: IncomingMessage,
  answer: ServerResponse,
  { storagePort, trouble }: { storagePort: number; trouble: S3Trouble | undefined },
): Promise<void> {
  const { method, url, headers } = asked
  const onwards = request({ host: '127.0.0.1', port: storagePort, method, path: url, headers }, (given) => {
    answer.writeHead(given.statusCode ?? 500, given.headers)
    if (trouble === undefined) {
      given.pipe(answer)
      return
    }
    given.once('data', (chunk: Buffer) => {
      given.destroy()
      answer.write(chunk.subarray(0, 1024), () => {
        if (trouble === 'cut') asked.socket.destroy()
      })
    })
  })
  onwards.on('error', () => answer.destroy())
  asked.once('close', () => asked.complete || onwards.destroy())
  asked.pipe(onwards)
  await new Promise<void>((resolve) => onwards.once('close', resolve))
}
