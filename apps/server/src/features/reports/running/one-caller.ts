import { callerYears, type getCaller, type OneCaller } from '@callboard/contract/callers'
import type { Filter } from '@callboard/contract/calls'
import type { Body } from '@callboard/contract/endpoint'
import { defaultAnswerSeconds, ReportDefinition } from '@callboard/contract/reports'
import type { z } from 'zod'
import { Scope } from '../../../access/rows/scope.ts'
import { resolveReportPeriod } from '../../../report-engine/plan/period.ts'
import { buildPlan } from '../../../report-engine/plan/plan.ts'
import { noAttributes } from '../../../report-engine/sql/fields.ts'
import { answerSummary } from './run-report.ts'
import type { Asking, Running } from './running.ts'

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

/** All that is known of one caller in the calls that somebody sees. */
export async function getOneCaller(
  running: Asking & Pick<Running, 'calls' | 'snapshots' | 'signal'>,
  { number, customerId, timeZone = running.caller.timeZone }: Body<typeof getCaller>,
): Promise<OneCaller> {
  const { caller, askedAt = new Date() } = running
  const scope = await Scope.of(running.db, caller)
  const { weekStartsOn } = caller.settings
  const now = Temporal.Instant.fromEpochMilliseconds(askedAt.getTime())
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const period = {
    from: today.subtract({ years: callerYears }).toString(),
    to: today.add({ days: 1 }).toString(),
  }
  const span = resolveReportPeriod(period, { now, timeZone, weekStartsOn })
  const terms = { answerWithinSeconds: defaultAnswerSeconds, generatedAt: askedAt.toISOString(), timeZone }
  const ofCustomer: Filter[] =
    customerId === undefined ? [] : [{ field: 'customer', op: 'eq', values: [customerId] }]
  const answer = async (definition: Definition, filters: readonly Filter[]) => {
    const plan = buildPlan({
      definition: ReportDefinition.parse(definition),
      filters: [...filters, ...ofCustomer],
      attributes: noAttributes,
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
  // Each by a number that is indexed.
  const came: Filter[] = [
    { field: 'direction', op: 'eq', values: ['inbound'] },
    { field: 'callerNumber', op: 'eq', values: [number] },
  ]
  const went: Filter[] = [
    { field: 'direction', op: 'eq', values: ['outbound'] },
    { field: 'targetNumber', op: 'eq', values: [number] },
  ]
  const [figures, placed, sources, numbers, times, names] = await Promise.all([
    answer(ofCalls.figures, came),
    answer(ofPlacedCalls, went),
    answer(ofCalls.sources, came),
    answer(ofCalls.numbers, came),
    answer(ofCalls.times, came),
    answer(ofCalls.names, [...came, { field: 'callerName', op: 'notNull', values: [] }]),
  ])
  const name = names.rows[0]?.[0]
  return { name: typeof name === 'string' ? name : null, figures, placed, sources, numbers, times }
}
