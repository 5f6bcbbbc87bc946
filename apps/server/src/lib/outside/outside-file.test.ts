import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { type OutsideRules, readOutsideFile } from './outside-file.ts'
import { serve } from '#test/listening.ts'
import { forThisMachine } from '#test/time-limits.ts'

let host: string
let asked: { url: string; authorization: string | undefined }[] = []

const answers: Record<string, RequestListener> = {
  '/call.wav': (_request, answer) => answer.end('sound'),
  '/large.wav': (_request, answer) => answer.end(Buffer.alloc(2 << 20)),
  '/larger-than-said.wav': (_request, answer) => {
    answer.write(Buffer.alloc(1 << 20))
    answer.end(Buffer.alloc(1 << 20))
  },
  '/gone.wav': (_request, answer) => answer.writeHead(403).end(),
  '/not-yet.wav': (_request, answer) => answer.writeHead(404).end(),
  '/silent.wav': () => undefined,
  '/stalling.wav': (_request, answer) => answer.write('so'),
  '/cut.wav': (_request, answer) => {
    answer.writeHead(200, { 'content-length': 100 })
    answer.write('sound', () => answer.destroy())
  },
  '/moved.wav': (_request, answer) => answer.writeHead(302, { location: '/call.wav' }).end(),
  '/moved-inside.wav': (_request, answer) =>
    answer.writeHead(302, { location: `http://localhost:${host.split(':')[1] ?? ''}/call.wav` }).end(),
  '/moved-away.wav': (_request, answer) =>
    answer.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/moved-to-file.wav': (_request, answer) => answer.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/named.json': (_request, answer) =>
    nameFile(answer, `http://localhost:${host.split(':')[1] ?? ''}/call.wav`),
  '/named-away.json': (_request, answer) => nameFile(answer, 'http://169.254.169.254/latest/meta-data'),
  '/named-round.json': (_request, answer) => nameFile(answer, '/named-round.json'),
  '/nothing-named.json': (_request, answer) => nameFile(answer, undefined),
  '/round.wav': (_request, answer) => answer.writeHead(302, { location: '/round.wav' }).end(),
}

function nameFile(answer: ServerResponse, url: string | undefined): void {
  answer.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify({ url }))
}

beforeAll(async () => {
  const server = createServer((request, answer) => {
    asked.push({ url: request.url ?? '', authorization: request.headers.authorization })
    answers[request.url ?? '']?.(request, answer)
  })
  host = await serve(server)
})

const fetchFile = async (url: string, rules: Partial<OutsideRules> = {}) => {
  asked = []
  const chunks = readOutsideFile(url, {
    hosts: [`http://${host}`],
    keys: new Map(),
    maxBytes: 1 << 20,
    answerMs: forThisMachine(5000),
    wholeMs: forThisMachine(5000),
    allowedAddresses: ['127.0.0.1'],
    ...rules,
  })
  return (await buffer(chunks)).toString()
}

describe('a file of another server', () => {
  it('is fetched, also through a redirect', async () => {
    expect(await fetchFile(`http://${host}/call.wav`)).toBe('sound')
    expect(await fetchFile(`http://${host}/moved.wav`)).toBe('sound')
  })

  it('is looked for where an answer in JSON says, if it may; the token of that host is told to no other', async () => {
    const hosts = [`http://${host}`, `http://localhost:${host.split(':')[1] ?? ''}`]
    const rules = { hosts, tokens: new Map([[host, 'Token token="secret"']]), isAddressInJson: true }
    expect(await fetchFile(`http://${host}/named.json`, rules)).toBe('sound')
    expect(asked.map(({ authorization }) => authorization)).toEqual(['Token token="secret"', undefined])
    const failure = async (path: string) => await fetchFile(`http://${host}${path}`, rules).catch(String)
    expect(await failure('/named-away.json')).toContain('is none of the hosts')
    expect(await failure('/named-round.json')).toContain('more than 5 times')
    expect(await failure('/nothing-named.json')).toContain('did not say where the file is')
    expect(await fetchFile(`http://${host}/named.json`)).toContain('"url"')
  })

  it('is asked for with the name and password of its host, and of no other', async () => {
    const keys = new Map([[host, 'name:secret']])
    await fetchFile(`http://${host}/call.wav`, { keys })
    expect(asked[0]?.authorization).toBe(`Basic ${btoa('name:secret')}`)
    await fetchFile(`http://${host}/moved-inside.wav`, {
      keys,
      hosts: [`http://${host}`, `http://localhost:${host.split(':')[1] ?? ''}`],
      allowedAddresses: ['127.0.0.1', '::1'],
    })
    expect(asked.map(({ authorization }) => authorization)).toEqual([expect.any(String), undefined])
  })

  it.each([
    ['gone.wav', false, '127.0.0.1 answered 403.'],
    ['not-yet.wav', true, /answered 404/],
    ['large.wav', false, 'It is larger than 1 MB.'],
    ['larger-than-said.wav', false, 'It is larger than 1 MB.'],
    // Those that begin with an s are not waited for.
    ['silent.wav', true, 'no answer within 0.1 s'],
    ['stalling.wav', true, 'no answer within 0.1 s'],
    ['cut.wav', true, 'It broke off: ECONNRESET'],
    ['round.wav', false, 'more than 5 times'],
    ['moved-to-file.wav', false, 'Only addresses of https are fetched.'],
    ['moved-away.wav', false, '169.254.169.254 is none of the hosts'],
    ['moved-inside.wav', false, 'is none of the hosts'],
  ])('%s is an error, passing: %s', async (name, isPassing, words) => {
    const rules = name.startsWith('s') ? { answerMs: 100 } : {}
    const error: unknown = await fetchFile(`http://${host}/${name}`, rules).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'OutsideError', isPassing })
    expect(String(error)).toMatch(words)
  })

  it('ends after a time in all', async () => {
    await expect(fetchFile(`http://${host}/stalling.wav`, { wholeMs: 100 })).rejects.toThrow(
      'It took too long.',
    )
  })
})

describe('hosts', () => {
  it('are those that are named, and none unless one is', async () => {
    await expect(fetchFile(`http://${host}/call.wav`, { hosts: [] })).rejects.toThrow('is none of the hosts')
    await expect(
      fetchFile('https://a.example.com.evil.test/x', { hosts: ['*.example.com'] }),
    ).rejects.toThrow('is none of the hosts')
    await expect(fetchFile('https://example.com/x', { hosts: ['*.example.com'] })).rejects.toThrow('none of')
    await expect(fetchFile(`http://user:secret@${host}/x`)).rejects.toThrow('must not contain a user name')
  })

  it('are asked by https alone unless the rule says http', async () => {
    await expect(fetchFile(`http://${host}/call.wav`, { hosts: [host] })).rejects.toThrow(
      `${host} is fetched only by https.`,
    )
  })

  it.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0.0.0.0',
    'http://10.0.0.1',
    'http://192.168.1.1',
    'http://172.16.0.1',
    'http://169.254.169.254',
    'http://100.64.0.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[fe80::1]',
    'http://[fc00::1]',
    'http://[64:ff9b::7f00:1]',
    'http://localhost',
    'https://localhost',
  ])('of private networks are never asked: %s', async (url) => {
    const { host: named } = new URL(url)
    await expect(fetchFile(`${url}/`, { hosts: [`http://${named}`], allowedAddresses: [] })).rejects.toThrow(
      'Its host has a private address.',
    )
  })
})
