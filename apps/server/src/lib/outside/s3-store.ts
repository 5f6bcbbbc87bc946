import { randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AwsClient } from 'aws4fetch'
import { AppError } from '../app-error.ts'
import { StartError } from '../files/data-dir.ts'
import { type ByteRange, checkKey, type FileStore } from '../files/file-store.ts'
import { requireSpace } from '../files/free-space.ts'
import { type Timeouts, retryingFetch } from './retrying-fetch.ts'
import type { S3Address, S3Keys } from './s3-address.ts'

export interface S3Options {
  address: S3Address
  keys: S3Keys
  /** The variable that names it. */
  setting: string
  /** Of this process alone: files stay there while they are sent, as a storage wants to know their length first. */
  folder: string
  timeouts?: Timeouts
}

const defaultTimeouts: Timeouts = { answerMs: 8000, pausesMs: [300, 1500] }
/** How often a file that breaks off is asked for again from there, without another byte in between. */
const maxBreaks = 3

/**
 * Files in a bucket, which is tried out first: listed, written to, read from, deleted from.
 *
 * Its functions throw AppError `unavailable` while the storage is away.
 *
 * @throws StartError when it cannot be used
 */
export async function openS3Store(options: S3Options): Promise<FileStore> {
  // What an earlier process left.
  await rm(options.folder, { recursive: true, force: true })
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const store = new S3Store(options)
  await store.tryOut()
  return store
}

class S3Store implements FileStore {
  readonly #address: S3Address
  readonly #setting: string
  readonly #folder: string
  readonly #signer: AwsClient
  readonly #fetch: typeof fetch

  constructor({ address, keys, setting, folder, timeouts = defaultTimeouts }: S3Options) {
    this.#address = address
    this.#setting = setting
    this.#folder = folder
    this.#signer = new AwsClient({
      accessKeyId: keys.id,
      secretAccessKey: keys.secret,
      region: address.region,
      service: 's3',
    })
    this.#fetch = retryingFetch(timeouts)
  }

  async tryOut(): Promise<void> {
    const name = this.#nameOf(`check-${randomUUID()}.txt`)
    try {
      await this.#listPage({})
      await this.#ask('PUT', name, { body: new Blob(['May be deleted.']) })
      await (await this.#ask('GET', name)).text()
      await this.#ask('DELETE', name)
    } catch (cause) {
      const { bucket, endpoint } = this.#address
      throw new StartError(
        `The bucket ${bucket} of ${this.#setting} at ${endpoint} cannot be used: ${why(cause)}.`,
        { cause },
      )
    }
  }

  async put(key: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const name = this.#nameOf(key)
    const part = join(this.#folder, `${key}.part`)
    try {
      await pipeline(chunks, createWriteStream(part, { mode: 0o600 }))
      await available(this.#ask('PUT', name, { body: await openAsBlob(part) }))
    } finally {
      await rm(part, { force: true })
    }
  }

  async requireSpace(bytes: number): Promise<void> {
    await requireSpace(this.#folder, bytes)
  }

  async get(key: string, range?: ByteRange) {
    const name = this.#nameOf(key)
    const start = range?.start ?? 0
    const end = range?.end
    const first = await available(this.#open(name, start, end))
    if (first === undefined) return undefined
    const size = sizeOf(first.headers)
    const bytes = Readable.from(this.#read(name, first, { start, end: Math.min(end ?? size, size) }))
    // Of a file that nobody reads to its end.
    bytes.once('close', () => void first.body?.cancel().catch(() => undefined))
    return { size, bytes }
  }

  async delete(key: string): Promise<void> {
    const name = this.#nameOf(key)
    await rm(join(this.#folder, `${key}.part`), { force: true })
    await available(this.#ask('DELETE', name))
  }

  async list(beginning = ''): Promise<string[]> {
    const keys: string[] = []
    let token: string | undefined
    do {
      const page = await available(this.#listPage({ beginning, token }))
      keys.push(...page.keys)
      token = page.next
    } while (token !== undefined)
    return keys
  }

  async #listPage({
    beginning = '',
    token,
  }: {
    beginning?: string
    token?: string | undefined
  }): Promise<{ keys: string[]; next: string | undefined }> {
    const { prefix } = this.#address
    const query = new URLSearchParams({
      'list-type': '2',
      prefix: prefix + beginning,
      delimiter: '/',
      ...(token !== undefined && { 'continuation-token': token }),
    })
    const xml = await (await this.#ask('GET', undefined, { query })).text()
    const keys = textsOf(xml, 'Key').map((name) => name.slice(prefix.length))
    return { keys: keys.filter((key) => key !== ''), next: textsOf(xml, 'NextContinuationToken')[0] }
  }

  #nameOf(key: string): string {
    return this.#address.prefix + checkKey(key)
  }

  /** Undefined when there is no such file. */
  async #open(name: string, start: number, end: number | undefined): Promise<Response | undefined> {
    const range = `bytes=${start}-${end === undefined ? '' : end - 1}`
    const isWhole = start === 0 && end === undefined
    return await this.#ask('GET', name, isWhole ? {} : { headers: { range } }).catch((error: unknown) => {
      if (error instanceof S3Error && error.code === 'NoSuchKey') return undefined
      throw error
    })
  }

  /** @throws S3Error, and what `fetch` throws */
  async #ask(
    method: 'GET' | 'PUT' | 'DELETE',
    name: string | undefined,
    { body, headers, query }: { body?: Blob; headers?: Record<string, string>; query?: URLSearchParams } = {},
  ): Promise<Response> {
    const { endpoint, bucket } = this.#address
    const url = new URL(name === undefined ? `${endpoint}/${bucket}` : `${endpoint}/${bucket}/${name}`)
    if (query !== undefined) url.search = query.toString()
    const signed = await this.#signer.sign(url, { method, ...(headers && { headers }) })
    const answer = await this.#fetch(url, {
      method,
      headers: signed.headers,
      // An address that was signed for one storage is not followed to another.
      redirect: 'manual',
      ...(body && { body }),
    })
    if (answer.ok) return answer
    const [code = ''] = textsOf(await answer.text(), 'Code')
    throw new S3Error(answer.status, code)
  }

  /** A file that breaks off goes on where it did: it is never written again. */
  async *#read(name: string, first: Response, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    let response: Response | undefined = first
    let at = start
    let breaks = 0
    while (at < end) {
      try {
        const pieces: AsyncIterable<Uint8Array> | [] = response?.body ?? []
        for await (const chunk of pieces) {
          at += chunk.length
          breaks = 0
          yield chunk
        }
        if (at < end) throw new Error('the file is cut')
      } catch (error) {
        breaks += 1
        if (breaks > maxBreaks) throw unavailable(error)
        response = await available(this.#open(name, at, end))
      }
    }
  }
}

/** What a storage answered that is no success; `code` is its own word for it, where it says one. */
class S3Error extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(`the storage answered ${status} ${code}`.trim())
    this.status = status
    this.code = code
  }
}

/** The texts of all elements of a name. */
function textsOf(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g')), ([, text = '']) =>
    text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities[entity] ?? entity),
  )
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

/** Of the whole file, also where the answer is a part of it. */
function sizeOf(headers: Headers): number {
  const size = Number(headers.get('content-range')?.split('/')[1] ?? headers.get('content-length'))
  if (!Number.isSafeInteger(size)) throw unavailable(new Error('the storage returned no length'))
  return size
}

async function available<T>(answer: Promise<T>): Promise<T> {
  return await answer.catch((error: unknown) => {
    throw unavailable(error)
  })
}

function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', 'The storage of files cannot be reached at the moment.', { cause })
}

/** For whoever runs the portal. */
function why(error: unknown): string {
  if (error instanceof S3Error) {
    const { status, code } = error
    if (code === 'NoSuchBucket') return 'there is none of this name'
    if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')
      return 'it is in another region'
    if (status === 403) return `AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY may not use it (${code})`
    return error.message
  }
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (typeof code === 'string') return `there is no answer (${code})`
  return cause instanceof Error ? cause.message : 'there is no answer'
}
