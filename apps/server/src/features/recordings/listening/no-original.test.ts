import { createHash, randomUUID } from 'node:crypto'
import { emptyGuid } from '@callboard/contract/scalars'
import fc from 'fast-check'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { RecordingClient, soundFixture } from '#test/clients/recordings.ts'
import { times } from '#test/soak.ts'
import type { Answer, Person } from '#test/portal.ts'

/** Tones in which keys are pressed, with a word in their file that the redacted version has not got. */
const secretWord = 'whispered-secret'
const cardNumber = '4111 1111 1111 1111'
const original = withInfo(soundFixture('tones.wav'), secretWord)
const hex = createHash('sha256').update(original).digest('hex')

function withInfo(wav: Buffer, text: string): Buffer {
  const chunk = Buffer.from(`LIST${'\0'.repeat(4)}INFO${text}`)
  chunk.writeUInt32LE(chunk.length - 8, 4)
  return Buffer.concat([wav.subarray(0, 36), chunk, wav.subarray(36)])
}

let client: RecordingClient
/** May hear the redacted version. */
let listener: Person
/** Holds the right to originals, of other customers. */
let stranger: Person
/** Of a call that both may not hear redacted: it cannot be examined. */
let failed: string
let ready: string
let redacted: Buffer
let outline: string
const tickets: string[] = []

beforeAll(async () => {
  client = await RecordingClient.open()
  listener = client.listener
  const { id: customerId } = await client.portal.make.customer()
  stranger = await client.portal.make.user({
    customerId,
    claims: ['reporting.call.details', 'recording.unredacted'],
  })
  ready = await client.uploadReady(original)
  await client.portal.ask({
    method: 'PUT',
    path: `/api/callrecording/${ready}/transcript`,
    body: { turns: [{ speaker: 'caller', start: 0.2, end: 0.4, text: `It is ${cardNumber}` }] },
    token: client.key,
  })
  await client.worked(ready)
  const broken = Buffer.from(original)
  broken.writeUInt16LE(7, 34)
  failed = await client.uploadReady(broken)
  redacted = (await client.ask(ready, listener)).bytes
  outline = (await client.ask(ready, listener, { headers: { accept: 'application/json' } })).text
  for (const isOriginal of [true, false])
    tickets.push(await client.ticketUrl(ready, client.auditor, { redacted: !isOriginal }))
  tickets.push(await client.ticketUrl(ready, listener))
})

const ranges = fc.oneof(
  fc.tuple(fc.nat(90_000), fc.nat(90_000)).map(([first, last]) => `bytes=${first}-${last}`),
  fc.nat(90_000).map((first) => `bytes=${first}-`),
  fc.nat(90_000).map((last) => `bytes=-${last}`),
  fc.constantFrom('bytes=0-1,5-9', 'bytes=-0', 'items=0-1', ''),
)
const queries = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.constant('?redacted=false') },
  fc.constantFrom(
    '?redacted=true',
    '?redacted=FALSE',
    '?redacted=0',
    '?redacted=',
    '?redacted',
    '?redacted=false&redacted=true',
    '?redacted=true&redacted=false',
    '?redacted[]=false',
    '?redacted%00=false',
    '?Redacted=false',
    '?redacted=false%00',
    '?original=true',
    '?version=original',
  ),
  fc.string({ maxLength: 12 }).map((text) => `?redacted=${encodeURIComponent(text.toWellFormed())}`),
)
const headers = fc.record(
  {
    accept: fc.constantFrom('application/json', 'audio/wav', '*/*', 'audio/mpeg', 'text/html', 'image/png'),
    range: ranges,
    'if-range': fc.constantFrom(`"${hex}"`, '"x"', 'Sun, 22 Nov 2026 10:00:00 GMT'),
    'if-none-match': fc.constantFrom(`"${hex}"`, '*'),
    'x-original-url': fc.constant('/api/callrecording/x?redacted=false'),
    'x-http-method-override': fc.constantFrom('PUT', 'GET'),
  },
  { requiredKeys: [] },
)
const paths = fc.constantFrom(
  ...Array.from({ length: 9 }, () => 'ready'),
  'failed',
  'upper',
  'spans',
  'uses',
  'comments',
  'ticket',
  'other ticket',
)

function pathOf(kind: string, query: string): string {
  const of = (id: string, rest = '') => `/api/callrecording/${id}${rest}${query}`
  switch (kind) {
    case 'failed':
      return of(failed)
    case 'upper':
      return of(ready.toUpperCase())
    case 'ticket':
      return `${tickets[2]}${query}`
    case 'other ticket':
      return `${tickets[query.length % 2]}${query}`
    case 'ready':
      return of(ready)
    default:
      return of(ready, `/${kind}`)
  }
}

const Shown = z.object({ redacted: z.boolean(), isAudible: z.boolean(), peaks: z.array(z.never()) }).loose()

/** What an answer to somebody without the right must not be. */
function findWrong({ headers: sent, bytes, text, status }: Answer, isHead: boolean): string | undefined {
  const all = `${JSON.stringify(sent)}\n${bytes.toString('latin1')}`
  const secret = [hex, secretWord, cardNumber].find((one) => all.includes(one))
  if (secret !== undefined) return `it has ${secret}`
  if (status >= 300 || isHead) return bytes.length > 2000 ? 'it is long' : undefined
  if (String(sent['content-type']).startsWith('audio/')) {
    const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(String(sent['content-range'])) ?? []
    const part = redacted.subarray(Number(first ?? 0), Number(last ?? redacted.length - 1) + 1)
    return bytes.equals(part) ? undefined : 'it is other sound than that of the redacted version'
  }
  if (text === outline || !text.includes('"peaks"')) return undefined
  // That of the original, or of what could not be examined: it tells that there is nothing to hear.
  const shown = Shown.safeParse(JSON.parse(text))
  return shown.data?.isAudible === false
    ? undefined
    : 'it is another outline than that of the redacted version'
}

it(
  'none of many requests without the right is answered with anything of an original',
  { tags: ['soak'] },
  async () => {
    const asked = fc.record({
      who: fc.constantFrom(...Array.from({ length: 6 }, () => 'listener'), 'stranger', 'nobody', 'key'),
      as: fc.constantFrom(...Array.from({ length: 6 }, () => 'oneself'), 'auditor', 'admin', randomUUID()),
      method: fc.constantFrom(
        ...Array.from({ length: 8 }, () => 'GET' as const),
        'HEAD',
        'POST',
        'PUT',
        'DELETE',
      ),
      kind: paths,
      query: queries,
      headers,
      body: fc.constantFrom({ redacted: false }, { redacted: true }, { redacted: false, reason: 'x' }, {}),
    })
    const tokens = new Map([
      ['listener', listener.token],
      ['stranger', stranger.token],
      ['key', client.key],
    ])
    const people = new Map([
      ['oneself', emptyGuid],
      ['auditor', client.auditor.id],
      ['admin', client.admin.id],
    ])
    const seen = new Set<number>()
    await fc.assert(
      fc.asyncProperty(asked, async ({ who, as, method, kind, query, headers: given, body }) => {
        const answer = await client.portal.ask({
          method,
          path: pathOf(kind, query),
          token: tokens.get(who) ?? 'x',
          headers: { ...given, 'x-masked-user': people.get(as) ?? as },
          ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
        })
        seen.add(answer.status)
        expect(findWrong(answer, method === 'HEAD')).toBeUndefined()
      }),
      { numRuns: times(300, 10_000), seed: inject('seed') },
    )
    expect([...seen]).toEqual(expect.arrayContaining([200, 206, 400, 401, 403, 404, 416]))
  },
)

describe('a ticket of who views the portal as another user', () => {
  const claims = ['reporting.call.details', 'recording.unredacted'] as const

  it('has what both may, at every moment, and ends with the right to view as them', async () => {
    const { make } = client.portal
    const customerId = client.customer.id
    const viewer = await make.user({ customerId })
    const viewed = await make.user({ customerId })
    const viewing = [...claims, 'masking.view'] as const
    const roles = { viewer: await make.role(viewer.id, viewing), viewed: await make.role(viewed.id, claims) }
    const url = await client.ticketUrl(ready, viewer, { redacted: false, as: viewed.id })
    const status = async () => (await client.portal.ask({ path: url })).status
    expect(await status()).toBe(200)
    for (const [who, fewer, all, refused] of [
      ['viewed', ['reporting.call.details'], claims, 403],
      ['viewed', ['recording.unredacted'], claims, 404],
      ['viewer', ['reporting.call.details', 'masking.view'], viewing, 403],
      ['viewer', claims, viewing, 404],
    ] as const) {
      await make.changeRole(roles[who], { claims: [...fewer] })
      expect(await status(), `${who} with ${fewer.join()}`).toBe(refused)
      await make.changeRole(roles[who], { claims: [...all] })
      expect(await status()).toBe(200)
    }
    await make.changeUser(viewed.id, { customer_id: (await make.customer()).id })
    expect(await status()).toBe(404)
  })

  it('is of that view alone, as one’s own is of one’s own', async () => {
    const { admin, auditor } = client
    const [own, masked] = [
      await client.ticketUrl(ready, admin, { redacted: false }),
      await client.ticketUrl(ready, admin, { redacted: false, as: auditor.id }),
    ]
    for (const [path, as, status] of [
      [own, listener.id, 404],
      [own, emptyGuid, 200],
      [masked, auditor.id.toUpperCase(), 200],
      [masked, listener.id, 404],
      [masked, emptyGuid, 404],
    ] as const) {
      const asked = { path, headers: { 'x-masked-user': as }, token: admin.token }
      expect((await client.portal.ask(asked)).status).toBe(status)
    }
  })
})
