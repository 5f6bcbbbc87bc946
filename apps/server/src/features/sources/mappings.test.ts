import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { MappingGuess, MappingPreview, SourceMapping } from '@callboard/contract/mappings'
import type { Source } from '@callboard/contract/sources'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { SourceClient } from '#test/clients/sources.ts'
import { errorsOf, expectError, expectOk } from '#test/expect-errors.ts'
import { readSourceFile } from '#test/sources/read-source-file.ts'
import { loadSource } from './sources.ts'

let test: SourceClient
let source: Source

const fixture = (name: string) =>
  readFileSync(new URL(`../../../test/fixtures/mapped/${name}`, import.meta.url))
const german = fixture('german.csv')
const sampleOf = (bytes: Uint8Array) => ({ base64: Buffer.from(bytes).toString('base64') })

beforeAll(async () => {
  test = await SourceClient.open()
  source = await made()
})

async function made(given: object = {}): Promise<Source> {
  return await test.make({ kind: 'mapped', secrets: { secret: 'between us' }, ...given })
}

async function ask(path: string, body: object, method: 'POST' | 'PUT' = 'POST') {
  return await test.portal.admin.ask({ path, body, method })
}

async function guessOf(bytes: Uint8Array, id = source.id) {
  const answer = await ask('/api/source/mapping/guess', { sourceId: id, sample: sampleOf(bytes) })
  expect(answer.status, answer.text).toBe(200)
  return MappingGuess.parse(answer.json())
}

async function save(id: string, body: object) {
  return await ask(`/api/source/${id}/mapping`, body, 'PUT')
}

describe('a guess', () => {
  it('is made of the beginning of a file, with its reasons', async () => {
    const { mapping, reasons, columns, rows } = await guessOf(german)
    expect(mapping).toMatchObject({ separator: ';', timeFormats: ['D/M/YYYY H:mm'] })
    expect(reasons.map(({ part }) => part)).toEqual(
      expect.arrayContaining(['separator', 'timeFormats', 'fields.status', 'numbers']),
    )
    expect(columns.find(({ name }) => name === 'Ausgang des Gesprächs')?.values).toEqual([
      { value: 'Beantwortet', count: 2 },
      { value: 'Verpasst', count: 2 },
    ])
    expect(rows).toBe(4)
  })

  it('says what cannot be read', async () => {
    const sample = sampleOf(Buffer.from('%PDF-1.7'))
    const answer = await ask('/api/source/mapping/guess', { sourceId: source.id, sample })
    expect(answer.status).toBe(400)
    expect(errorsOf(answer)).toMatchObject([{ description: 'The file is a PDF.', field: 'sample' }])
  })

  it('is refused of a source that there is not, of another’s, and to users', async () => {
    const body = { sourceId: test.customerId, sample: sampleOf(german) }
    expectError(await ask('/api/source/mapping/guess', body), 404, 'notFound')
    const user = (await test.portal.make.user()).token
    for (const path of ['/api/source/mapping/guess', '/api/source/mapping/preview'])
      expectError(await test.portal.ask({ path, body, token: user }), 403, 'forbidden')
    expectError(
      await test.portal.ask({ path: `/api/source/${source.id}/mapping`, token: user }),
      403,
      'forbidden',
    )
    expectError(await ask('/api/source/mapping/guess', { sample: sampleOf(german) }), 400, 'invalid')
  })
})

describe('a preview', () => {
  it('shows rows as calls, and why others are none', async () => {
    const { mapping } = await guessOf(german)
    const broken = Buffer.concat([
      german,
      Buffer.from('A-1005;31/2/2026 09:15;+49301234567;+4989555010;Beantwortet;1:00\n'),
    ])
    const answer = await ask('/api/source/mapping/preview', {
      sourceId: source.id,
      sample: sampleOf(broken),
      mapping,
    })
    const { counts, rows, problem } = MappingPreview.parse(answer.json())
    expect(problem).toBeNull()
    expect(counts).toEqual({ rows: 5, calls: 4, rejected: 1, leftOut: 0 })
    expect(rows.at(-1)).toMatchObject({
      line: 6,
      call: null,
      problems: [{ code: 'notATime', field: 'startedAt', column: 'Wann' }],
      raw: 'A-1005;31/2/2026 09:15;+49301234567;+4989555010;Beantwortet;1:00',
    })
  })

  it('counts legs as the import of the same file does: a bad one leaves the others of its call alone', async () => {
    const { mapping } = await guessOf(german)
    const legs = { ...mapping, legsBy: ['Vorgang'] }
    const own = await made({ timeZone: 'Europe/Berlin', country: 'DE' })
    expectOk(await save(own.id, { mapping: legs }))
    const file = [
      german.toString(),
      // The bad one of a pair is the first one, and the second one; then a row of no call.
      'A-1005;31/2/2026 09:15;+49301234567;+4989555010;Beantwortet;1:00\n',
      'A-1005;03/11/2026 09:15;+49301234567;+4989555010;Beantwortet;1:00\n',
      'A-1006;03/11/2026 09:25;+49301234567;+4989555010;Beantwortet;1:00\n',
      'A-1006;03/11/2026 09:25;+49301234567;+4989555010;Beantwortet;eins\n',
      ';03/11/2026 09:35;+49301234567;+4989555010;Beantwortet;1:00\n',
    ].join('')
    const sample = sampleOf(Buffer.from(file))
    const answer = await ask('/api/source/mapping/preview', { sourceId: own.id, sample, mapping: legs })
    const { counts } = MappingPreview.parse(answer.json())
    const { created, rejected, rows } = await test.import(own, file)
    expect(counts).toEqual({ rows: 9, calls: 6, rejected: 3, leftOut: 0 })
    expect({ rows, calls: created, rejected, leftOut: 0 }).toEqual(counts)
  })

  it('says which column is gone', async () => {
    const { mapping } = await guessOf(german)
    const sample = sampleOf(Buffer.from(german.toString().replace('Länge', 'Dauer')))
    const answer = await ask('/api/source/mapping/preview', { sourceId: source.id, sample, mapping })
    expect(MappingPreview.parse(answer.json()).problem).toBe(
      'The file has no column “Länge”, which the mapping reads.',
    )
  })

  it('refuses patterns that may take for ever', async () => {
    const { mapping } = await guessOf(german)
    const note = [{ origin: { kind: 'columns', columns: ['Wann'] }, extract: '(a+)+$' }]
    const body = {
      sourceId: source.id,
      sample: sampleOf(german),
      mapping: { ...mapping, fields: { ...mapping.fields, note } },
    }
    expectError(await ask('/api/source/mapping/preview', body), 400, 'invalid')
  })
})

describe('a saved mapping', () => {
  it('has versions, of which an older one can be taken back, and is recorded as a change', async () => {
    const { id } = await made()
    const { mapping } = await guessOf(german, id)
    const read = async (query = '') => {
      const answer = await test.portal.admin.ask({ path: `/api/source/${id}/mapping${query}` })
      return SourceMapping.parse(answer.json())
    }
    expect(await read()).toEqual({ version: null, mapping: null, versions: [] })
    expect((await save(id, { mapping, after: 0 })).status).toBe(200)
    const other = { ...mapping, timeFormats: ['M/D/YYYY H:mm'] }
    expectError(await save(id, { mapping: other, after: 0 }), 409, 'conflict')
    await save(id, { mapping: other, after: 1 })
    expect(await read()).toMatchObject({ version: 2, mapping: other })
    const first = await read('?version=1')
    expect(first).toMatchObject({ version: 1, mapping })
    await save(id, { mapping: first.mapping })
    const newest = await read()
    expect(newest).toMatchObject({ version: 3, mapping })
    expect(newest.versions.map(({ version }) => version)).toEqual([3, 2, 1])
    await test.portal.make.changeUser(test.portal.admin.id, { first_name: 'Mae', last_name: 'Jemison' })
    expect((await read()).versions[0]?.createdByName).toBe('Mae Jemison')
    const changes = await changesOf(test.portal, id)
    expect(
      changes.flatMap((change) => change.changes).filter(({ field }) => field === 'mappingVersion'),
    ).toHaveLength(3)
  })

  it('is not kept of a source whose system is known, nor with fields that calls do not have', async () => {
    const { mapping } = await guessOf(german)
    const { id } = await test.make({ kind: 'api' })
    expectError(await save(id, { mapping }), 400, 'invalid')
    expectError(
      await save(source.id, { mapping: { ...mapping, fields: { shoeSize: mapping.fields['status'] } } }),
      400,
      'invalid',
    )
  })

  it('reads the next file of its source', async () => {
    const own = await made({ timeZone: 'Europe/Berlin', country: 'DE' })
    const { mapping } = await guessOf(german, own.id)
    await save(own.id, { mapping })
    const loaded = await loadSource(test.portal.db, own.id)
    const read = loaded && (await readSourceFile(loaded.adapter, german, loaded.context))
    expect(read?.calls.map(({ externalCallId }) => externalCallId)).toEqual([
      'A-1001',
      'A-1002',
      'A-1003',
      'A-1004',
    ])
    expect(read?.rejected).toEqual([])
  })
})

describe('what a system posts', () => {
  const event = (at: string, state: string, seconds = 0) => ({
    event: state,
    at,
    call: { id: 'w-1', from: '+14155550142', to: '+12125550100', seconds },
  })
  const column = (name: string) => ({ origin: { kind: 'columns', columns: [name] } })
  const mapping = {
    format: 'json',
    timeFormats: ['iso'],
    numbers: { as: 'fromAndTo', from: column('call.from'), to: column('call.to') },
    orderBy: 'at',
    fields: {
      externalCallId: [column('call.id')],
      direction: [{ origin: { kind: 'constant', value: 'inbound' } }],
      startedAt: [{ ...column('at'), when: { column: 'event', op: 'is', values: ['ringing'] } }],
      endedAt: [{ ...column('at'), when: { column: 'event', op: 'is', values: ['ended'] } }],
      status: [
        {
          ...column('event'),
          words: [
            { word: 'ringing', value: 'in-progress' },
            { word: 'ended', value: '' },
          ],
        },
      ],
      talkDuration: [{ ...column('call.seconds'), when: { column: 'event', op: 'is', values: ['ended'] } }],
    },
  }
  const json = (body: object, headers: Record<string, string> = {}) => ({
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  const secret = { 'x-callboard-secret': 'between us' }

  it('becomes one call, in whichever order its events come', async () => {
    const own = await made({ timeZone: 'UTC' })
    await save(own.id, { mapping })
    const events = [
      event('2026-11-03T10:00:40Z', 'ended', 30),
      event('2026-11-03T10:00:00Z', 'ringing'),
      event('2026-11-03T10:00:40Z', 'ended', 30),
    ]
    for (const one of events) expect((await test.post(own, json(one, secret))).status).toBe(204)
    expect(await test.callsOf(own)).toMatchObject([
      {
        externalCallId: 'w-1',
        status: 'answered',
        startedAt: '2026-11-03T10:00:00.000Z',
        endedAt: '2026-11-03T10:00:40.000Z',
        talkDuration: 30,
        callerNumber: '+14155550142',
      },
    ])
  })

  it('is taken with the secret in a header or the address, or signed with it, and with nothing else', async () => {
    const own = await made()
    await save(own.id, { mapping })
    const body = event('2026-11-03T10:00:00Z', 'ringing')
    const statusOf = async (posted: Parameters<SourceClient['post']>[1], to = own) =>
      (await test.post(to, posted)).status
    expect(await statusOf(json(body))).toBe(403)
    expect(await statusOf(json(body, { 'x-callboard-secret': 'between them' }))).toBe(403)
    expect(await statusOf({ ...json(body), query: '?secret=between%20us' })).toBe(204)
    const signing = await made({ settings: { signatureHeader: 'X-Signature' } })
    await save(signing.id, { mapping })
    const signature = createHmac('sha256', 'between us').update(JSON.stringify(body)).digest('hex')
    expect(await statusOf(json(body, secret), signing)).toBe(403)
    expect(await statusOf(json({ ...body, event: 'ended' }, { 'x-signature': signature }), signing)).toBe(403)
    expect(await statusOf(json(body, { 'x-signature': `sha256=${signature}` }), signing)).toBe(204)
    expect(await statusOf(json(body, secret), await made({ secrets: {} }))).toBe(403)
  })

  it('may be a form, also one with JSON in it', async () => {
    const own = await made({ timeZone: 'UTC' })
    const { mapping: guessed } = await guessOf(fixture('plivo.txt'), own.id)
    await save(own.id, { mapping: guessed })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...secret }
    expect((await test.post(own, { body: fixture('plivo.txt').toString().trim(), headers })).status).toBe(204)
    expect(await test.callsOf(own)).toMatchObject([{ status: 'answered', duration: 155 }])
  })
})
