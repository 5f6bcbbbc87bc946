import { IngestAnswer } from '@callboard/contract/calls'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorsOf, expectOk } from '#test/expect-errors.ts'
import type { Sender } from '#test/factory.ts'
import { buildCall, type Sent } from '#test/ingest-portal.ts'
import { type Answer, openPortal, type Portal } from '#test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})

async function postFields(
  { key }: Pick<Sender, 'key'>,
  rows: unknown,
  query = 'merge=true',
): Promise<Answer> {
  return await portal.ask({ path: `/api/calls?${query}`, method: 'POST', body: rows, token: key })
}

/** Sends fields, and waits until they can be read. */
async function merge(sender: Pick<Sender, 'key'>, ...rows: Sent[]): Promise<IngestAnswer> {
  const answer = IngestAnswer.parse(expectOk(await postFields(sender, rows)))
  await portal.runtime.ingest.relationsSettled()
  return answer
}

/** A customer with one call. */
async function senderOf(call: Sent): Promise<Sender> {
  const sender = await portal.make.sender()
  await portal.sendCalls(sender.key, [call])
  return sender
}

const fieldsOf = (given: Sent): Sent => ({ externalCallId: 'call-1', ...given })

describe('fields that are merged into a call', () => {
  it('change, and all others stay', async () => {
    const sender = await senderOf(buildCall({ agent: 'Ada', note: 'old', tags: ['a'], city: 'Boston' }))
    expect(await merge(sender, fieldsOf({ note: 'new', mos: 4.2 }))).toMatchObject({ updated: 1 })
    expect(await portal.storedCalls(sender)).toMatchObject([
      { agent: 'Ada', note: 'new', tags: ['a'], city: 'Boston', mos: 4.2, status: 'answered' },
    ])
  })

  it('are cleared by null, and by an empty list', async () => {
    const sender = await senderOf(buildCall({ agent: 'Ada', note: 'old', tags: ['a'] }))
    await merge(sender, fieldsOf({ agent: null, tags: [] }))
    expect(await portal.storedCalls(sender)).toMatchObject([{ agent: '', note: 'old', tags: [] }])
  })

  it('are left out of a call that is sent whole, which has only what it says', async () => {
    const sender = await senderOf(buildCall({ agent: 'Ada' }))
    await portal.sendCalls(sender.key, [buildCall({ note: 'x' })])
    expect(await portal.storedCalls(sender)).toMatchObject([{ agent: '', note: 'x' }])
  })

  it('change nothing where they are as they were', async () => {
    const call = buildCall({
      callerNumber: '(415) 555-0123',
      cost: '1.50',
      agent: 'Ada',
      status: 'missed',
      talkDuration: 5,
      hangupCause: 'USER_BUSY',
    })
    const sender = await senderOf(call)
    expect(await merge(sender, fieldsOf({ agent: 'Ada' }), fieldsOf({}))).toMatchObject({ unchanged: 2 })
    expect(await merge(sender, call)).toMatchObject({ unchanged: 1 })
    expect(await merge(sender, fieldsOf({ note: 'x' }))).toMatchObject({ updated: 1 })
    // The whole of it is what it is now.
    expect(await portal.sendCalls(sender.key, [{ ...call, note: 'x' }])).toMatchObject({ unchanged: 1 })
  })

  it('have what follows from them worked out anew: what was worked out is not what was sent', async () => {
    const sender = await senderOf(buildCall({ answeredAt: null, endedAt: null }))
    expect(await portal.storedCalls(sender)).toMatchObject([{ status: 'in-progress' }])
    await merge(sender, fieldsOf({ answeredAt: '2026-03-02T15:00:20.000Z' }))
    expect(await portal.storedCalls(sender)).toMatchObject([{ status: 'in-progress', ring_duration: 20 }])
    await merge(sender, fieldsOf({ endedAt: '2026-03-02T15:01:00.000Z' }))
    expect(await portal.storedCalls(sender)).toMatchObject([
      { status: 'answered', duration: 60, ring_duration: 20, talk_duration: 40 },
    ])
    await merge(sender, fieldsOf({ endedAt: '2026-03-02T15:02:00.000Z' }))
    expect(await portal.storedCalls(sender)).toMatchObject([{ duration: 120, talk_duration: 100 }])
    await merge(sender, fieldsOf({ callerNumber: '+16045550123' }))
    expect(await portal.storedCalls(sender)).toMatchObject([
      { state: 'CA-BC', country: 'CA', geo_source: 'number' },
    ])
  })

  it('go by revisions as whole calls do', async () => {
    const sender = await senderOf(buildCall({ revision: 2, agent: 'Ada', note: 'two' }))
    expect(await merge(sender, fieldsOf({ revision: 1, note: 'late' }))).toMatchObject({ unchanged: 1 })
    expect(await merge(sender, fieldsOf({ revision: 2, note: 'two' }))).toMatchObject({ unchanged: 1 })
    expect(await merge(sender, fieldsOf({ revision: 2, note: 'other' }))).toMatchObject({
      rejected: [{ code: 'revisionConflict', externalCallId: 'call-1' }],
    })
    expect(await merge(sender, fieldsOf({ revision: 3, note: 'three' }))).toMatchObject({ updated: 1 })
    expect(await merge(sender, fieldsOf({ note: 'newer' }))).toMatchObject({ updated: 1 })
    expect(await portal.storedCalls(sender)).toMatchObject([{ agent: 'Ada', note: 'newer', revision: '3' }])
  })

  it('make a call that is not known, if they are enough for one', async () => {
    const sender = await portal.make.sender()
    const answer = await merge(sender, buildCall({ note: 'x' }), { externalCallId: 'short', note: 'y' })
    expect(answer).toMatchObject({
      created: 1,
      rejected: [{ line: 2, externalCallId: 'short', code: 'unknownCall' }],
    })
    expect(answer.rejected[0]?.description).toContain('startedAt')
  })

  it('are checked together with those that stay', async () => {
    const sender = await senderOf(buildCall())
    const answer = await merge(
      sender,
      fieldsOf({ endedAt: '2026-03-02T14:00:00.000Z' }),
      fieldsOf({ mos: 'good' }),
      fieldsOf({ colour: 'red' }),
      fieldsOf({ customerCode: 'somebody-else' }),
      fieldsOf({ note: 'a\0b' }),
      { note: 'of nothing' },
    )
    expect(answer.rejected.map(({ code }) => code)).toEqual([
      'endedBeforeStart',
      'invalid',
      'unknownField',
      'customerMismatch',
      'invalidText',
      'invalid',
    ])
  })

  it('of one call follow each other in a batch, and a rejected one does not count', async () => {
    const sender = await senderOf(buildCall({ agent: 'Ada' }))
    expect(
      await merge(
        sender,
        fieldsOf({ note: 'one' }),
        fieldsOf({ endedAt: '2026-03-02T14:00:00.000Z', note: 'never' }),
        fieldsOf({ location: 'north' }),
        fieldsOf({ agent: null }),
      ),
    ).toMatchObject({ updated: 3 })
    expect(await portal.storedCalls(sender)).toMatchObject([{ agent: '', note: 'one', location: 'north' }])
  })

  it('are all there, whoever sends them at the same time', async () => {
    const sender = await portal.make.sender()
    await portal.postCalls(sender, buildCall())
    const fields = ['agent', 'note', 'location', 'source', 'medium', 'campaign', 'keyword', 'device', 'city']
    await Promise.all(
      fields.map(async (field) => expectOk(await postFields(sender, fieldsOf({ [field]: `new ${field}` })))),
    )
    await portal.runtime.ingest.settled()
    expect(await portal.storedCalls(sender)).toMatchObject([
      Object.fromEntries(fields.map((field) => [field, `new ${field}`])),
    ])
  })

  it('leave to people what they have edited, and know what the source says behind it', async () => {
    const sender = await senderOf(buildCall({ note: 'sent', tags: ['sent'], value: '5' }))
    const [id = ''] = (await portal.storedCalls(sender)).map((row) => String(row['id']))
    const path = `/api/calls/${id}/annotation`
    expectOk(
      await portal.admin.ask({ path, method: 'PUT', body: { note: 'own', tags: ['own'], value: '9' } }),
    )
    await merge(sender, fieldsOf({ agent: 'Ada', tags: ['sent anew'] }))
    expect(await portal.storedCalls(sender)).toMatchObject([{ note: 'own', tags: ['own'], agent: 'Ada' }])
    const body = { giveBack: ['note', 'tags', 'value'] }
    expectOk(await portal.admin.ask({ path, method: 'PUT', body }))
    expect(await portal.storedCalls(sender)).toMatchObject([
      { note: 'sent', tags: ['sent anew'], value: '5', agent: 'Ada' },
    ])
  })

  it('may name another parent', async () => {
    const sender = await senderOf(buildCall({ parentExternalCallId: 'one' }))
    expect(await merge(sender, fieldsOf({ parentExternalCallId: 'one' }))).toMatchObject({ unchanged: 1 })
    const [before] = await portal.storedCalls(sender)
    await merge(sender, fieldsOf({ parentExternalCallId: 'two' }))
    const [after] = await portal.storedCalls(sender)
    expect(after?.['parent_call_id']).not.toBe(before?.['parent_call_id'])
    expect(await merge(sender, fieldsOf({ parentExternalCallId: 'call-1' }))).toMatchObject({
      rejected: [{ code: 'ownParent' }],
    })
  })

  it('are told with the ids of their calls', async () => {
    const sender = await senderOf(buildCall())
    const answer = expectOk(await postFields(sender, fieldsOf({ note: 'x' }), 'merge=true&ids=true'))
    await portal.runtime.ingest.settled()
    const [row] = await portal.storedCalls(sender)
    expect(answer).toMatchObject({ calls: [{ line: 1, id: row?.['id'], externalCallId: 'call-1' }] })
  })
})

describe('a call from before what was sent was kept', () => {
  it('keeps its columns, but for what its numbers told', async () => {
    const sender = await senderOf(buildCall({ agent: 'Ada', note: 'old', callerNumber: '(415) 555-0123' }))
    await portal.runtime.ingest.change(async () => {
      await portal.runtime.calls.command({
        sql: "UPDATE calls SET sent = '' WHERE customer_id = {id:UUID}",
        params: { id: sender.id },
      })
    })
    expect(await merge(sender, fieldsOf({ agent: 'Ada' }))).toMatchObject({ unchanged: 1 })
    expect(await merge(sender, fieldsOf({ note: 'new', callerNumber: '+12127365000' }))).toMatchObject({
      updated: 1,
    })
    expect(await portal.storedCalls(sender)).toMatchObject([
      { agent: 'Ada', note: 'new', status: 'answered', talk_duration: 170, state: 'US-NY' },
    ])
  })
})

describe('rejected fields', () => {
  it('are retried as fields: they clear nothing of their call', async () => {
    const sender = await portal.make.sender()
    await merge(sender, fieldsOf({ note: 'early' }))
    const [row] = await portal.db
      .selectFrom('quarantine')
      .where('customer_id', '=', sender.id)
      .select(['id', 'code'])
      .execute()
    expect(row?.code).toBe('unknownCall')
    await portal.sendCalls(sender.key, [buildCall({ agent: 'Ada' })])
    const retry = { path: '/api/quarantine/retry', body: { ids: [row?.id] }, token: portal.admin.token }
    expect(expectOk(await portal.ask(retry))).toMatchObject({ retried: 1, updated: 1, rejected: 0 })
    await portal.runtime.ingest.settled()
    expect(await portal.storedCalls(sender)).toMatchObject([{ agent: 'Ada', note: 'early' }])
  })
})

it('is refused a word that is no flag', async () => {
  const answer = await postFields(await portal.make.sender(), fieldsOf({}), 'merge=perhaps')
  expect(answer.status).toBe(400)
  expect(errorsOf(answer)).toMatchObject([{ field: 'merge' }])
})
