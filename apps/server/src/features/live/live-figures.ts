import { type getLiveFigures, type LiveFigure, liveFigures } from '@callboard/contract/live'
import { defaultAnswerSeconds } from '@callboard/contract/reports'
import type { z } from 'zod'
import type { Filter } from '@callboard/contract/calls'
import type { Cell } from '@callboard/contract/reports'
import type { CallerReading } from '../../access/rows/caller-reading.ts'
import { Scope } from '../../access/rows/scope.ts'
import { buildPlan } from '../../report-engine/plan/plan.ts'
import { noCustomerFields } from '../../report-engine/sql/fields.ts'
import { readWhole } from '../../report-engine/summary/read-periods.ts'

type Asked = z.output<typeof getLiveFigures.body>

/** Whoever asks within this time shares an answer: calls of the future are none. */
const stepMs = 10_000

/** Figures of today so far, and of the same day of last week up to the same time. */
export async function readLiveFigures({ db, calls, snapshots, caller, signal }: CallerReading, asked: Asked) {
  const scope = await Scope.of(db, caller)
  const nowMs = Math.ceil(Date.now() / stepMs) * stepMs
  const to = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(asked.timeZone)
  const plan = buildPlan({
    definition: {
      dimensions: [],
      measures: [...liveFigures],
      filters: [],
      sort: [],
      chart: { type: 'none' },
    },
    filters: filtersOf(asked),
    customerFields: noCustomerFields,
    entities: undefined,
    span: { from: to.startOfDay(), to, back: { days: 7 } },
    compare: 'previousPeriod',
    matchWeekdays: false,
    weekStartsOn: caller.settings.weekStartsOn,
    terms: {
      answerWithinSeconds: defaultAnswerSeconds,
      generatedAt: new Date(nowMs).toISOString(),
      timeZone: asked.timeZone,
    },
  })
  const { current, earlier } = await snapshots.read({ signal }, async ({ at, signal: reading }) => {
    return await readWhole(scope, plan, { calls, snapshots, at, signal: reading })
  })
  return { today: figuresOf(current), weekAgo: figuresOf(earlier ?? []) }
}

function filtersOf({ customerId, only }: Asked): Filter[] {
  const filters: Filter[] = []
  if (customerId !== undefined) filters.push({ field: 'customer', op: 'eq', values: [customerId] })
  if (only?.value === null) filters.push({ field: only.field, op: 'isNull', values: [] })
  else if (only !== undefined) filters.push({ field: only.field, op: 'eq', values: [only.value] })
  return filters
}

function figuresOf(cells: readonly Cell[]): Record<LiveFigure, number | null> {
  const of = (name: LiveFigure) => {
    const cell = cells[liveFigures.indexOf(name)]
    return typeof cell === 'number' ? cell : null
  }
  return {
    inbound: of('inbound'),
    answered: of('answered'),
    missed: of('missed'),
    answerRate: of('answerRate'),
    averageWait: of('averageWait'),
  }
}
