import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { FileStore } from '../files/file-store.ts'
import { readS3Address } from './s3-address.ts'
import { openS3Store, type S3Options } from './s3-store.ts'
import { temporaryFolder } from '#test/after-file.ts'
import { freePort } from '#test/free-port.ts'
import { openS3Server, s3Keys, type S3Server, type S3Trouble } from '#test/s3-server.ts'
import { forThisMachine } from '#test/time-limits.ts'

let server: S3Server
let store: FileStore
const folder = temporaryFolder()
const sound = randomBytes(300_000)
const answerTimeoutMs = forThisMachine(5000)
const timeouts = { answerMs: answerTimeoutMs, pausesMs: [1, 1] }

beforeAll(async () => {
  server = await openS3Server()
  store = await open(server.url)
  await store.put('kept.wav', pieces(sound))
})

const open = async (url: string, { keys = s3Keys, ...given }: Partial<S3Options> = {}) => {
  const address = readS3Address(url)
  if ('error' in address) throw new Error(address.error)
  return await openS3Store({ address, keys, setting: 'RECORDINGS_URL', folder, timeouts, ...given })
}

async function* pieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 70_000)
    yield await Promise.resolve(bytes.subarray(at, at + 70_000))
}

async function* broken() {
  yield await Promise.resolve(sound)
  throw new Error('the client went away')
}

const read = async (key: string, range?: { start: number; end: number }) => {
  const file = await store.get(key, range)
  return file && { size: file.size, bytes: await buffer(file.bytes) }
}

const failWith = (...trouble: S3Trouble[]) => {
  server.trouble = trouble
  onTestFinished(() => {
    server.trouble = []
  })
}

const waitNoLongerThan = (answerMs: number) => {
  timeouts.answerMs = answerMs
  onTestFinished(() => {
    timeouts.answerMs = answerTimeoutMs
  })
}

describe('files in a bucket', () => {
  it('come back as they were kept, whole and in part', async () => {
    expect(await read('kept.wav')).toEqual({ size: 300_000, bytes: sound })
    const part = { start: 1000, end: 2500 }
    expect(await read('kept.wav', part)).toEqual({ size: 300_000, bytes: sound.subarray(1000, 2500) })
  })

  it('are listed and deleted by their key; unknown ones are undefined', async () => {
    await store.put('gone.wav', pieces(Buffer.from('sound')))
    expect(await store.list()).toEqual(['gone.wav', 'kept.wav'])
    await store.delete('gone.wav')
    await store.delete('gone.wav')
    expect(await store.list()).toEqual(['kept.wav'])
    expect(await store.get('gone.wav')).toBeUndefined()
  })

  it('are listed when there are more than a storage names at once', async () => {
    // As Amazon answers; the storage of the other tests cannot tell the rest.
    const pages: Record<string, string> = {
      '': '<Contents><Key>of/calls/1.wav</Key></Contents><NextContinuationToken>a&amp;/+b=</NextContinuationToken>',
      'a&/+b=': '<Contents><Key>of/calls/2.wav</Key></Contents>',
    }
    server.answerWith = (url) => {
      const page = pages[url.searchParams.get('continuation-token') ?? ''] ?? ''
      return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult>${page}</ListBucketResult>`
    }
    onTestFinished(() => {
      server.answerWith = undefined
    })
    expect(await store.list()).toEqual(['1.wav', '2.wav'])
  })

  it('leave nothing behind when what is kept breaks off', async () => {
    await expect(store.put('half.wav', broken())).rejects.toThrow('the client went away')
    expect(readdirSync(folder)).toEqual([])
    expect(await store.get('half.wav')).toBeUndefined()
  })

  it('have plain names only', async () => {
    await expect(store.get('../other/secret.wav')).rejects.toThrow(TypeError)
  })
})

describe('a storage that fails', () => {
  it.each(['refuse', 'hang', 'error'] as const)('is asked again after: %s', async (trouble) => {
    failWith(trouble)
    waitNoLongerThan(forThisMachine(500))
    expect((await read('kept.wav'))?.bytes).toEqual(sound)
    failWith(trouble)
    await store.put('again.wav', pieces(sound.subarray(0, 1000)))
    expect((await read('again.wav'))?.bytes).toEqual(sound.subarray(0, 1000))
    await store.delete('again.wav')
  })

  it.each(['cut', 'stall'] as const)('goes on where it broke off after: %s', async (trouble) => {
    failWith(trouble)
    waitNoLongerThan(forThisMachine(500))
    expect((await read('kept.wav', { start: 5000, end: 250_000 }))?.bytes).toEqual(
      sound.subarray(5000, 250_000),
    )
  })

  it.each(['refuse', 'hang', 'error'] as const)('that goes on to is unavailable: %s', async (trouble) => {
    waitNoLongerThan(40)
    const often = Array.from({ length: 12 }, () => trouble)
    for (const asking of [
      async () => await store.get('kept.wav'),
      async () => await store.list(),
      async () => await store.put('never.wav', pieces(sound.subarray(0, 1000))),
      async () => await store.delete('kept.wav'),
    ]) {
      failWith(...often)
      await expect(asking()).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    }
    server.trouble = []
    timeouts.answerMs = answerTimeoutMs
    expect(await store.list()).toEqual(['kept.wav'])
    expect(readdirSync(folder)).toEqual([])
  })

  it('never makes a part of a file pass for the whole', async () => {
    failWith('cut', ...Array.from({ length: 12 }, () => 'refuse' as const))
    await expect(read('kept.wav')).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('at the start', () => {
  it.each([
    [
      'a wrong key',
      { id: 'S3RVER', secret: 'wrong' },
      /AWS_SECRET_ACCESS_KEY may not use it \(SignatureDoesNotMatch\)/,
    ],
    ['an unknown key', { id: 'nobody', secret: 'wrong' }, /AWS_ACCESS_KEY_ID and .* \(InvalidAccessKeyId\)/],
  ])('%s is told in one line', async (_name, keys, words) => {
    await expect(open(server.url, { keys })).rejects.toThrow(words)
  })

  it('a bucket that is not there and a storage that does not answer are told in one line', async () => {
    await expect(open(server.url.replace('//recordings', '//others'))).rejects.toThrow(
      /^The bucket others of RECORDINGS_URL at http:\S+ cannot be used: there is none of this name\.$/,
    )
    const nowhere = `s3://recordings?endpoint=http://127.0.0.1:${await freePort()}`
    await expect(open(nowhere)).rejects.toThrow(/there is no answer \(ECONNREFUSED\)/)
    failWith(...Array.from({ length: 3 }, () => 'hang' as const))
    waitNoLongerThan(40)
    await expect(open(server.url)).rejects.toThrow('no answer within 0.04')
  })
})

describe('the address of a bucket', () => {
  it('has a prefix, a storage and a region', () => {
    expect(readS3Address('s3://my-bucket/a/b/?endpoint=https://s3.example.com&region=eu-central-1')).toEqual({
      bucket: 'my-bucket',
      prefix: 'a/b/',
      endpoint: 'https://s3.example.com',
      region: 'eu-central-1',
    })
    expect(readS3Address('s3://my-bucket')).toMatchObject({
      prefix: '',
      endpoint: 'https://s3.us-east-1.amazonaws.com',
    })
  })

  it.each([
    ['s3://key:secret@bucket', 'must not hold keys'],
    ['s3:///prefix', 'must name a bucket, as s3://recordings'],
    ['s3://Bucket_1', 'must name a bucket, as s3://recordings'],
    ['s3://bucket/a?endpont=https://x', 'may say endpoint and region, and nothing else'],
    ['s3://bucket/a?endpoint=ftp://x', 'endpoint must be an http or https address without a path'],
    ['s3://bucket/a?endpoint=https://x/y', 'endpoint must be an http or https address without a path'],
    ['s3://bucket/a?region=EU', 'region must be a word such as eu-central-1'],
    ['s3://bucket/a%20b', 'must have a prefix of letters, digits, dots, hyphens and slashes'],
  ])('%s %s', (text, error) => {
    expect(readS3Address(text)).toEqual({ error })
  })
})
