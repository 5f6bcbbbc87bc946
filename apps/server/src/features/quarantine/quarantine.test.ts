import {
  deleteManyQuarantined,
  getQuarantineReasons,
  maxQuarantined,
  QuarantinedRecord,
  retryQuarantined,
  searchQuarantine,
} from '@callboard/contract/quarantine'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { errorsOf, expectError, expectOk } from '#test/expect-errors.ts'
import type { Sender } from '#test/factory.ts'
import { buildCall } from '#test/ingest-portal.ts'
import { openPortal, type Portal } from '#test/portal.ts'
import { deleteOldRows } from './delete-old-rows.ts'
import { mailAdministrators } from './mail-administrators.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  await portal.ask({
    method,
    path: `/api/quarantine${path}`,
    token: portal.admin.token,
    ...(body !== undefined && { body }),
  })

const search = async (body: object) =>
  searchQuarantine.response.parse(expectOk(await ask('POST', '/search', body)))
const rowsOf = async ({ id }: Sender) => (await search({ customerId: id, pageSize: 200 })).items
const get = async (id: string) => QuarantinedRecord.parse(expectOk(await ask('GET', `/${id}`)))
const retry = async (body: object) =>
  retryQuarantined.response.parse(expectOk(await ask('POST', '/retry', body)))
const reasonsOf = async ({ id }: Sender) => {
  const { reasons } = getQuarantineReasons.response.parse(expectOk(await ask('GET', '/reasons')))
  return reasons.filter(({ customerId }) => customerId === id)
}

/** The last two things that were done with rows of a customer. */
const doneWith = async ({ id }: Sender) =>
  (await changesOf(portal, id)).flatMap(({ changes }) => changes).slice(-2)

/** A sender whose calls were rejected: of each the row as it was sent. */
async function rejected(...calls: object[]) {
  const sender = await portal.make.sender()
  const { rejected: all } = await portal.sendCalls(sender.key, calls)
  expect(all).toHaveLength(calls.length)
  return sender
}

const sideways = (externalCallId: string) => buildCall({ externalCallId, direction: 'sideways' })

describe('rejected rows', () => {
  it('are listed as they came, and counted by source, reason and day', async () => {
    const wrong = sideways('a')
    const sender = await rejected(wrong, { ...sideways('b'), sourceSystem: 'pbx' }, sideways('c'))
    const rows = await rowsOf(sender)
    expect(rows.map(({ externalCallId }) => externalCallId)).toEqual(['c', 'b', 'a'])
    expect(rows[2]).toMatchObject({
      raw: JSON.stringify(wrong),
      line: 1,
      code: 'invalid',
      sourceSystem: 'api',
    })
    const [first, second] = await reasonsOf(sender)
    expect([first?.sourceSystem, first?.count, second?.sourceSystem, second?.count]).toEqual([
      'api',
      2,
      'pbx',
      1,
    ])
    const { total, days } = getQuarantineReasons.response.parse(expectOk(await ask('GET', '/reasons')))
    expect([days.length, days.at(-1)?.count]).toEqual([30, total])
    const of = { customerId: sender.id }
    expect((await search({ ...of, sourceSystem: 'pbx' })).total).toBe(1)
    expect((await search({ ...of, description: first?.description })).total).toBe(3)
    expect((await search({ ...of, keyword: '"externalCallId":"b"' })).total).toBe(1)
    expect((await search({ ...of, to: '2026-01-01T00:00:00.000Z' })).total).toBe(0)
  })

  it('have a reason without their values, which stand beside it', async () => {
    const sender = await rejected(
      buildCall({ externalCallId: 'a', status: 'Beantwortet', startedAt: '02.11.2026' }),
      buildCall({ externalCallId: 'b', status: 'Verpasst', startedAt: 'gestern' }),
      buildCall({ externalCallId: 'c', duration: -3, currency: 'Euro', tags: ['', 'a', ''] }),
      buildCall({ externalCallId: 'd', direction: undefined, agent: 7, value: 'viel', parentCallId: 'x' }),
    )
    const [first, ...others] = await reasonsOf(sender)
    expect(first).toMatchObject({
      code: 'invalid',
      count: 2,
      description:
        'startedAt must be a time such as 2026-11-02T15:04:05Z. status must be one of answered, voicemail, missed, abandoned, busy, failed, or in-progress.',
      values: ['"02.11.2026"', '"gestern"'],
    })
    expect(others.map(({ description }) => description).toSorted()).toEqual([
      'direction is missing. agent must be a text in quotation marks. value is not a decimal number such as 12.50. parentCallId must be an id such as 0193f0a0-0000-7000-8000-00000000000c.',
      'duration must be at least 0. tags must have at least 1 character. currency is not an ISO 4217 currency code.',
    ])
    const row = (await rowsOf(sender)).find(({ externalCallId }) => externalCallId === 'a')
    const { errors } = await get(row?.id ?? '')
    expect(errors.map(({ description }) => description)).toEqual([
      'startedAt must be a time such as 2026-11-02T15:04:05Z; it is "02.11.2026".',
      'status must be one of answered, voicemail, missed, abandoned, busy, failed, or in-progress; it is "Beantwortet".',
    ])
  })

  it('leave by themselves when their source sends the call again and it is accepted, not before', async () => {
    const sender = await rejected(sideways('again'), sideways('other'))
    const pbx = await rejected(sideways('again'))
    await portal.sendCalls(sender.key, [buildCall({ externalCallId: 'again', sourceSystem: 'pbx' })])
    expect(await rowsOf(sender)).toHaveLength(2)
    await portal.sendCalls(sender.key, [buildCall({ externalCallId: 'again' })])
    expect((await rowsOf(sender)).map(({ externalCallId }) => externalCallId)).toEqual(['other'])
    expect(await rowsOf(pbx)).toHaveLength(1)
    // What is rejected later is another thing.
    await portal.sendCalls(sender.key, [sideways('again')])
    expect(await rowsOf(sender)).toHaveLength(2)
    await portal.sendCalls(sender.key, [buildCall({ externalCallId: 'again', note: 'mended' })])
    expect(await rowsOf(sender)).toHaveLength(1)
  })

  it('stay when only some fields of their call are sent, as those say nothing of the others', async () => {
    const sender = await rejected(sideways('tagged'))
    await portal.sendCalls(sender.key, [buildCall({ externalCallId: 'other' })])
    const fields = { ...buildCall({ externalCallId: 'tagged' }), tags: ['checked'] }
    const { key: token } = sender
    const sent = await portal.ask({ path: '/api/calls?merge=true', body: fields, token })
    expect(sent.json()).toMatchObject({ created: 1 })
    await portal.runtime.ingest.settled()
    expect(await rowsOf(sender)).toHaveLength(1)
    await portal.sendCalls(sender.key, [buildCall({ externalCallId: 'tagged' })])
    expect(await rowsOf(sender)).toEqual([])
  })

  it('are counted and not kept once a source has too many of them', async () => {
    const sender = await rejected(sideways('first'), { ...sideways('other'), sourceSystem: 'pbx' })
    const ofSource = portal.db
      .updateTable('quarantine_source')
      .where('customer_id', '=', sender.id)
      .where('source_system', '=', 'api')
    await ofSource.set({ kept: maxQuarantined - 1 }).execute()
    await portal.sendCalls(sender.key, [sideways('first'), sideways('second'), sideways('third')])
    await portal.sendCalls(sender.key, [sideways('fourth'), { ...sideways('more'), sourceSystem: 'pbx' }])
    const names = new Set((await rowsOf(sender)).map(({ externalCallId }) => externalCallId))
    expect(names).toEqual(new Set(['first', 'more', 'other', 'second']))
    const { dropped } = getQuarantineReasons.response.parse(expectOk(await ask('GET', '/reasons')))
    expect(dropped.filter(({ customerId }) => customerId === sender.id)).toMatchObject([
      { sourceSystem: 'api', dropped: 2 },
    ])
    await ofSource.set({ kept: 2 }).execute()
    expectOk(await ask('POST', '/delete', { filter: { customerId: sender.id } }))
    const after = getQuarantineReasons.response.parse(expectOk(await ask('GET', '/reasons')))
    expect(after.dropped.filter(({ customerId }) => customerId === sender.id)).toEqual([])
  })

  it('say which fields are wrong', async () => {
    const sender = await rejected(
      buildCall({ direction: 'sideways', color: 'red' }),
      buildCall({ externalCallId: 'late', endedAt: '2026-03-02T14:59:59.999Z' }),
    )
    const [late, first] = await rowsOf(sender)
    expect(await get(first?.id ?? '')).toMatchObject({
      isReadable: true,
      errors: [{ field: 'direction' }, { field: 'color', description: 'Unknown field color.' }],
    })
    expect(await get(late?.id ?? '')).toMatchObject({
      errors: [{ field: 'endedAt', description: 'endedAt is before startedAt.' }],
    })
  })
})

describe('rows that nobody corrects', () => {
  it('are deleted after the days of a setting, on record', async () => {
    const sender = await rejected(sideways('old'), sideways('new'))
    await portal.db
      .updateTable('quarantine')
      .where('external_call_id', '=', 'old')
      .set({ received_at: new Date(Date.now() - 11 * 86_400_000) })
      .execute()
    await portal.set('keepRejectedDays', 10)
    await deleteOldRows(portal.db)
    expect((await rowsOf(sender)).map(({ externalCallId }) => externalCallId)).toEqual(['new'])
    expect((await doneWith(sender)).at(-1)).toMatchObject({
      field: 'rejectedRows',
      from: '1 row',
      to: 'Deleted after 10 days',
    })
  })

  it('are told of to administrators, where a setting asks for it and something was added', async () => {
    const sent = async () =>
      await portal.db
        .selectFrom('mail')
        .where('subject', 'like', 'Rejected rows%')
        .select(['recipient', 'subject', 'body_text as text'])
        .execute()
    await portal.make.user({ isAdmin: true, email: 'ada@example.com' })
    await portal.make.user({ isAdmin: false, email: 'ben@example.com' })
    await rejected(sideways('told'))
    await mailAdministrators(portal.runtime)
    expect(await sent()).toEqual([])
    await portal.set('quarantineMail', 'daily')
    await mailAdministrators(portal.runtime)
    await mailAdministrators(portal.runtime)
    const [mail, ...others] = await sent()
    expect([mail?.recipient, others]).toEqual(['ada@example.com', []])
    expect(mail?.text).toContain('direction must be one of inbound or outbound')
    expect(mail?.text).toContain('/manage/quarantine')
    await rejected(sideways('told later'))
    await mailAdministrators(portal.runtime)
    expect((await sent()).map(({ subject }) => subject)).toContain('Rejected rows: 1 new')
  })
})

describe('a row that is corrected', () => {
  it('stays until it is retried; then it is a call, and both are on record', async () => {
    const sender = await rejected(sideways('a'))
    const [row] = await rowsOf(sender)
    const id = row?.id ?? ''
    const raw = JSON.stringify(buildCall({ externalCallId: 'mended', note: 'by hand' }))
    const edited = QuarantinedRecord.parse(expectOk(await ask('PUT', `/${id}`, { raw })))
    expect(edited).toMatchObject({ errors: [], externalCallId: 'mended', raw })
    expect(await retry({ ids: [id] })).toEqual({
      retried: 1,
      created: 1,
      updated: 0,
      unchanged: 0,
      rejected: 0,
      next: null,
    })
    await portal.runtime.ingest.settled()
    expect(await portal.storedCalls(sender)).toMatchObject([{ external_call_id: 'mended', note: 'by hand' }])
    expectError(await ask('GET', `/${id}`), 404, 'notFound')
    expect(await doneWith(sender)).toMatchObject([
      { field: 'rejectedRow', from: row?.raw, to: raw },
      { field: 'rejectedRows', from: '1 row of api', to: 'Retried and accepted' },
    ])
  })

  it('and is still wrong says what is wrong now', async () => {
    const sender = await rejected(sideways('a'))
    const [row] = await rowsOf(sender)
    const raw = JSON.stringify(buildCall({ externalCallId: 'a', startedAt: 'yesterday' }))
    expect(expectOk(await ask('PUT', `/${row?.id ?? ''}`, { raw }))).toMatchObject({
      code: 'invalid',
      errors: [{ field: 'startedAt' }],
    })
    expect(await retry({ ids: [row?.id ?? ''] })).toMatchObject({ retried: 1, rejected: 1 })
    expect(await rowsOf(sender)).toMatchObject([{ code: 'invalid', raw }])
  })

  it('stays JSON if it was, and is as it was after a slip', async () => {
    const sender = await rejected(sideways('a'))
    const [row] = await rowsOf(sender)
    const path = `/${row?.id ?? ''}`
    for (const raw of ['{"a":', '{"externalCallId":"\\x"}', 'a;b']) {
      const [error, ...others] = errorsOf(await ask('PUT', path, { raw }))
      expect([error?.code, error?.field, others]).toEqual(['invalid', 'raw', []])
      expect(error?.description).toMatch(/^This is not JSON: ./)
    }
    expect(await rowsOf(sender)).toEqual([row])
    for (const raw of ['[]', '{"externalCallId":5}'])
      expect(expectOk(await ask('PUT', path, { raw }))).toMatchObject({ raw, externalCallId: null })
    expectError(await ask('PUT', path, { raw: '"a\0b"' }), 400, 'invalid')
  })

  it('may become any text if it never was JSON', async () => {
    const sender = await portal.make.sender()
    await portal.postCalls(sender, 'a,line,of a file\n', 'application/x-ndjson')
    const [row] = await rowsOf(sender)
    for (const raw of ['a;b', '{', '{"externalCallId":5}'])
      expect(expectOk(await ask('PUT', `/${row?.id ?? ''}`, { raw }))).toMatchObject({ raw })
  })

  it('may not become the same as another one', async () => {
    const sender = await rejected(sideways('a'), sideways('b'))
    const [b, a] = await rowsOf(sender)
    expectError(await ask('PUT', `/${b?.id ?? ''}`, { raw: a?.raw }), 409, 'conflict')
  })
})

describe('a retry of all of a reason', () => {
  it('goes on where the last request ended, takes what is accepted now and leaves the rest where it was', async () => {
    const sender = await rejected(
      ...Array.from({ length: 30 }, (_, at) => buildCall({ externalCallId: `f${at}`, startedAt: future })),
      sideways('wrong'),
    )
    // As if a clock had been wrong.
    await portal.db
      .updateTable('quarantine')
      .set((write) => ({
        raw: write.fn<string>('replace', ['raw', write.val(future), write.val('2026-03-02T15:00:00.000Z')]),
      }))
      .where('customer_id', '=', sender.id)
      .execute()
    const before = await rowsOf(sender)
    const description = before.find(({ code }) => code === 'startedInFuture')?.description
    const filter = { customerId: sender.id, description }
    const first = await retry({ filter })
    expect(first).toMatchObject({ retried: 30, created: 30, rejected: 0 })
    expect(await retry({ filter, after: first.next })).toMatchObject({ retried: 0, next: null })
    expect(await retry({ filter: { customerId: sender.id } })).toMatchObject({ retried: 1, rejected: 1 })
    const wrong = before.find(({ externalCallId }) => externalCallId === 'wrong')
    expect(await rowsOf(sender)).toMatchObject([{ id: wrong?.id, receivedAt: wrong?.receivedAt }])
  })

  it('twice at once makes each call once', async () => {
    const sender = await rejected(buildCall({ externalCallId: 'once', startedAt: future }))
    await portal.db
      .updateTable('quarantine')
      .set({ raw: JSON.stringify(buildCall({ externalCallId: 'once' })) })
      .where('customer_id', '=', sender.id)
      .execute()
    const filter = { customerId: sender.id }
    const answers = await Promise.all([retry({ filter }), retry({ filter })])
    expect(answers.reduce((sum, { created }) => sum + created, 0)).toBe(1)
    await portal.runtime.ingest.settled()
    expect(await portal.storedCalls(sender)).toHaveLength(1)
    expect(await rowsOf(sender)).toEqual([])
  })

  it('leaves lines of files, which are no calls, with what was said of them', async () => {
    const sender = await portal.make.sender()
    await portal.postCalls(sender, 'a,line,of a file\n', 'application/x-ndjson')
    await portal.db
      .updateTable('quarantine')
      .set({ code: 'notALeg', description: 'The line has 3 fields.' })
      .where('customer_id', '=', sender.id)
      .execute()
    expect(await retry({ filter: { customerId: sender.id } })).toMatchObject({ retried: 1, rejected: 1 })
    const [row] = await rowsOf(sender)
    expect(row).toMatchObject({ code: 'notALeg', description: 'The line has 3 fields.' })
    expect((await get(row?.id ?? '')).isReadable).toBe(false)
  })
})

it('downloads rows as they came, each on a line, the oldest first', async () => {
  const sender = await portal.make.sender()
  const spread = JSON.stringify(sideways('spread'), undefined, 2)
  await portal.postCalls(sender, `[${spread}, ${JSON.stringify(sideways('b'))}]`)
  await portal.postCalls(sender, 'no,json', 'application/x-ndjson')
  const answer = await ask('GET', `/file?customerId=${sender.id}`)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers['content-disposition']).toContain('Rejected calls.ndjson')
  const [first = '', second, third, ...rest] = answer.text.split('\n')
  expect([JSON.parse(first), second, third, rest]).toEqual([
    sideways('spread'),
    JSON.stringify(sideways('b')),
    'no,json',
    [''],
  ])
})

it('deletes one row, or all that a filter finds, on record', async () => {
  const sender = await rejected(sideways('a'), sideways('b'), sideways('c'))
  const [row] = await rowsOf(sender)
  expect((await ask('DELETE', `/${row?.id ?? ''}`)).status).toBe(204)
  expectError(await ask('DELETE', `/${row?.id ?? ''}`), 404, 'notFound')
  const { deleted, next } = deleteManyQuarantined.response.parse(
    expectOk(await ask('POST', '/delete', { filter: { customerId: sender.id } })),
  )
  expect([deleted, next]).toEqual([2, expect.any(String)])
  expect(await rowsOf(sender)).toEqual([])
  expect(await doneWith(sender)).toMatchObject([
    { field: 'rejectedRows', from: '1 row of api', to: 'Deleted' },
    { field: 'rejectedRows', from: '2 rows of api', to: 'Deleted' },
  ])
})

const future = '2199-01-01T00:00:00.000Z'
