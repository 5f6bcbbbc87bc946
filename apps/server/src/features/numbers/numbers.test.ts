import { NumberActivity } from '@callboard/contract/numbers'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changesOf } from '#test/changes-of.ts'
import { type Edit, NumberClient } from '#test/clients/number-client.ts'
import { errorsOf, expectError, expectOk, expectRefused } from '#test/expect-errors.ts'
import type { Portal } from '#test/portal.ts'

let numbers: NumberClient
let test: Portal

beforeAll(async () => {
  numbers = await NumberClient.open()
  test = numbers.portal
})

const code = '+18005550100'

/** A number of a new customer in Chicago. */
async function number(): Promise<{ id: string; customerId: string; key: string }> {
  const sender = await test.make.sender({ timeZone: 'America/Chicago' })
  return { id: await numbers.add(sender.id, code), customerId: sender.id, key: sender.key }
}

/** That the campaign of a number is Sale, for ever. */
const sale = (numberId: string): Edit => ({
  kind: 'set',
  numberIds: [numberId],
  values: { campaign: 'Sale' },
})

const months = (of: readonly { from: string | null; until: string | null; campaign: string | null }[]) =>
  of.map(
    ({ from, until, campaign }) => `${from?.slice(0, 10) ?? ''}/${until?.slice(0, 10) ?? ''} ${campaign}`,
  )

describe('the timeline of a number', () => {
  it('is written as a whole, in days of the customer or in instants', async () => {
    const { id: numberId } = await number()
    const answer = await numbers.edit({
      kind: 'timeline',
      numberId,
      assignments: [
        { from: '2026-03-09T12:00:00+02:00', source: ' Radio ', monthlyCost: '120.50' },
        { until: '2026-03-08', source: 'Billboard', targetNumber: '(312) 555-0188', note: '' },
      ],
    })
    expect(answer).toMatchObject({ calls: 0, numbers: 1, added: [] })
    const { assignments, revision, isPending } = await numbers.get(numberId)
    expect({ revision, isPending }).toEqual({ revision: 1, isPending: false })
    expect(assignments).toMatchObject([
      {
        from: null,
        until: '2026-03-08T06:00:00.000Z',
        source: 'Billboard',
        targetNumber: '+13125550188',
        note: null,
      },
      {
        from: '2026-03-09T10:00:00.000Z',
        until: null,
        source: 'Radio',
        monthlyCost: '120.5',
        campaign: null,
      },
    ])
    const changes = await changesOf(test, assignments[1]?.id ?? '')
    expect(changes.map(({ action, record_name }) => `${action} ${record_name}`)).toEqual([`create ${code}`])
  })

  it('keeps an assignment that stays as it is, and records what changes', async () => {
    const { id: numberId } = await number()
    await numbers.edit({
      kind: 'timeline',
      numberId,
      assignments: [{ from: '2026-01-01', campaign: 'Winter' }],
    })
    const { assignments } = await numbers.get(numberId)
    const [winter] = assignments
    if (winter === undefined) throw new Error('no assignment')
    const ended = { ...winter, until: '2026-04-01' }
    await numbers.edit({
      kind: 'timeline',
      numberId,
      revision: 1,
      assignments: [ended, { from: '2026-04-01', campaign: 'Spring' }],
    })
    const now = await numbers.get(numberId)
    expect(now.assignments.map(({ id }) => id === winter.id)).toEqual([true, false])
    const changed = (await changesOf(test, winter.id)).at(-1)
    expect(changed).toMatchObject({ action: 'update', changes: [{ field: 'until_at' }] })
  })

  it('is refused where two overlap, where one ends before it begins, and where it names what is not there', async () => {
    const { id: numberId } = await number()
    for (const [assignments, field] of [
      [[{ from: '2026-01-01' }, { from: '2026-02-01' }], 'assignments.1.from'],
      [[{ from: '2026-02-01' }, { until: '2026-02-02' }], 'assignments.0.from'],
      [[{ from: '2026-02-01', until: '2026-02-01' }], 'assignments.0.until'],
      [[{ from: '1989-12-31' }], 'assignments.0.from'],
      [[{ from: '2026-02-30' }], 'assignments.0.from'],
      [[{ targetNumber: 'reception' }], 'assignments.0.targetNumber'],
      [[{ location: 'nowhere' }], 'location'],
      [[{ monthlyCost: '-1' }], 'assignments.0.monthlyCost'],
      [[{ id: '00000000-0000-4000-8000-000000000000' }], 'assignments.0.id'],
    ] as const)
      expectRefused(await numbers.post({ kind: 'timeline', numberId, assignments: [...assignments] }), {
        field,
      })
    expect((await numbers.get(numberId)).revision).toBe(0)
  })

  it('that somebody else has changed meanwhile is not written over', async () => {
    const { id: numberId } = await number()
    const write = async (campaign: string) =>
      await numbers.post({ kind: 'timeline', numberId, revision: 0, assignments: [{ campaign }] })
    const answers = await Promise.all([write('One'), write('Other')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const refused = answers.find(({ status }) => status === 409)
    if (refused === undefined) throw new Error('none was refused')
    expectError(refused, 409, 'revisionConflict')
  })
})

describe('values that are set for some time', () => {
  it('change only what they name, cut what was there, and fill gaps', async () => {
    const { id: numberId } = await number()
    await numbers.edit({
      kind: 'timeline',
      numberId,
      assignments: [
        { from: '2026-01-01', until: '2026-03-01', source: 'Radio', campaign: 'Winter' },
        { from: '2026-04-01', source: 'TV', campaign: 'Spring' },
      ],
    })
    const before = await numbers.get(numberId)
    await numbers.edit({
      kind: 'set',
      numberIds: [numberId],
      from: '2026-02-01',
      until: '2026-05-01',
      values: { campaign: 'Sale' },
    })
    const { assignments } = await numbers.get(numberId)
    expect(months(assignments)).toEqual([
      '2026-01-01/2026-02-01 Winter',
      '2026-02-01/2026-03-01 Sale',
      '2026-03-01/2026-04-01 Sale',
      '2026-04-01/2026-05-01 Sale',
      '2026-05-01/ Spring',
    ])
    expect(assignments.map(({ source }) => source)).toEqual(['Radio', 'Radio', null, 'TV', 'TV'])
    expect(assignments[0]?.id).toBe(before.assignments[0]?.id)
  })

  it('are of one customer at a time', async () => {
    const [one, other] = [await number(), await number()]
    const values = { campaign: 'Sale' }
    const answer = await numbers.post({ kind: 'set', numberIds: [one.id, other.id], values })
    expect(errorsOf(answer)[0]).toMatchObject({ field: 'numberIds' })
  })
})

describe('lines of a spreadsheet', () => {
  it('say what numbers stand for; a number that is unknown is added', async () => {
    const { id: numberId, customerId } = await number()
    const lines = [
      { number: '(800) 555-0100', from: '2026-01-01', campaign: 'Winter' },
      { number: code, from: '2025-06-01', until: '2026-01-01', campaign: 'Summer' },
      { number: '800 555 0177', campaign: 'Own' },
    ]
    expect(await numbers.preview({ kind: 'lines', customerId, lines })).toMatchObject({
      numbers: 2,
      added: ['+18005550177'],
    })
    expect(await numbers.edit({ kind: 'lines', customerId, lines })).toMatchObject({
      added: ['+18005550177'],
    })
    expect(months((await numbers.get(numberId)).assignments)).toEqual([
      '2025-06-01/2026-01-01 Summer',
      '2026-01-01/ Winter',
    ])
    // Once more they change nothing.
    expect(await numbers.edit({ kind: 'lines', customerId, lines })).toMatchObject({
      change: null,
      numbers: 0,
    })
  })

  it('are refused with the line that is wrong', async () => {
    const { customerId } = await number()
    for (const [lines, field, text] of [
      [[{ number: code }, { number: 'x' }], 'lines.1.number', 'is not a phone number'],
      [[{ number: code }, { number: code, from: '2026-01-01' }], 'lines.1.from', 'Lines 1 and 2 overlap'],
    ] as const) {
      const answer = await numbers.post({ kind: 'lines', customerId, lines: [...lines] })
      const [error] = errorsOf(answer)
      expect(error).toMatchObject({ field })
      expect(error?.description).toContain(text)
    }
  })
})

describe('a file', () => {
  const file = (customerId: string, csv: string): Edit => ({ kind: 'file', customerId, csv })

  it('says in its columns what numbers stand for, in days as the customer’s country writes them', async () => {
    const { id: numberId, customerId } = await number()
    await test.make.entity({ type: 'location', code: 'clark-street', customerId })
    const csv = [
      '\uFEFFTracking Number;First day;Last day;Source;Campaign;Location;Monthly cost',
      '(800) 555-0100;3/1/2026;4/30/2026;Billboard;"Spring; sale";clark-street;120',
      '800 555 0100;2026-05-01;;Radio;;;',
      '',
    ].join('\r\n')
    expect(await numbers.edit(file(customerId, csv))).toMatchObject({ numbers: 1, added: [] })
    expect((await numbers.get(numberId)).assignments).toMatchObject([
      {
        from: '2026-03-01T06:00:00.000Z',
        until: '2026-05-01T05:00:00.000Z',
        source: 'Billboard',
        campaign: 'Spring; sale',
        location: 'clark-street',
        monthlyCost: '120',
      },
      { from: '2026-05-01T05:00:00.000Z', until: null, source: 'Radio', campaign: null },
    ])
  })

  it.each([
    ['campaign\nWinter', 'The file has no column “number”.'],
    ['number,colour\n+18005550100,red', '“colour” is no column of this file. Rename it, or leave it out.'],
    ['number,source,source\n+18005550100,a,b', 'Two columns say source.'],
    ['number,source\n+18005550100', 'Line 2 has 1 fields, and the header 2.'],
    ['number,from\n\n+18005550100,31.2.2026', 'Line 3: 31.2.2026 is not a day such as 2026-03-01.'],
    ['number,source\nreception,a', 'Line 2: reception is not a phone number such as +14155550123.'],
    ['number,monthly cost\n+18005550100,much', 'Line 2: Monthly cost is not a decimal number such as 12.50.'],
    ['number\n', 'The file has no lines below its header.'],
  ])('that cannot be read is refused with the reason: %j', async (csv, description) => {
    const { customerId } = await number()
    const answer = await numbers.post(file(customerId, csv))
    expect(errorsOf(answer)).toEqual([{ code: 'invalid', field: 'csv', description }])
  })
})

describe('a change of the past', () => {
  it('says how many calls it is of and shows the newest, changes them, and is undone', async () => {
    const { id: numberId, key, customerId } = await number()
    const at = (day: number) => ({ startedAt: `2026-03-${String(day).padStart(2, '0')}T18:00:00.000Z` })
    await test.addCalls(
      key,
      Array.from({ length: 14 }, (_, day) => at(day + 1)),
    )
    const edit: Edit = {
      kind: 'timeline',
      numberId,
      assignments: [{ from: '2026-03-03', campaign: 'Winter' }],
    }
    const preview = await numbers.preview(edit)
    expect(preview).toMatchObject({ calls: 12, numbers: 1 })
    expect(preview.examples).toHaveLength(10)
    expect(preview.examples[0]).toMatchObject({
      ...at(14),
      number: code,
      changes: [{ field: 'campaign', from: null, to: 'Winter' }],
    })
    const campaigns = async () =>
      (await test.storedCalls({ id: customerId })).filter((call) => call['campaign'] === 'Winter').length
    const { change, calls } = await numbers.edit(edit)
    expect(calls).toBe(12)
    expect(await campaigns()).toBe(12)
    const undone = await numbers.undo(change ?? '')
    expectOk(undone)
    await numbers.attributed()
    expect(await campaigns()).toBe(0)
    expect((await numbers.get(numberId)).assignments).toEqual([])
    expectError(await numbers.undo(change ?? ''), 409, 'conflict')
    const items = await numbers.changes({ numberId })
    expect(items.map(({ calls: of, isUndone, canBeUndone }) => ({ of, isUndone, canBeUndone }))).toEqual([
      { of: 12, isUndone: false, canBeUndone: true },
      { of: 12, isUndone: true, canBeUndone: false },
    ])
    const { id, userName } = test.admin
    await test.make.changeUser(id, { first_name: 'Nils', last_name: 'Krag' })
    const [last] = await numbers.changes({ numberId })
    expect(last).toMatchObject({ madeBy: userName, fullName: 'Nils Krag' })
  })

  it('is not undone when its numbers have been changed since', async () => {
    const { id: numberId } = await number()
    const set = async (campaign: string) =>
      await numbers.edit({ kind: 'set', numberIds: [numberId], values: { campaign } })
    const first = await set('One')
    await set('Other')
    expectError(await numbers.undo(first.change ?? ''), 409, 'conflict')
  })

  it('shows no calls to those who may not see them', async () => {
    const { id: numberId, key, customerId } = await number()
    await test.addCalls(key, [{}])
    const { token } = await test.make.user({ customerId, claims: ['number.view', 'number.edit'] })
    expect(await numbers.preview(sale(numberId), token)).toEqual({
      calls: 1,
      numbers: 1,
      added: [],
      examples: [],
    })
  })
})

describe('the calls of numbers', () => {
  const activity = async (numberIds: readonly string[], token: string) => {
    const asked = { path: '/api/number/activity', body: { numberIds }, token }
    return z.array(NumberActivity).parse(expectOk(await test.ask(asked)))
  }
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const at = (startedAt: string, more: object = {}) => ({ startedAt, endedAt: null, duration: null, ...more })

  it('are counted by day, the inbound ones, each customer’s own', async () => {
    const [{ id: numberId, key }, other] = [await number(), await number()]
    await test.addCalls(key, [
      at(ago(1)),
      at(ago(25)),
      at(ago(26)),
      at(ago(40 * 24)),
      at(ago(2), { direction: 'outbound' }),
      at(ago(2), { trackingNumber: '+18005550111' }),
    ])
    const [own, none] = await activity([numberId, other.id], test.admin.token).then((all) =>
      [numberId, other.id].map((id) => all.find((one) => one.id === id)),
    )
    expect(own?.days.slice(-3)).toEqual([0, 2, 1])
    expect(own?.days.reduce((sum, count) => sum + count, 0)).toBe(3)
    expect(Date.now() - Date.parse(own?.lastCallAt ?? '')).toBeLessThan(2 * 3_600_000)
    expect(none).toMatchObject({ lastCallAt: null })
  })

  it('are counted as far as somebody sees calls, and not at all for those who see no figures', async () => {
    const { id: numberId, key, customerId } = await number()
    await test.addCalls(key, [at(ago(1), { location: 'north' }), at(ago(1))])
    const claims = ['number.view', 'location.view', 'reporting.view'] as const
    const limited = await test.make.user({ customerId, claims })
    const north = await test.make.entity({ type: 'location', code: 'north', customerId })
    await test.make.entityGroup({ userIds: [limited.id], entityIds: [north] })
    // The number is not in the group.
    expect(await activity([numberId], limited.token)).toEqual([])
    const whole = await test.make.user({ customerId, claims })
    expect((await activity([numberId], whole.token))[0]?.days.at(-1)).toBe(2)
    const { token } = await test.make.user({ customerId, claims: ['number.view'] })
    expect(await activity([numberId], token)).toEqual([])
  })
})

describe('what numbers stand for', () => {
  it('is seen and changed by those with the rights, of their customers alone', async () => {
    const [own, other] = [await number(), await number()]
    const viewer = await test.make.user({ customerId: own.customerId, claims: ['number.view'] })
    const editor = await test.make.user({
      customerId: own.customerId,
      claims: ['number.edit', 'number.view'],
    })
    expect((await numbers.get(own.id, viewer.token)).number).toBe(code)
    expectError(await numbers.post(sale(own.id), viewer.token), 403, 'forbidden')
    expectOk(await numbers.post(sale(own.id), editor.token))
    expectError(await numbers.post(sale(other.id), editor.token), 404, 'notFound')
    const path = `/api/number/${other.id}`
    expectError(await editor.ask({ path }), 404, 'notFound')
    const lines = [{ number: code, campaign: 'Sale' }]
    const answer = await numbers.post({ kind: 'lines', customerId: other.customerId, lines }, editor.token)
    expect(errorsOf(answer)[0]).toMatchObject({ field: 'customerId' })
  })

  it('is not changed by those who see only some calls: a location would open others to them', async () => {
    const { id: numberId, customerId } = await number()
    const editor = await test.make.user({ customerId, claims: ['number.edit', 'number.view'] })
    await test.make.entityGroup({ userIds: [editor.id], entityIds: [numberId] })
    expectError(await numbers.post(sale(numberId), editor.token), 403, 'forbidden')
  })
})
