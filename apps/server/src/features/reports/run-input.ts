import { isComparing, parseColumn } from '@callboard/contract/report-columns'
import { type ReportDefinition, type RunReport, usualAnswerSeconds } from '@callboard/contract/reports'
import { requireCallerFields } from '../../access/scope.ts'
import { buildDetailsPlan } from '../../reporting/details-plan.ts'
import { requireFilters } from '../../reporting/filters.ts'
import { readParameters } from '../../reporting/parameters.ts'
import { resolveReportPeriod } from '../../reporting/period.ts'
import { buildPlan } from '../../reporting/plan.ts'
import { getGroupCodes } from '../entities/group-codes.ts'
import type { RunnableReport } from './reports.ts'
import type { Asking } from './running.ts'
import { steppedReport } from './stepped-report.ts'

/** What a definition asks for with the values of its parameters. Throws when it cannot be run with them. */
export async function inputOf(
  { db, caller, askedAt = new Date() }: Asking,
  { definition: whole, parameters }: Pick<RunnableReport, 'definition' | 'parameters'>,
  asked: Pick<RunReport, 'parameters' | 'timeZone'> & Partial<Pick<RunReport, 'steps' | 'sort'>>,
) {
  const { weekStartsOn } = caller.settings
  const timeZone = asked.timeZone ?? caller.timeZone
  const choices = readParameters(parameters, asked.parameters)
  // The answer says to the millisecond when it is of.
  const now = Temporal.Instant.fromEpochMilliseconds(askedAt.getTime())
  const clock = { now, timeZone, weekStartsOn }
  const { definition, filters, span } = steppedReport(
    {
      definition: choices.compare === null ? withoutComparison(whole) : whole,
      filters: [...whole.filters, ...choices.filters],
      span: resolveReportPeriod(choices.period, clock),
    },
    asked.steps ?? [],
    clock,
  )
  requireCallerFields(
    caller,
    filters.map((filter) => filter.field),
  )
  const compare = choices.compare === undefined ? definition.compare : choices.compare
  return {
    definition,
    choices,
    filters,
    entities: await getGroupCodes(db, caller, {
      groupIds: choices.entityGroupIds,
      field: 'parameters.entityGroup',
    }),
    span,
    compare: compare ?? undefined,
    isComparisonOff: choices.compare === null,
    sort: asked.sort,
    terms: {
      answerWithinSeconds: definition.answerWithinSeconds ?? usualAnswerSeconds,
      generatedAt: new Date(now.epochMilliseconds).toISOString(),
      timeZone,
    },
    matchWeekdays: choices.matchWeekdays ?? definition.matchWeekdays,
    weekStartsOn,
  }
}

/** Columns that compare have nothing to say; a report of nothing else cannot be run. */
function withoutComparison(definition: ReportDefinition): ReportDefinition {
  const compares = new Set<string>(definition.measures.filter((name) => isComparing(parseColumn(name))))
  const measures = definition.measures.filter((name) => !compares.has(name))
  if (measures.length === 0) return definition
  const { sort, chart } = definition
  const drawn = chart.measures?.filter((name) => !compares.has(name))
  return {
    ...definition,
    measures,
    sort: sort.filter(({ field }) => !compares.has(field)),
    chart: { ...chart, measures: drawn },
  }
}

/** Throws what a run with these values would throw before it reads a call. */
export async function requireValues(
  asking: Asking,
  report: RunnableReport,
  parameters: RunReport['parameters'],
): Promise<void> {
  const input = await inputOf(asking, report, { parameters })
  requireFilters(input.filters, input.span)
  if (report.kind === 'details') buildDetailsPlan(input)
  else buildPlan(input)
}
