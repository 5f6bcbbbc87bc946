import { NumberActivity, NumberTimeline, searchNumbers } from '@callboard/contract/numbers'
import { Overview } from '@callboard/contract/overview'
import { pageOf } from '@callboard/contract/paging'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { NumberClient } from '#test/clients/number-client.ts'
import { expectOk } from '#test/expect-errors.ts'
import type { Portal } from '#test/portal.ts'

let numbers: NumberClient
let test: Portal

beforeAll(async () => {
  numbers = await NumberClient.open()
  test = numbers.portal
})

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const at = (startedAt: string, more: object = {}) => ({ startedAt, endedAt: null, duration: null, ...more })

async function customerWith(
  assigned: Readonly<Record<string, readonly object[]>>,
  given: { timeZone?: string } = {},
) {
  const sender = await test.make.sender({ timeZone: 'America/Chicago', ...given })
  for (const [code, assignments] of Object.entries(assigned)) {
    const numberId = await numbers.add(sender.id, code)
    await numbers.edit({ kind: 'timeline', numberId, assignments: [...assignments] })
  }
  return sender
}

async function search(body: object, accept = 'application/json') {
  return await test.admin.ask({ path: searchNumbers.path, body, headers: { accept } })
}

it('numbers that stand for something and are not called for as long as the setting says are found, and told to administrators', async () => {
  const { id: customerId, key } = await customerWith({
    '+18005550100': [{ source: 'Called' }],
    '+18005550101': [{ source: 'Silent' }],
    '+18005550102': [{ until: '2026-01-01', source: 'Ended' }],
    '+18005550103': [{ from: ago(2), source: 'New' }],
    '+18005550104': [{ source: 'Long ago' }],
    '+18005550105': [{ source: 'Outbound only' }],
    '+18005550106': [],
  })
  await test.addCalls(key, [
    at(ago(1), { trackingNumber: '+18005550100' }),
    at(ago(40), { trackingNumber: '+18005550104' }),
    at(ago(1), { trackingNumber: '+18005550105', direction: 'outbound' }),
  ])
  // The same number of somebody else is another one.
  const other = await customerWith({})
  await test.addCalls(other.key, [at(ago(1), { trackingNumber: '+18005550101' })])
  const silent = async () => {
    const { items } = pageOf(NumberTimeline).parse(
      expectOk(await search({ customerId, standsFor: 'silent' })),
    )
    return items.map(({ number }) => number.slice(-3))
  }
  const overview = async () =>
    Overview.parse(expectOk(await test.admin.ask({ path: '/api/overview' }))).silentNumbers
  expect(await silent()).toEqual(['101', '104', '105'])
  expect(await overview()).toEqual({ numbers: 3, days: 30 })
  await test.set('silentNumberDays', 60)
  expect(await silent()).toEqual(['101', '105'])
  expect(await overview()).toEqual({ numbers: 2, days: 60 })
})

it('what a number cost in thirty days of its customer’s calendar stands beside its calls', async () => {
  const { id: customerId } = await customerWith({
    '+18005550100': [
      { until: '2020-01-01', source: 'Before', monthlyCost: '900' },
      { from: ago(400), source: 'Radio', monthlyCost: '30' },
    ],
  })
  const { items } = pageOf(NumberTimeline).parse(expectOk(await search({ customerId })))
  const body = { numberIds: items.map(({ id }) => id) }
  const asked = { path: '/api/number/activity', body, token: test.admin.token }
  const [activity] = z.array(NumberActivity).parse(expectOk(await test.ask(asked)))
  // Whether or not a month of 31 or 28 days is among them.
  expect(Number(activity?.cost)).toBeGreaterThan(28.9)
  expect(Number(activity?.cost)).toBeLessThan(32.2)
})

it('numbers are exported with all that they stand for, and what was exported of a customer is imported as it is', async () => {
  const noon = '2026-05-10T12:00:00.000Z'
  const { id: customerId } = await customerWith({
    '+18005550100': [
      { until: '2026-03-01', source: 'Billboard', note: 'by the "A1", north' },
      { from: '2026-03-01', until: noon, source: 'Radio', campaign: '=Spring', monthlyCost: '12.5' },
      { from: noon, source: 'Radio', targetNumber: '+13125550188' },
    ],
    '+18005550101': [],
  })
  const file = await search({ customerId }, 'text/csv')
  expect(file.text.split('\r\n')).toEqual([
    'number,from,last day,source,medium,campaign,keyword,location,rotation group,network,target number,monthly cost,note',
    '+18005550100,,2026-02-28,Billboard,,,,,,,,,"by the ""A1"", north"',
    `+18005550100,2026-03-01,${noon},Radio,,'=Spring,,,,,,12.5,`,
    `+18005550100,${noon},,Radio,,,,,,,+13125550188,,`,
    `+18005550101${','.repeat(12)}`,
    '',
  ])
  const before = pageOf(NumberTimeline).parse(expectOk(await search({ customerId }))).items
  const again = await numbers.edit({ kind: 'file', customerId, csv: file.text })
  expect(again).toMatchObject({ change: null, numbers: 0, added: [] })
  const [first] = before
  await numbers.edit({ kind: 'timeline', numberId: first?.id ?? '', assignments: [] })
  await numbers.edit({ kind: 'file', customerId, csv: file.text })
  const after = pageOf(NumberTimeline).parse(expectOk(await search({ customerId }))).items
  const valuesOf = (items: typeof before) =>
    items.map(({ number, assignments }) => [number, assignments.map((one) => ({ ...one, id: '' }))])
  expect(valuesOf(after)).toEqual(valuesOf(before))
  const all = await search({ keyword: '5550101' }, 'text/csv')
  expect(all.text.split('\r\n')[0]).toMatch(/^customer,number,from,/)
})
