import { missedStatuses } from '@callboard/contract/fields'
import { measures } from '@callboard/contract/measures'
import {
  dashboardReports,
  listParameterValues,
  RunReportAnswer,
  standardReports,
  type ValuesName,
} from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { expect } from 'vitest'
import { csvRows } from '../csv-rows.ts'
import { expectOk, expectError } from '../expect-errors.ts'
import { inOrder } from '../in-order.ts'
import { type Asking, customersOf, isInEntities, type MadeCall } from './world.ts'
import { weeks } from './world-plan.ts'

const path = '/api/reporting/runreport'
const dateRange = { from: weeks.from, to: weeks.to }

/** Every report counts the calls that the user sees and no other, as a table, as totals, beside the week before, as CSV. */
export async function checkFigures(asking: Asking): Promise<void> {
  const counted = countedCalls(asking.visible)
  await checkSummary(asking, counted)
  await checkEntityGroups(asking)
  for (const [reportId, calls] of [
    [dashboardReports.overTime, counted.now],
    [dashboardReports.byHourAndWeekday, counted.now.filter(isInbound)],
  ] as const) {
    const answer = await run(asking, { reportId })
    expect(totalOf(answer, 'calls')).toBe(calls.length)
    const sum = answer.rows.reduce((all, row) => all + Number(row[columnOf(answer, 'calls')]), 0)
    expect(sum).toBe(calls.length)
  }
  await checkGroups(asking, dashboardReports.topSources, (call) =>
    isInbound(call) ? call.source : undefined,
  )
  await checkGroups(asking, dashboardReports.topNumbers, (call) =>
    isInbound(call) ? call.number : undefined,
  )
  await checkGroups(asking, dashboardReports.topLocations, (call) =>
    isInbound(call) ? call.location : undefined,
  )
  await checkLibrary(asking, counted)
}

interface Counted {
  now: MadeCall[]
  before: MadeCall[]
}

/** Legs never count. */
function countedCalls(visible: readonly MadeCall[]): Counted {
  const calls = visible.filter((call) => !call.isLeg)
  return {
    now: calls.filter((call) => call.startedAt >= weeks.from),
    before: calls.filter((call) => call.startedAt < weeks.from),
  }
}

async function run(
  { test, token }: Asking,
  { parameters = {}, ...body }: { reportId: string; parameters?: object },
) {
  const answer = await test.ask({ path, body: { ...body, parameters: { dateRange, ...parameters } }, token })
  return RunReportAnswer.parse(expectOk(answer))
}

async function checkSummary(asking: Asking, { now, before }: Counted): Promise<void> {
  const answer = await run(asking, { reportId: dashboardReports.summary })
  expect(figures(answer, answer.rows[0])).toMatchObject(expected(now))
  expect(figures(answer, answer.comparison?.rows[0])).toMatchObject(expected(before))
}

function expected(calls: readonly MadeCall[]): object {
  const inbound = calls.filter(isInbound)
  const callers = inbound.flatMap((call) => call.callerNumber ?? [])
  const worth = calls.flatMap((call) => (call.value === null ? [] : Number(call.value)))
  return {
    calls: calls.length,
    inbound: inbound.length,
    answered: inbound.filter((call) => call.status === 'answered').length,
    missed: inbound.filter((call) => missedStatuses.some((status) => status === call.status)).length,
    uniqueCallers: new Set(callers).size,
    value:
      worth.length === 0
        ? null
        : [{ amount: worth.reduce((sum, one) => sum + one, 0).toFixed(2), currency: 'USD' }],
  }
}

/** Asking for a group of entities narrows what one sees, and never widens it. */
async function checkEntityGroups(asking: Asking): Promise<void> {
  const { world, user, visible } = asking
  const mine = world.plan.entityGroups.filter((group) => group.isActive && group.users.includes(user))
  for (const group of mine) {
    const id = world.entityGroups[world.plan.entityGroups.indexOf(group)] ?? ''
    const answer = await run(asking, {
      reportId: dashboardReports.summary,
      parameters: { entityGroup: [id], compare: null },
    })
    const inGroup = countedCalls(visible).now.filter((call) => isInEntities(world, group.entities, call))
    expect(figures(answer, answer.rows[0])).toMatchObject(expected(inGroup))
  }
  const foreign = world.entityGroups.filter((_, at) => {
    const group = world.plan.entityGroups[at]
    return group !== undefined && !mine.includes(group)
  })
  for (const id of foreign) {
    const body = { reportId: dashboardReports.summary, parameters: { entityGroup: id } }
    expectError(await asking.test.ask({ path, body, token: asking.token }), 400, 'invalid')
  }
}

/** A report with one dimension: its rows, its totals, its file, and no names but of what the user may know. */
async function checkGroups(
  asking: Asking,
  reportId: string,
  groupOf: (call: MadeCall) => string | null | undefined,
): Promise<void> {
  const calls = countedCalls(asking.visible).now.filter((call) => groupOf(call) !== undefined)
  const counts = new Map<string | null, number>()
  for (const call of calls) counts.set(groupOf(call) ?? null, (counts.get(groupOf(call) ?? null) ?? 0) + 1)
  const answer = await run(asking, {
    reportId,
    parameters: parametersForAll(reportId),
  })
  const at = columnOf(answer, 'calls')
  expect(new Map(answer.rows.map((row) => [row[0], row[at]]))).toEqual(counts)
  expect(answer.meta.rowCount).toBe(counts.size)
  expect(totalOf(answer, 'calls')).toBe(calls.length)
  const names = Object.values(answer.labels).flatMap((labels) => Object.values(labels))
  expect(knownNames(asking)).toEqual(expect.arrayContaining(names))
  const body = { reportId, parameters: { dateRange, ...parametersForAll(reportId) } }
  const csv = await asking.test.ask({ path, body, token: asking.token, headers: { accept: 'text/csv' } })
  // Names stand beside codes, so that the columns are not those of the answer.
  const [heads = [], ...lines] = csvRows(csv.text)
  const inFile = heads.indexOf(measures.calls.label)
  expect(inOrder(lines.map((cells) => Number(cells[inFile])))).toEqual(inOrder(counts.values()))
}

/** Parameters by which a report counts all calls of the period, beside nothing. */
function parametersForAll(reportId: string): object {
  if (reportId === standardReports.summaryByDay) return { compare: null }
  return reportId === standardReports.bySource ? { direction: [] } : {}
}

/** Names of the entities of everybody and of the user's customers. */
function knownNames({ world, user }: Asking): string[] {
  const customers = customersOf(world, user)
  return world.entityNames.filter((_, at) => {
    const customer = world.plan.entities[at]?.customer ?? null
    return customer === null || customers.has(customer)
  })
}

/** The library is there for who finds it in a group; then it counts as everything else does. */
async function checkLibrary(asking: Asking, { now, before }: Counted): Promise<void> {
  const { world, user, test, token } = asking
  if (!world.plan.groups.some((group) => group.isActive && group.users.includes(user))) {
    for (const reportId of Object.values(standardReports)) {
      expectError(await test.ask({ path, body: { reportId }, token }), 404, 'notFound')
    }
    return
  }
  await checkGroups(asking, standardReports.bySource, (call) => call.source)
  const byDay = await run(asking, { reportId: standardReports.summaryByDay })
  expect([totalOf(byDay, 'calls'), byDay.comparison?.totals?.[columnOf(byDay, 'calls')]]).toEqual([
    now.length,
    before.length,
  ])
  const body = { reportId: standardReports.callDetails, parameters: { dateRange } }
  const csv = await test.ask({ path, body, token, headers: { accept: 'text/csv' } })
  expect(csv.text.trimEnd().split(/\r?\n/)).toHaveLength(now.length + 1)
}

const valued: { parameter: ValuesName; of: (call: MadeCall) => string | readonly string[] | null }[] = [
  { parameter: 'source', of: (call) => call.source },
  { parameter: 'campaign', of: (call) => call.campaign },
  { parameter: 'location', of: (call) => call.location },
  { parameter: 'network', of: (call) => call.network },
  { parameter: 'number', of: (call) => call.number },
  { parameter: 'npanxx', of: (call) => call.npanxx },
  { parameter: 'callerNumber', of: (call) => call.callerNumber },
  { parameter: 'agent', of: (call) => call.agent },
  { parameter: 'tag', of: (call) => call.tags },
]

/** Nothing to choose from but what stands in the calls that the user sees, also when it is searched for. */
export async function checkParameterValues(asking: Asking): Promise<void> {
  const { world, user, visible } = asking
  for (const { parameter, of } of valued) {
    const values = new Set(visible.flatMap((call) => of(call) ?? []))
    const all = await valuesOf(asking, parameter)
    expect(inOrder(all.items.map((item) => item.value))).toEqual(inOrder(values))
    expect(all.total).toBe(values.size)
    const labels = all.items.flatMap(({ value, label }) => (label === value ? [] : label))
    expect(knownNames(asking)).toEqual(expect.arrayContaining(labels))
  }
  // Found by the names of entities, and again only among the calls that the user sees.
  const found = await valuesOf(asking, 'location', 'entity')
  const locations = new Set(visible.flatMap((call) => call.location ?? []))
  expect([...locations]).toEqual(expect.arrayContaining(found.items.map((item) => item.value)))
  const customers = [...customersOf(world, user)].map((at) => world.customers[at])
  const listed = await valuesOf(asking, 'customer')
  expect(inOrder(listed.items.map((item) => [item.value, item.label]))).toEqual(
    inOrder(customers.map((customer) => [customer?.id, customer?.name])),
  )
  const groups = world.entityGroups.filter((_, at) => {
    const group = world.plan.entityGroups[at]
    return group?.isActive === true && group.users.includes(user)
  })
  const offered = await valuesOf(asking, 'entityGroup')
  expect(inOrder(offered.items.map((item) => item.value))).toEqual(inOrder(groups))
}

async function valuesOf({ test, token }: Asking, parameter: ValuesName, keyword?: string) {
  const query = keyword === undefined ? '' : `?keyword=${keyword}`
  const answer = await test.ask({ path: `/api/reporting/${parameter}/${emptyGuid}${query}`, token })
  return listParameterValues.response.parse(expectOk(answer))
}

type Row = RunReportAnswer['rows'][number]

function figures(answer: RunReportAnswer, row: Row | null | undefined): object {
  return Object.fromEntries(answer.columns.map((column, at) => [column.name, row?.[at]]))
}

function totalOf(answer: RunReportAnswer, name: string): unknown {
  return answer.totals?.[columnOf(answer, name)]
}

function columnOf({ columns }: RunReportAnswer, name: string): number {
  return columns.findIndex((column) => column.name === name)
}

function isInbound(call: MadeCall): boolean {
  return call.direction === 'inbound'
}
