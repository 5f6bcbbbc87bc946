import { annotatedCallsLimit, updateAnnotations } from '@callboard/contract/annotations'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AnnotationClient, ok } from '#test/clients/annotations.ts'
import { changesOf } from '#test/changes-of.ts'
import { bytesOf, expectError } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import type { Person, Portal } from '#test/portal.ts'

let client: AnnotationClient
let test: Portal
let editor: Person

beforeAll(async () => {
  client = await AnnotationClient.open()
  test = client.portal
  editor = client.editor
})

const inMarch = { from: '2026-03-01', to: '2026-04-01' }
const Page = z.object({ items: z.array(z.unknown()) })
const Report = z.object({ rows: z.array(z.array(z.unknown())) })

describe('an edit of a call', () => {
  it('is seen at once by the call, lists, searches, reports and files', async () => {
    const id = await client.fresh()
    const answer = await client.edit(id, {
      tags: ['gold fish'],
      note: 'Wants two.',
      leadStatus: 'Fishy',
      score: 88,
      value: '012.50',
    })
    const values = { tags: ['gold fish'], note: 'Wants two.', leadStatus: 'Fishy', score: 88, value: '12.5' }
    expect(answer).toMatchObject({ ...values, currency: 'USD', revision: 1 })
    expect(await client.callOf(id)).toMatchObject({ ...values, currency: 'USD' })
    expect(await test.listCalls([{ field: 'tag', op: 'in', values: ['gold fish'] }])).toMatchObject([
      { id, score: 88 },
    ])
    expect(await test.listCalls([], { keyword: 'gold fi' })).toMatchObject([{ id }])
    const definition = {
      dimensions: [{ field: 'leadStatus' }],
      measures: ['calls', 'value'],
      filters: [{ field: 'tag', op: 'eq', values: ['gold fish'] }],
    }
    const run = async (accept: string) =>
      await test.admin.ask({
        path: '/api/reporting/runreport',
        body: { definition, parameters: { dateRange: inMarch } },
        headers: { accept },
      })
    expect(Report.parse((await run('application/json')).json()).rows).toEqual([
      ['Fishy', 1, [{ amount: '12.50', currency: 'USD' }]],
    ])
    expect((await run('text/csv')).text).toContain('Fishy,1,12.5')
  })

  it('wins over later revisions of the source, field by field, until it is given back', async () => {
    const [id = ''] = await client.send({
      externalCallId: 'later',
      revision: 1,
      tags: ['a'],
      note: 'one',
      score: 10,
    })
    await client.edit(id, { tags: ['mine'], note: null })
    await client.send({
      externalCallId: 'later',
      revision: 2,
      tags: ['b'],
      note: 'two',
      score: 20,
      agent: 'Ada',
    })
    expect(await client.callOf(id)).toMatchObject({
      tags: ['mine'],
      note: null,
      score: 20,
      agent: 'Ada',
      revision: 2,
    })
    expect(await client.get(id)).toMatchObject({
      setFields: ['tags', 'note'],
      source: { tags: ['b'], note: 'two', score: 20 },
      revision: 1,
    })
    const back = await client.edit(id, { giveBack: ['tags', 'note'] })
    expect(back).toMatchObject({ tags: ['b'], note: 'two', setFields: [], revision: 2 })
    await client.send({ externalCallId: 'later', revision: 3, tags: ['c'], score: 30 })
    expect(await client.callOf(id)).toMatchObject({ tags: ['c'], note: null, score: 30 })
  })

  it('stays when the same call, or an older revision, comes again', async () => {
    const sent = { externalCallId: 'again', revision: 5, note: 'sent' }
    const [id = ''] = await client.send(sent)
    await client.edit(id, { note: 'mine' })
    const answer = await test.sendCalls(client.customer.key, [
      buildCall(sent),
      buildCall({ externalCallId: 'again', revision: 4, note: 'older' }),
    ])
    expect(answer).toMatchObject({ unchanged: 2 })
    expect(await client.callOf(id)).toMatchObject({ note: 'mine' })
  })

  it('of a call in progress stays when the call ends, moves in time, and gets other relations', async () => {
    const callerNumber = '+12125550188'
    const inProgress = { externalCallId: 'going', callerNumber, status: 'in-progress' } as const
    await test.sendCalls(client.customer.key, [buildCall({ ...inProgress, endedAt: null, duration: null })])
    const [{ id } = { id: '' }] = await test.listCalls([
      { field: 'externalCallId', op: 'eq', values: ['going'] },
    ])
    await client.edit(String(id), { leadStatus: 'Open', value: '7' })
    const moved = { externalCallId: 'going', callerNumber, startedAt: '2026-02-27T15:00:00.000Z' }
    await client.send(moved, { callerNumber, startedAt: '2026-01-03T15:00:00.000Z' })
    expect(await client.callOf(String(id))).toMatchObject({
      status: 'answered',
      startedAt: '2026-02-27T15:00:00.000Z',
      priorCalls: 1,
      leadStatus: 'Open',
      value: '7',
    })
    const found = await test.listCalls([{ field: 'externalCallId', op: 'eq', values: ['going'] }], {
      from: '2026-01-01',
    })
    expect(found).toHaveLength(1)
  })

  it('is recorded, with what the call said before; what the source sends is not', async () => {
    const [id = ''] = await client.send({ externalCallId: 'told', tags: ['a'], revision: 1 })
    const answer = await client.put(id, { tags: ['a', 'b'], value: '9' })
    await client.send({ externalCallId: 'told', tags: ['z'], score: 4, revision: 2 })
    const again = await client.put(id, { giveBack: ['tags'] })
    const record = {
      table_type: 'call',
      record_name: '+12125550147, 2026-03-10 15:00:00 UTC',
      action: 'update',
      user_name: editor.userName,
    }
    expect(await changesOf(test, id)).toEqual([
      {
        ...record,
        request_id: answer.headers['x-request-id'],
        changes: [
          { field: 'currency', from: null, to: 'USD' },
          { field: 'tags', from: ['a'], to: ['a', 'b'] },
          { field: 'value', from: null, to: '9' },
        ],
      },
      {
        ...record,
        request_id: again.headers['x-request-id'],
        changes: [{ field: 'tags', from: ['a', 'b'], to: ['z'] }],
      },
    ])
    await test.make.changeUser(editor.id, { first_name: 'Edith', last_name: 'Clarke' })
    const { history } = await client.get(id)
    expect(history.map(({ userName, fullName, changes }) => [userName, fullName, changes.length])).toEqual([
      [editor.userName, 'Edith Clarke', 1],
      [editor.userName, 'Edith Clarke', 3],
    ])
    const body = { tableType: 'call', recordId: id }
    const found = await test.admin.ask({ path: '/api/reporting/searchchangetracking', body })
    expect(Page.parse(found.json()).items).toHaveLength(2)
  })

  it('keeps words without blanks around them, each tag once, and blank as nothing', async () => {
    const id = await client.fresh()
    const answer = await client.edit(id, { tags: [' a', 'a', 'b '], leadStatus: ' Open ', note: ' \n ' })
    expect(answer).toMatchObject({ tags: ['a', 'b'], leadStatus: 'Open', note: null })
  })

  it.each([
    [{ score: 101 }, 'score'],
    [{ score: 1.5 }, 'score'],
    [{ value: '12,50' }, 'value'],
    [{ value: 12 }, 'value'],
    [{ value: '1'.repeat(15) }, 'value'],
    [{ note: 'x'.repeat(5001) }, 'note'],
    [{ note: 'a\0' }, 'note'],
    [{ leadStatus: 'x'.repeat(65) }, 'leadStatus'],
    [{ tags: ['x'.repeat(101)] }, 'tags.0'],
    [{ tags: [''] }, 'tags.0'],
    [{ tags: ['\ud800'] }, 'tags'],
    [{ tags: ['fine', 'a\0'] }, 'tags'],
    [{ leadStatus: '\udc00' }, 'leadStatus'],
    [{ tags: Array.from({ length: 51 }, (_, at) => `t${at}`) }, 'tags'],
    [{ giveBack: ['agent'] }, 'giveBack.0'],
    [{ note: 'a', giveBack: ['note'] }, 'note'],
    [{ currency: 'EUR' }, 'currency'],
    [{ agent: 'Ada' }, 'agent'],
    [{ revision: -1 }, 'revision'],
  ])('of %o is an error of its field', async (body, field) => {
    const id = await client.fresh()
    const answer = await client.put(id, body)
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject([{ field }])
    expect(await client.get(id)).toMatchObject({ revision: 0 })
    client.unused.push(id)
  })

  it('fails when it names a revision that is no longer the current one', async () => {
    const id = await client.fresh()
    expectError(await client.put(id, { note: 'a', revision: 3 }), 409, 'revisionConflict')
    const { revision } = await client.edit(id, { note: 'a', revision: 0 })
    const answer = await client.put(id, { score: 4, revision: 0 }, test.admin)
    expectError(answer, 409, 'revisionConflict')
    expect(answer.json()).toMatchObject([
      { field: 'note', description: 'Edith Clarke changed Note from “sent” to “a” in the meantime.' },
    ])
    await client.edit(id, { score: 4, revision })
  })

  it('at the same moment as others loses none of them', async () => {
    const id = await client.fresh()
    const tags = Array.from({ length: 8 }, (_, at) => `t${at}`)
    const add = async (tag: string) => {
      for (;;) {
        const answer = await client.putAll({ ids: [id], addTags: [tag] })
        // So busy a machine that edits wait too long for each other: whoever is told so sends it again.
        if (answer.status !== 503) return answer
      }
    }
    const answers = await Promise.all(tags.map(add))
    expect(answers.map(({ status }) => status)).toEqual(tags.map(() => 200))
    const { tags: all, revision } = await client.get(id)
    expect(all.toSorted()).toEqual(['a', ...tags])
    expect(revision).toBe(tags.length)
  })

  it('is the right of whoever may edit calls, of the calls they see, and not as another user', async () => {
    const id = await client.fresh()
    const reader = await test.make.user({
      customerId: client.customer.id,
      claims: ['reporting.call.details'],
    })
    expectError(await client.put(id, { note: 'a' }, reader), 403, 'forbidden')
    expect((await reader.ask({ path: client.path(id) })).status).toBe(200)
    const stranger = await test.make.user({
      customerId: (await test.make.customer()).id,
      claims: ['call.edit', 'reporting.call.details'],
    })
    for (const one of [emptyGuid, id]) {
      const answers = [
        await client.put(one, { note: 'a' }, stranger),
        await client.putAll({ ids: [one], note: 'a' }, stranger),
        await stranger.ask({ path: client.path(one) }),
      ]
      for (const answer of answers) expectError(answer, 404, 'notFound')
    }
    expect(bytesOf(await client.put(id, { note: 'a' }, stranger))).toEqual(
      bytesOf(await client.put(emptyGuid, { note: 'a' }, stranger)),
    )
    const asEditor = await test.admin.ask({
      method: 'PUT',
      path: client.path(id),
      body: { note: 'a' },
      headers: { 'x-masked-user': editor.id },
    })
    expectError(asEditor, 403, 'maskedReadOnly')
    expect(await client.callOf(id)).toMatchObject({ note: 'sent' })
  })

  it('of a group of entities reaches only its calls', async () => {
    const [inside = '', outside = ''] = await client.send({ location: 'loop' }, { location: 'lake' })
    const entity = await test.make.entity({ type: 'location', code: 'loop' })
    const limited = await test.make.user({
      customerId: client.customer.id,
      claims: ['call.edit', 'reporting.call.details'],
    })
    await test.make.entityGroup({ entityIds: [entity], userIds: [limited.id] })
    expectError(await client.putAll({ ids: [inside, outside], score: 1 }, limited), 404, 'notFound')
    expect((await client.put(inside, { score: 2 }, limited)).status).toBe(200)
  })
})

describe('the value of a call', () => {
  it('is in the currency of the call, or in that of its customer', async () => {
    const [euro = '', none = ''] = await client.send({ cost: '1', currency: 'EUR' }, {})
    ok(await client.putAll({ ids: [euro, none], value: '50' }), updateAnnotations.response)
    expect(await client.callOf(euro)).toMatchObject({ value: '50', cost: '1', currency: 'EUR' })
    expect(await client.callOf(none)).toMatchObject({ value: '50', currency: 'USD' })
    await client.edit(none, { value: null })
    expect(await client.callOf(none)).toMatchObject({ value: null, currency: null })
  })

  it('stays what somebody typed when the source names another currency, whose cost waits', async () => {
    const [id = ''] = await client.send({ externalCallId: 'money', revision: 1 })
    await client.edit(id, { value: '50' })
    await client.send({ externalCallId: 'money', revision: 2, cost: '1', value: '2', currency: 'EUR' })
    expect(await client.callOf(id)).toMatchObject({ value: '50', cost: null, currency: 'USD' })
    await client.edit(id, { giveBack: ['value'] })
    expect(await client.callOf(id)).toMatchObject({ value: '2', cost: '1', currency: 'EUR' })
  })
})

describe('an edit of many calls', () => {
  it('adds and removes tags of each, and leaves a record for each under one request', async () => {
    const ids = await client.send(
      { tags: ['a', 'b'] },
      { tags: ['b'] },
      {},
      { tags: ['c'], leadStatus: 'Open' },
    )
    const answer = await client.putAll({ ids, addTags: ['c'], removeTags: ['b'], leadStatus: 'Open' })
    expect(ok(answer, updateAnnotations.response)).toMatchObject({ changed: 4, unchanged: 0 })
    const again = await client.putAll({ ids, addTags: ['c'], removeTags: ['b'], leadStatus: 'Open' })
    expect(ok(again, updateAnnotations.response)).toEqual({ changed: 0, unchanged: 4, change: null })
    const tags = await Promise.all(ids.map(async (id) => (await client.get(id)).tags))
    expect(tags).toEqual([['a', 'c'], ['c'], ['c'], ['c']])
    const records = await Promise.all(ids.map(async (id) => await changesOf(test, id)))
    expect(records.map((of) => of.map(({ request_id: by }) => by))).toEqual(
      ids.map(() => [answer.headers['x-request-id']]),
    )
  })

  it('changes none when one of them is not there', async () => {
    const id = await client.fresh()
    expectError(await client.putAll({ ids: [id, emptyGuid], note: 'a' }), 404, 'notFound')
    expect(await client.callOf(id)).toMatchObject({ note: 'sent' })
  })

  it('takes as many as the contract says, and a call once', async () => {
    const id = await client.fresh()
    const ids = Array.from({ length: annotatedCallsLimit + 1 }, () => id)
    expectError(await client.putAll({ ids, note: 'a' }), 400, 'invalid')
    expect(
      ok(await client.putAll({ ids: ids.slice(1), note: 'a' }), updateAnnotations.response),
    ).toMatchObject({
      changed: 1,
      unchanged: 0,
    })
    expectError(await client.putAll({ ids: [], note: 'a' }), 400, 'invalid')
    expectError(await client.putAll({ ids: [id], tags: ['a'], addTags: ['b'] }), 400, 'invalid')
  })

  it('is undone as it was, except where somebody has edited since', async () => {
    const ids = await client.send({ note: 'sent', tags: ['a'] }, { note: 'sent' }, { note: 'sent' })
    const [first = '', second = '', third = ''] = ids
    await client.edit(second, { note: 'mine' })
    const { change } = ok(
      await client.putAll({ ids, note: 'all', addTags: ['b'] }),
      updateAnnotations.response,
    )
    await client.put(third, { score: 1 }, test.admin)
    expectError(await client.undo(change, test.admin), 409, 'conflict')
    expect(ok(await client.undo(change), updateAnnotations.response)).toMatchObject({
      changed: 2,
      unchanged: 0,
    })
    expect(await client.get(first)).toMatchObject({ note: 'sent', tags: ['a'], setFields: [] })
    expect(await client.get(second)).toMatchObject({ note: 'mine', tags: [], setFields: ['note'] })
    expect(await client.get(third)).toMatchObject({ note: 'all', tags: ['b'], score: 1 })
    expectError(await client.undo(change), 409, 'conflict')
    expect((await changesOf(test, first)).map(({ changes }) => changes)).toEqual([
      [
        { field: 'note', from: 'sent', to: 'all' },
        { field: 'tags', from: ['a'], to: ['a', 'b'] },
      ],
      [
        { field: 'note', from: 'all', to: 'sent' },
        { field: 'tags', from: ['a', 'b'], to: ['a'] },
      ],
    ])
  })
})

describe('tags and lead statuses that are in use', () => {
  const values = async (field: string, keyword = '') => {
    const query = keyword === '' ? '' : `?keyword=${keyword}`
    const answer = await editor.ask({ path: `/api/calls/annotations/${field}/values${query}` })
    return ok(answer, z.object({ items: z.array(z.string()) })).items
  }

  it('are those of the calls that one sees, the most frequent first', async () => {
    await client.send(
      { tags: ['rare zebra'] },
      { tags: ['zebra', 'x'] },
      { tags: ['zebra'], leadStatus: 'Zebraish' },
    )
    expect(await values('tags', 'ZEBRA')).toEqual(['zebra', 'rare zebra'])
    expect(await values('leadStatus', 'zeb')).toEqual(['Zebraish'])
    const other = await test.make.apiKey((await test.make.customer()).id)
    await test.sendCalls(other, [buildCall({ tags: ['zebra of others'] })])
    expect(await values('tags', 'others')).toEqual([])
  })
})
