import type { Mapping } from '@callboard/contract/mappings'
import {
  getQuarantineReasons,
  QuarantinedRecord,
  retryQuarantined,
  searchQuarantine,
} from '@callboard/contract/quarantine'
import { Source } from '@callboard/contract/sources'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { SourceClient } from '#test/clients/sources.ts'
import { errorsOf, expectOk } from '#test/expect-errors.ts'
import { answeredCall } from '#test/sources/freeswitch-records.ts'
import { accountSid, authToken, formOf, signForm } from '#test/sources/twilio-callbacks.ts'

let client: SourceClient

beforeAll(async () => {
  client = await SourceClient.open()
})

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  return await client.portal.ask({
    method,
    path,
    token: client.portal.admin.token,
    ...(body !== undefined && { body }),
  })
}

const get = async (id = '') => QuarantinedRecord.parse(expectOk(await ask('GET', `/api/quarantine/${id}`)))
const retry = async ({ sourceSystem }: Source) =>
  retryQuarantined.response.parse(
    expectOk(await ask('POST', '/api/quarantine/retry', { filter: { sourceSystem } })),
  )
const edit = async (id = '', raw = '') => await ask('PUT', `/api/quarantine/${id}`, { raw })

const column = (name: string) => ({ origin: { kind: 'columns' as const, columns: [name] } })
const result = (...words: { word: string; value: string }[]) => [{ ...column('Ergebnis'), words }]
const answered = { word: 'Beantwortet', value: 'answered' }
const missed = { word: 'Zur Tagesmutter', value: 'missed' }

function mappingOf(given: Partial<z.input<typeof Mapping>> = {}): z.input<typeof Mapping> {
  return {
    format: 'csv',
    separator: ';',
    columns: ['Nr', 'Beginn', 'Von', 'An', 'Ergebnis'],
    timeFormats: ['D.M.YYYY H:mm'],
    numbers: { as: 'fromAndTo', from: column('Von'), to: column('An') },
    ...given,
    fields: {
      externalCallId: [column('Nr')],
      startedAt: [column('Beginn')],
      direction: [{ origin: { kind: 'constant', value: 'inbound' } }],
      status: result(answered),
      ...given.fields,
    },
  }
}

async function map({ id }: Source, mapping: z.input<typeof Mapping>) {
  expectOk(await ask('PUT', `/api/source/${id}/mapping`, { mapping }))
}

const file = (...rows: string[]) => `Nr;Beginn;Von;An;Ergebnis\n${rows.join('\n')}\n`

describe('rows of a file', () => {
  it('are kept by their columns, and become calls when the mapping was mended', async () => {
    const source = await client.make({ kind: 'mapped' })
    await map(source, mappingOf())
    const rows = ['1;3.11.2026 09:15;+14155550101;+12125550100;Zur Tagesmutter']
    expect(await client.import(source, file(...rows))).toMatchObject({ created: 0, rejected: 1 })
    const [kept] = await client.rejectedOf(source)
    expect(JSON.parse(kept?.raw ?? '')).toEqual({
      Nr: '1',
      Beginn: '3.11.2026 09:15',
      Von: '+14155550101',
      An: '+12125550100',
      Ergebnis: 'Zur Tagesmutter',
    })
    const { errors, ...shown } = await get(kept?.id)
    expect(shown).toMatchObject({ form: 'row', isReadable: true })
    expect(errors.map(({ field }) => field)).toEqual(['Ergebnis'])
    expect(errors[0]?.description).toContain('Zur Tagesmutter')
    expect(await retry(source)).toMatchObject({ retried: 1, created: 0, rejected: 1 })
    await map(source, mappingOf({ fields: { status: result(answered, missed) } }))
    expect(await get(kept?.id)).toMatchObject({ errors: [] })
    expect(await retry(source)).toMatchObject({ retried: 1, created: 1, rejected: 0 })
    expect(await client.callsOf(source)).toMatchObject([{ status: 'missed', callerNumber: '+14155550101' }])
    expect(await client.rejectedOf(source)).toEqual([])
  })

  it('that have the same mistake are counted together, with examples of it', async () => {
    const source = await client.make({ kind: 'mapped' })
    await map(source, mappingOf())
    const [from, to] = ['+14155550101', '+12125550100']
    const starts = ['31.2.2026 09:15', 'gestern', '3.11.2026 09:15']
    const rows = starts.map((start, at) => `${at};${start};${from};${to};Beantwortet`)
    const description = 'The value of “Beginn” is not a time in the format “D.M.YYYY H:mm”.'
    const ended = await client.import(source, file(...rows))
    expect(ended).toMatchObject({ created: 1, rejected: 2 })
    expect(ended.rejections).toEqual([{ description, count: 2, value: '"31.2.2026 09:15"' }])
    const counted = getQuarantineReasons.response.parse(expectOk(await ask('GET', '/api/quarantine/reasons')))
    const reasons = counted.reasons.filter(({ sourceSystem }) => sourceSystem === source.sourceSystem)
    expect(reasons).toMatchObject([{ description, count: 2, values: ['"31.2.2026 09:15"', '"gestern"'] }])
  })

  it('that are legs are counted by their own values, and accepted calls by their own starts', async () => {
    const source = await client.make({ kind: 'mapped' })
    await map(source, mappingOf({ legsBy: ['Nr'] }))
    const row = (nr: number, start: string) => `${nr};${start};+14155550101;+12125550100;Beantwortet`
    // Lines 2 and 5 are rejected; the second call is the earliest, and the fifth is in the future.
    const ended = await client.import(
      source,
      file(
        row(1, '31.2.2026 09:15'),
        row(2, '3.11.2026 09:20'),
        row(3, '3.11.2026 09:10'),
        row(4, '31.2.2026 25:61'),
        row(5, '3.11.2026 09:30'),
        row(7, '3.11.2026 09:25'),
        row(6, '1.1.2099 00:00'),
      ),
    )
    expect(ended).toMatchObject({
      created: 4,
      rejected: 3,
      firstCallAt: '2026-11-03T14:10:00.000Z',
      lastCallAt: '2026-11-03T14:30:00.000Z',
    })
    expect(ended.rejections.map(({ count, value }) => [count, value])).toEqual([
      [2, '"31.2.2026 09:15"'],
      [1, '"2099-01-01T05:00:00.000Z"'],
    ])
  })

  it('can be corrected in a column, and are told what is wrong as they stand', async () => {
    const source = await client.make({ kind: 'mapped' })
    await map(source, mappingOf())
    await client.import(source, file('2;31.2.2026 09:15;+14155550102;+12125550100;Beantwortet'))
    const [kept] = await client.rejectedOf(source)
    const { errors } = await get(kept?.id)
    expect(errors).toMatchObject([{ field: 'Beginn' }])
    const raw = (kept?.raw ?? '').replace('31.2.2026', '28.2.2026')
    expect(await edit(kept?.id, raw)).toMatchObject({ status: 200 })
    expect(await retry(source)).toMatchObject({ created: 1 })
    expect(await client.callsOf(source)).toMatchObject([{ startedAt: '2026-02-28T14:15:00.000Z' }])
  })

  it.each([
    { day: '3.11.2099', code: 'startedInFuture', sentence: 'day and month may be the other way round' },
    { day: '1.1.1970', code: 'startedTooEarly', sentence: 'The call starts before 1990' },
  ])('of $day are rejected as they are in the preview', async ({ day, code, sentence }) => {
    const source = await client.make({ kind: 'mapped' })
    await map(source, mappingOf())
    await client.import(source, file(`6;${day} 09:15;+14155550102;+12125550100;Beantwortet`))
    const [kept] = await client.rejectedOf(source)
    expect(kept?.code).toBe(code)
    const { errors } = await get(kept?.id)
    expect(errors).toMatchObject([{ field: null }])
    expect(errors[0]?.description).toContain(sentence)
  })

  it('say which call they are of, and leave when it is accepted; a leg stays', async () => {
    const rowsOf = async ({ sourceSystem }: Source) => {
      const body = { sourceSystem, sort: 'externalCallId' }
      return searchQuarantine.response.parse(expectOk(await ask('POST', '/api/quarantine/search', body)))
        .items
    }
    const [bad, good] = ['31.2.2026 09:15', '3.11.2026 09:15']
    const row = (nr: string, start: string) => `${nr};${start};+14155550101;+12125550100;Beantwortet`
    const whole = await client.make({ kind: 'mapped' })
    await map(whole, mappingOf())
    await client.import(whole, file(row('A-1', bad), row('A-2', bad), row('', bad)))
    const ids = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
      rows.map((one) => [one.externalCallId, one.line])
    expect(ids(await rowsOf(whole))).toEqual([
      ['A-1', 2],
      ['A-2', 3],
      [null, 4],
    ])
    const [, second] = await rowsOf(whole)
    expectOk(await edit(second?.id, (second?.raw ?? '').replace('A-2', 'A-3')))
    await client.import(whole, file(row('A-1', good)))
    expect(await client.callsOf(whole)).toHaveLength(1)
    expect(ids(await rowsOf(whole))).toEqual([
      ['A-3', 3],
      [null, 4],
    ])

    const legs = await client.make({ kind: 'mapped' })
    await map(legs, mappingOf({ legsBy: ['Nr'] }))
    await client.import(legs, file(row('A-1', bad)))
    const [leg] = await rowsOf(legs)
    expectOk(await edit(leg?.id, (leg?.raw ?? '').replace('31.2.', '32.2.')))
    await client.import(legs, file(row('A-1', good)))
    expect(await client.callsOf(legs)).toHaveLength(1)
    expect(ids(await rowsOf(legs))).toEqual([['A-1', 2]])
  })

  it('that no mapping can have read alone are kept as they stand', async () => {
    const source = await client.make({ kind: 'mapped' })
    await map(source, mappingOf())
    await client.import(source, file('3;"3.11.2026 09:15;+14155550101;+12125550100;Beantwortet'))
    const [kept] = await client.rejectedOf(source)
    expect(await get(kept?.id)).toMatchObject({ form: 'row', isReadable: false, raw: kept?.raw })
    expect(await retry(source)).toMatchObject({ retried: 1, rejected: 1 })
    expect(await client.rejectedOf(source)).toEqual([kept])
  })

  it('that are legs of one call make it together', async () => {
    const source = await client.make({ kind: 'mapped' })
    const legsBy = ['Nr']
    await map(source, mappingOf({ legsBy }))
    const legs = [
      '4;3.11.2026 09:15;+14155550101;+12125550100;Zur Tagesmutter',
      '4;3.11.2026 09:16;+14155550101;302;Zur Tagesmutter',
    ]
    expect(await client.import(source, file(...legs))).toMatchObject({ rejected: 2 })
    await map(source, mappingOf({ legsBy, fields: { status: result(answered, missed) } }))
    expect(await retry(source)).toMatchObject({ retried: 2, created: 1, rejected: 0 })
    expect(await client.callsOf(source)).toHaveLength(1)
    expect(await client.keptEvents(source)).toBe(2)
    expect(await client.rejectedOf(source)).toEqual([])
  })
})

describe('bodies that were posted', () => {
  it('before there was a mapping become calls with it', async () => {
    const source = await client.make({ kind: 'mapped', secrets: { secret: 'between us' } })
    const headers = { 'content-type': 'application/json', 'x-callboard-secret': 'between us' }
    const said = {
      Nr: '5',
      Beginn: '3.11.2026 09:15',
      Von: '+14155550103',
      An: '+12125550100',
      Ergebnis: 'Beantwortet',
    }
    await client.post(source, { headers, body: JSON.stringify(said) })
    const [kept] = await client.rejectedOf(source)
    expect(kept?.form).toBe('body')
    expect(kept?.description).toContain('has no mapping yet')
    expect(await retry(source)).toMatchObject({ rejected: 1 })
    await map(source, mappingOf({ format: 'json' }))
    expect(await retry(source)).toMatchObject({ created: 1, rejected: 0 })
    expect(await client.callsOf(source)).toMatchObject([{ externalCallId: '5', status: 'answered' }])
    expect(await client.rejectedOf(source)).toEqual([])
  })
})

async function post(source: Source, form: string) {
  const signature = signForm(client.addressOf(source), form)
  const type = 'application/x-www-form-urlencoded'
  const headers = { 'content-type': type, 'x-twilio-signature': signature }
  expect((await client.post(source, { headers, body: form })).status).toBe(204)
}

describe('events of a call', () => {
  const fields = (status: string, seconds: number) =>
    formOf({
      CallSid: 'CA0000000000000000000000000000aa01',
      CallStatus: status,
      From: '+14155550104',
      To: '+12125550100',
      Timestamp: new Date(Date.now() + seconds * 1000).toUTCString().replace('GMT', '+0000'),
    })

  it('are one row however many come, which leaves when the source knows its numbers', async () => {
    const source = await client.make({ kind: 'twilio', settings: { accountSid }, secrets: { authToken } })
    await post(source, fields('ringing', 1))
    await client.rejectedOf(source)
    await post(source, fields('completed', 40))
    const kept = await client.rejectedOf(source)
    expect(kept).toMatchObject([{ form: 'events' }])
    expect(kept[0]?.description).toContain('own numbers')
    expect(kept[0]?.raw).toContain('completed')
    expect(errorsOf(await edit(kept[0]?.id, '[]'))).toMatchObject([{ code: 'invalid' }])
    expect(await retry(source)).toMatchObject({ rejected: 1 })
    const { revision } = source
    expectOk(await ask('PUT', `/api/source/${source.id}`, { revision, ownNumbers: ['+12125550100'] }))
    expect(await client.callsOf(source)).toMatchObject([
      { direction: 'inbound', trackingNumber: '+12125550100' },
    ])
    expect(await client.rejectedOf(source)).toEqual([])
  })

  it('are made into calls anew when their source is set up otherwise, and not after their calls were deleted', async () => {
    const source = await client.make({ kind: 'freeswitch', secrets: { password: 'between us' } })
    const legs = answeredCall.map((leg) => JSON.stringify(leg)).join('\n')
    const { id } = await client.import(source, `${legs}\n`)
    const before = await client.callsOf(source)
    expect(before).toMatchObject([{ status: 'answered' }])
    const change = async (given: object) => {
      const { revision } = Source.parse((await ask('GET', `/api/source/${source.id}`)).json())
      expectOk(await ask('PUT', `/api/source/${source.id}`, { revision, ...given }))
      await client.portal.runtime.callAssembler.settled()
    }
    await change({ ownNumbers: ['+13125550142'] })
    const [anew] = await client.callsOf(source)
    expect(anew).toMatchObject({ id: before[0]?.['id'], direction: 'outbound' })
    await change({ ownNumbers: [] })
    expect(await client.callsOf(source)).toMatchObject([{ direction: before[0]?.['direction'] }])
    expectOk(await ask('POST', `/api/import/${id}/undo`, { confirm: true }))
    await expect.poll(async () => await client.callsOf(source)).toEqual([])
    await change({ ownNumbers: ['+13125550142'] })
    expect(await client.callsOf(source)).toEqual([])
    expect(await client.keptEvents(source)).toBe(0)
    // Also of calls that were made of their events only just now.
    const again = await client.import(source, `${legs}\n`)
    expectOk(await ask('POST', `/api/import/${again.id}/undo`, { confirm: true }))
    await expect.poll(async () => await client.keptEvents(source)).toBe(0)
    expect(await client.callsOf(source)).toEqual([])
  })
})
