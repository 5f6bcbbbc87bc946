import { type RunReport, usualAnswerSeconds } from '@callboard/contract/reports'
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
      definition: whole,
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
