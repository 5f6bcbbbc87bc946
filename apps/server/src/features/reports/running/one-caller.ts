import { callerPeriod, type getCaller, type OneCaller } from '@callboard/contract/callers'
import type { Filter } from '@callboard/contract/calls'
import type { Body } from '@callboard/contract/endpoint'
import { defaultAnswerSeconds, ReportDefinition } from '@callboard/contract/reports'
import type { z } from 'zod'
import { Scope } from '../../../access/rows/scope.ts'
import { resolveReportPeriod } from '../../../report-engine/plan/period.ts'
import { buildPlan } from '../../../report-engine/plan/plan.ts'
import { noCustomerFields } from '../../../report-engine/sql/fields.ts'
import { selectLinked } from './linked-caller-store.ts'
import { answerSummary } from './run-report.ts'
import type { Asking, Running } from './running.ts'

type Reading = Asking & Pick<Running, 'calls' | 'snapshots' | 'signal'>

type Definition = Pick<z.input<typeof ReportDefinition>, 'dimensions' | 'measures' | 'sort' | 'limit'>

/** More than anybody has called, or was brought by. */
const maxRows = 200

const ofCalls = {
  figures: {
    measures: [
      'calls',
      'answered',
      'missed',
      'missedNotReturned',
      'voicemail',
      'recorded',
      'averageTalk',
      'totalTalk',
      'value',
      'firstCall',
      'lastCall',
    ],
  },
  sources: {
    dimensions: [{ field: 'source' }, { field: 'campaign' }],
    measures: ['calls', 'firstCall', 'lastCall'],
    sort: [{ field: 'firstCall', desc: false }],
    limit: maxRows,
  },
  numbers: {
    dimensions: [{ field: 'trackingNumber' }],
    measures: ['calls', 'answered', 'missed', 'firstCall', 'lastCall'],
    sort: [{ field: 'lastCall', desc: true }],
    limit: maxRows,
  },
  times: {
    dimensions: [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }],
    measures: ['calls'],
  },
  names: {
    dimensions: [{ field: 'callerName' }],
    measures: ['lastCall'],
    sort: [{ field: 'lastCall', desc: true }],
    limit: 1,
  },
} as const satisfies Record<string, Definition>

const ofPlacedCalls: Definition = { measures: ['calls', 'answered', 'totalTalk', 'lastCall'] }

/** All that is known of one caller in the calls that somebody sees. Linked numbers count whose calls they see. */
export async function getOneCaller(
  running: Reading,
  { number, customerId: given, timeZone = running.caller.timeZone }: Body<typeof getCaller>,
): Promise<OneCaller> {
  const scope = await Scope.of(running.db, running.caller)
  const { answer, idsBehind } = askingOf(scope, running, timeZone)
  const customerId = given ?? onlyOne(await idsBehind([number], ['customer', 'customer']))
  const ofCustomer: Filter[] =
    customerId === undefined ? [] : [{ field: 'customer', op: 'eq', values: [customerId] }]
  const isTheirs = customerId !== undefined && scope.coversCustomer(customerId)
  const known = isTheirs ? await selectLinked(running.db, { customerId, numbers: [number] }) : []
  const others = known.flatMap((one) => one.numbers).filter((one) => one !== number)
  const seen =
    scope.restrictions.length === 0
      ? others
      : await idsBehind(others, ['callerNumber', 'targetNumber'], ofCustomer)
  const linked = others.filter((one) => seen.includes(one)).toSorted()
  const all = [number, ...linked]
  const came = [...cameFrom(all), ...ofCustomer]
  const [figures, placed, sources, numbers, times, names] = await Promise.all([
    answer(ofCalls.figures, came),
    answer(ofPlacedCalls, [...wentTo(all), ...ofCustomer]),
    answer(ofCalls.sources, came),
    answer(ofCalls.numbers, came),
    answer(ofCalls.times, came),
    answer(ofCalls.names, [...came, { field: 'callerName', op: 'notNull', values: [] }]),
  ])
  const name = names.rows[0]?.[0]
  return {
    name: typeof name === 'string' ? name : null,
    customerId: customerId ?? null,
    linked,
    figures,
    placed,
    sources,
    numbers,
    times,
  }
}

function onlyOne(ids: readonly string[]): string | undefined {
  const [id, another] = ids
  return another === undefined ? id : undefined
}

// Calls in both directions are asked for apart: each by a number that is indexed.

function cameFrom(numbers: readonly string[]): Filter[] {
  return [
    { field: 'direction', op: 'eq', values: ['inbound'] },
    { field: 'callerNumber', op: 'in', values: [...numbers] },
  ]
}

function wentTo(numbers: readonly string[]): Filter[] {
  return [
    { field: 'direction', op: 'eq', values: ['outbound'] },
    { field: 'targetNumber', op: 'in', values: [...numbers] },
  ]
}

/** Asks about the calls of the last years. */
function askingOf(scope: Scope, running: Reading, timeZone: string) {
  const { caller, askedAt = new Date() } = running
  const { weekStartsOn } = caller.settings
  const now = Temporal.Instant.fromEpochMilliseconds(askedAt.getTime())
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const span = resolveReportPeriod(callerPeriod(today), { now, timeZone, weekStartsOn })
  const terms = { answerWithinSeconds: defaultAnswerSeconds, generatedAt: askedAt.toISOString(), timeZone }
  const answer = async (definition: Definition, filters: readonly Filter[]) => {
    const plan = buildPlan({
      definition: ReportDefinition.parse(definition),
      filters,
      customerFields: noCustomerFields,
      entities: undefined,
      span,
      compare: undefined,
      matchWeekdays: undefined,
      weekStartsOn,
      terms,
    })
    const report = { id: null, name: 'Caller' }
    const startedAt = performance.now()
    return await answerSummary(scope, running, { report, plan, terms, page: undefined, steps: [], startedAt })
  }
  /** What calls from and to these numbers have of a field each. */
  const idsBehind = async (
    asked: readonly string[],
    [from, to]: readonly ['customer', 'customer'] | readonly ['callerNumber', 'targetNumber'],
    filters: readonly Filter[] = [],
  ) => {
    if (asked.length === 0) return []
    const by = (field: typeof from | typeof to) => ({
      dimensions: [{ field }],
      measures: ['calls' as const],
      limit: maxRows,
    })
    const found = await Promise.all([
      answer(by(from), [...cameFrom(asked), ...filters]),
      answer(by(to), [...wentTo(asked), ...filters]),
    ])
    return [
      ...new Set(found.flatMap(({ rows }) => rows.flatMap(([id]) => (typeof id === 'string' ? [id] : [])))),
    ]
  }
  return { answer, idsBehind }
}
