import { CallBacksAnswer, listCallBacks } from '@callboard/contract/call-backs'
import { beforeAll, describe, expect, it } from 'vitest'
import { at, CallBackClient, march, missed, tomorrow } from '#test/clients/call-backs.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'

let test: CallBackClient

beforeAll(async () => {
  test = await CallBackClient.open()
})

const [ada, bea, cal] = ['+12125550101', '+12125550102', '+12125550103'] as const

describe('the list of callers to call back', () => {
  it('has one row for each caller, who waits longest first, with how often and for what they called', async () => {
    const { sender, nora } = await test.begin(
      missed(bea, at('03T10:00'), { location: 'oak-park', source: 'radio', callerName: 'Bea Ng' }),
      missed(ada, at('02T10:00'), { location: 'oak-park', source: 'web', campaign: 'spring' }),
      missed(ada, at('04T10:00'), { status: 'abandoned', location: 'lake-view', campaign: 'autumn' }),
      missed(null, at('04T11:00')),
      buildCall({ callerNumber: cal, startedAt: at('04T12:00') }),
    )
    const answer = await test.list(nora)
    expect(
      answer.items.map(({ number, attempts, firstCallAt, lastCall: { startedAt, location, campaign } }) => ({
        number,
        attempts,
        firstCallAt,
        lastCallAt: startedAt,
        location,
        campaign,
      })),
    ).toEqual([
      {
        number: ada,
        attempts: 2,
        firstCallAt: at('02T10:00'),
        lastCallAt: at('04T10:00'),
        location: 'lake-view',
        campaign: 'autumn',
      },
      {
        number: bea,
        attempts: 1,
        firstCallAt: at('03T10:00'),
        lastCallAt: at('03T10:00'),
        location: 'oak-park',
        campaign: null,
      },
    ])
    expect(answer.items[1]).toMatchObject({ customerId: sender.id, name: 'Bea Ng', callBack: null })
    expect(answer).toMatchObject({ total: 2, withheldCalls: 1 })
  })

  it('orders by attempts, the last call and the location, finds a number, and has pages', async () => {
    const { nora } = await test.begin(
      missed(ada, at('02T10:00'), { location: 'oak-park' }),
      missed(bea, at('03T10:00'), { location: 'lake-view' }),
      missed(bea, at('05T10:00'), { location: 'lake-view' }),
      missed(cal, at('06T10:00'), { location: null }),
    )
    expect(await test.numbers(nora, { sort: 'attempts', desc: true })).toEqual([bea, ada, cal])
    expect(await test.numbers(nora, { sort: 'lastCallAt', desc: true })).toEqual([cal, bea, ada])
    expect(await test.numbers(nora, { sort: 'location' })).toEqual([bea, ada, cal])
    expect(await test.numbers(nora, { keyword: '(212) 555-0102' })).toEqual([bea])
    const oakPark = { field: 'location', op: 'eq' as const, values: ['oak-park'] }
    expect(await test.numbers(nora, { filters: [oakPark] })).toEqual([ada])
    const second = await test.list(nora, { page: 2, pageSize: 2 })
    expect(second).toMatchObject({ total: 3, page: 2, items: [{ number: cal }] })
  })

  it('loses a caller with the next answered call, in or out, also one that comes too late for the measure', async () => {
    const { sender, nora } = await test.begin(
      missed(ada, at('02T10:00')),
      missed(bea, at('02T11:00')),
      missed(cal, at('02T12:00')),
    )
    expect(await test.measured(nora)).toBe(3)
    await test.send(
      sender,
      buildCall({ callerNumber: ada, startedAt: at('02T14:00') }),
      // The measure allows for 24 hours.
      buildCall({
        direction: 'outbound',
        callerNumber: '+18005550100',
        targetNumber: bea,
        startedAt: at('09T10:00'),
      }),
    )
    const answer = await test.list(nora)
    expect(answer.items.map(({ number }) => number)).toEqual([cal])
    expect(await test.measured(nora)).toBe(2)
    expect(answer.counts).toMatchObject({
      waiting: { callers: 1, calls: 1 },
      reached: { callers: 1, calls: 1 },
    })
    await test.send(sender, missed(bea, at('10T10:00')))
    expect(await test.numbers(nora)).toEqual([cal, bea])
  })

  it('counts as many calls as the measure, wherever their callers stand', async () => {
    const { nora } = await test.begin(
      missed(ada, at('02T10:00')),
      missed(ada, at('03T10:00')),
      missed(bea, at('02T11:00')),
      missed(cal, at('02T12:00'), { status: 'busy' }),
      missed('front desk', at('02T13:00')),
      missed(null, at('02T14:00')),
      buildCall({ callerNumber: ada, startedAt: at('04T12:00'), status: 'voicemail' }),
    )
    const [second, third] = [await test.caller(nora, 1), await test.caller(nora, 2)]
    await test.act(nora, await test.caller(nora), { state: 'done' })
    await test.act(nora, second, { state: 'open', remindAt: tomorrow() })
    await test.act(nora, third, { state: 'taken' })
    const { counts } = await test.list(nora)
    expect(counts).toEqual({
      waiting: { callers: 2, calls: 2 },
      later: { callers: 1, calls: 1 },
      closed: { callers: 1, calls: 2 },
      reached: { callers: 0, calls: 0 },
    })
    const calls = Object.values(counts).reduce((sum, one) => sum + one.calls, 0)
    expect(calls).toBe(await test.measured(nora))
  })

  it('is of the last seven days unless a period is given, and not for whoever may not see calls', async () => {
    const lately = new Date(Date.now() - 3_600_000).toISOString()
    const { nora } = await test.begin(missed(ada, at('02T10:00')), missed(bea, lately))
    const { items } = CallBacksAnswer.parse(expectOk(await test.ask(nora, listCallBacks, {})))
    expect(items.map(({ number }) => number)).toEqual([bea])
    expectError(await test.ask(nora, listCallBacks, { from: '2026-03-01' }), 400, 'invalid')
    const blind = await test.portal.make.user({ claims: ['reporting.view', 'call.edit'] })
    expectError(await test.ask(blind, listCallBacks, march), 403, 'forbidden')
    expectError(await test.portal.ask({ path: listCallBacks.path, body: march }), 401, 'unauthenticated')
  })
})

describe('the filter of calls that wait for a call back', () => {
  const waits = (value: boolean) => ({ field: 'waitsForCallBack', op: 'eq' as const, values: [value] })

  it('finds in lists and reports the calls of the callers who are listed, and without it all others', async () => {
    const { sender, nora } = await test.begin(
      missed(ada, at('02T10:00')),
      missed(ada, at('03T10:00')),
      missed(bea, at('02T11:00')),
      missed(cal, at('02T12:00')),
      buildCall({ callerNumber: cal, startedAt: at('08T12:00') }),
    )
    const second = await test.caller(nora, 1)
    await test.act(nora, second, { state: 'notNeeded' })
    const { timeZone, ...dateRange } = march
    const definition = {
      dimensions: [{ field: 'callerNumber' }],
      measures: ['missedNotReturned', 'uniqueCallers'],
      filters: [waits(true)],
    }
    const report = async () =>
      (await test.portal.runReport({ definition, parameters: { dateRange }, timeZone }, nora.token)).rows
    expect(await report()).toEqual([[ada, 2, 1]])
    const listed = async (value: boolean) =>
      (
        await test.portal.listCalls(
          [waits(value), { field: 'customer', op: 'eq', values: [sender.id] }],
          march,
        )
      ).length
    expect([await listed(true), await listed(false)]).toEqual([2, 3])
    await test.act(nora, second, { state: 'open' })
    expect(await report()).toEqual([
      [ada, 2, 1],
      [bea, 1, 1],
    ])
    // It comes after the end of what the report reads.
    await test.send(sender, buildCall({ callerNumber: ada, startedAt: '2026-04-03T10:00:00.000Z' }))
    expect(await report()).toEqual([[bea, 1, 1]])
  })

  it('is refused unless it asks for yes or no', async () => {
    const { nora } = await test.begin(missed(ada, at('02T10:00')))
    for (const filter of [
      { field: 'waitsForCallBack', op: 'gt', values: [true] },
      { field: 'waitsForCallBack', op: 'eq', values: ['perhaps'] },
      { field: 'waitsForCallBack', op: 'isNull', values: [] },
    ]) {
      const body = { ...march, filters: [filter] }
      expectError(await test.ask(nora, listCallBacks, body), 400, 'invalid')
    }
  })
})
