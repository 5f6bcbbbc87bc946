import { Import } from '@callboard/contract/imports'
import { pageOf } from '@callboard/contract/paging'
import { beforeAll, describe, expect, it } from 'vitest'
import { asteriskFile, asteriskLine, ImportClient, nineBytes } from '#test/clients/imports.ts'
import { expectError } from '#test/expect-errors.ts'

let client: ImportClient

beforeAll(async () => {
  client = await ImportClient.open()
})

describe('a file of a source', () => {
  it('is imported: every line is in a call or in the quarantine, and the record says what came of it', async () => {
    const source = await client.source()
    const lines = [0, 1, 2].flatMap((call) => [
      asteriskLine({ call, leg: 1, isAnswered: false }),
      asteriskLine({ call, leg: 2 }),
    ])
    lines.splice(3, 0, 'broken line\n')
    const ended = await client.import(source, lines.join(''))
    expect(ended).toMatchObject({
      name: 'Master.csv',
      way: 'upload',
      state: 'done',
      sourceId: source.id,
      userName: client.portal.admin.userName,
      rows: 6,
      created: 3,
      updated: 0,
      unchanged: 0,
      rejected: 1,
      rejections: [{ count: 1 }],
      warnings: [],
      error: null,
      sameAs: null,
      firstCallAt: '2026-03-02T15:00:00.000Z',
      lastCallAt: '2026-03-02T15:20:00.000Z',
    })
    expect(ended.bytesRead).toBe(ended.bytes)
    const stored = await client.calls(source)
    expect(stored.map((row) => [row['status'], row['prior_calls']])).toEqual([
      ['answered', 0],
      ['answered', 1],
      ['answered', 2],
    ])
    const rejected = await client.ask('POST', '/api/quarantine/search', { customerId: source.customerId })
    expect(rejected.json()).toMatchObject({ total: 1, items: [{ raw: 'broken line', line: 4 }] })
  })

  it('says by whom it was uploaded, by the full name', async () => {
    const { admin, make } = client.portal
    const { id } = await client.import(await client.source(), asteriskFile(1))
    await make.changeUser(admin.id, { first_name: 'Inge', last_name: 'Lehmann' })
    const named = { id, userName: admin.userName, fullName: 'Inge Lehmann' }
    expect((await client.ask('GET', `/api/import/${id}`)).json()).toMatchObject(named)
    const { items } = pageOf(Import).parse((await client.ask('POST', '/api/import/search', {})).json())
    expect(items.find((one) => one.id === id)).toMatchObject(named)
  })

  it('changes nothing when it comes again, and says so; one that has grown brings what is new', async () => {
    const source = await client.source()
    const first = await client.import(source, asteriskFile(2))
    expect(await client.import(source, asteriskFile(2))).toMatchObject({
      created: 0,
      unchanged: 2,
      sameAs: { id: first.id },
    })
    expect(await client.import(source, asteriskFile(3))).toMatchObject({
      created: 1,
      unchanged: 2,
      sameAs: null,
    })
    expect(await client.calls(source)).toHaveLength(3)
  })

  it('warns of a wrong zone, and of days that the file lacks', async () => {
    const source = await client.source({ timeZone: 'America/New_York' })
    const perDay = 144
    const days = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 14, 15, 17, 18]
    const lines = days.map((day) => asteriskLine({ call: day * perDay }))
    const { warnings } = await client.import(source, lines.join(''))
    expect(warnings).toEqual([
      expect.stringContaining('probably not in America/New York'),
      'The file has no calls on 1 day of the kind that usually has some: Mar 18, 2026.',
    ])
  })

  it('names the first and the last call of those that were taken, and no days between them and those that were not', async () => {
    const source = await client.source()
    const inSixtyYears = 144 * 365 * 60
    const calls = [...Array.from({ length: 14 }, (_, day) => day * 144), inSixtyYears]
    const lines = calls.map((call) => asteriskLine({ call }))
    const ended = await client.import(source, lines.join(''))
    expect(ended).toMatchObject({ created: 14, rejected: 1, warnings: [] })
    expect(Date.parse(ended.lastCallAt ?? '') - Date.parse(ended.firstCallAt ?? '')).toBe(13 * 86_400_000)
  })

  it('that is only tried counts what would happen, by reason, and changes nothing', async () => {
    const source = await client.source()
    await client.import(source, asteriskFile(2))
    const body = `${asteriskFile(4, { from: 1 })}broken\n${asteriskLine({ call: 0, caller: '4155550199' })}`
    const tried = await client.import(source, body, { isDryRun: true })
    expect(tried).toMatchObject({
      isDryRun: true,
      state: 'done',
      created: 3,
      updated: 1,
      unchanged: 1,
      rejected: 1,
      rejections: [{ count: 1 }],
    })
    expect(await client.calls(source)).toHaveLength(2)
    const rejected = await client.ask('POST', '/api/quarantine/search', { customerId: source.customerId })
    expect(rejected.json()).toMatchObject({ total: 0 })
    expectError(await client.ask('POST', `/api/import/${tried.id}/undo`, {}), 409, 'conflict')
  })

  it.each([
    ['has nothing in it', '', 'The file is empty.'],
    ['is binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1, 0xff, 0xfe, 0]), 'text'],
    ['is of something else', '<html>\n', 'HTML'],
    ['is of another system', '{"core-uuid":"1","variables":{}}\n', 'It looks like a file of FreeSWITCH'],
  ])('that %s ends with a sentence, and nothing is taken of it', async (_what, body, sentence) => {
    const source = await client.source()
    const ended = await client.import(source, body)
    expect(ended).toMatchObject({ state: 'failed', created: 0 })
    expect(ended.error).toContain(sentence)
    expect(await client.calls(source)).toEqual([])
  })
})

describe('an upload', () => {
  it('goes on where it broke off, and refuses what overlaps or leaves a gap', async () => {
    const source = await client.source()
    const file = Buffer.from(asteriskFile(20))
    const half = file.length >> 1
    const begun = await client.beginUpload(source, file, half)
    expect(begun).toMatchObject({ state: 'uploading', bytesReceived: half, bytes: file.length })
    for (const [from, to] of [
      [0, half],
      [half - 1, file.length],
      [half + 1, file.length],
    ] as const) {
      const refused = await client.sendPart(source, file, { from, to })
      expectError(refused, 416, 'rangeNotSatisfiable')
      expect(refused.headers['content-range']).toBe(`bytes */${half}`)
    }
    const rest = Import.parse((await client.sendPart(source, file, { from: half })).json())
    expect(rest.id).toBe(begun.id)
    expect(await client.ended(begun.id)).toMatchObject({ state: 'done', created: 20 })
  })

  it('without ranges begins anew after a break', async () => {
    const source = await client.source()
    const first = await client.beginUpload(source)
    expect(await client.import(source, asteriskFile(1))).toMatchObject({ state: 'done', created: 1 })
    expect(await client.get(first.id)).toMatchObject({
      state: 'stopped',
      error: 'The upload was started again.',
    })
  })

  it('that is stopped takes nothing more', async () => {
    const source = await client.source()
    const { id } = await client.beginUpload(source)
    expect((await client.ask('POST', `/api/import/${id}/stop`)).json()).toMatchObject({ state: 'stopped' })
    const next = { from: 3, to: 6 }
    expectError(await client.sendPart(source, nineBytes, next), 416, 'rangeNotSatisfiable')
  })

  it('is refused for what it is', async () => {
    const source = await client.source()
    const customerId = source.customerId
    const of = async (headers: Record<string, string>, body = 'abc') =>
      await client.send(source, body, { headers })
    expectError(await of({ 'content-range': 'bytes 0-5/9' }), 400, 'malformedBody')
    expectError(await of({ 'content-range': 'bytes 5-3/9' }), 400, 'invalid')
    expectError(await of({ 'content-range': 'bytes 0-2/99999999999' }), 413, 'payloadTooLarge')
    expectError(await of({ 'content-encoding': 'gzip' }), 415, 'unsupportedMediaType')
    expectError(await client.send(source, 'abc', { name: '../x' }), 400, 'invalid')
    expectError(await client.send({ id: customerId }, 'abc'), 400, 'invalid')
    const { token } = await client.portal.make.user({ customerId })
    expectError(await client.send(source, 'abc', { token }), 403, 'forbidden')
    const unknown = '/api/import/00000000-0000-4000-8000-000000000001'
    for (const path of [unknown, `${unknown}/updated`])
      expectError(await client.ask('GET', path), 404, 'notFound')
    for (const path of [`${unknown}/stop`, `${unknown}/undo`])
      expectError(await client.ask('POST', path, {}), 404, 'notFound')
  })
})

it('lists imports by source, state and name, the newest first', async () => {
  const source = await client.source()
  const first = await client.import(source, asteriskFile(1), { name: 'one.csv' })
  const second = await client.import(source, '<html>', { name: 'two.csv' })
  const of = async (body: object) =>
    (await client.search({ sourceId: source.id, ...body })).items.map(({ id }) => id)
  expect(await of({})).toEqual([second.id, first.id])
  expect(await of({ states: ['failed'] })).toEqual([second.id])
  expect(await of({ keyword: 'ONE' })).toEqual([first.id])
  expect(await of({ sort: 'name' })).toEqual([first.id, second.id])
})
