import { isComparing, measureColumns, parseColumn } from '@callboard/contract/report-columns'
import { type ReportDefinition, type RunReport, defaultAnswerSeconds } from '@callboard/contract/reports'
import { requireCallerFields, type Scope } from '../../../access/rows/scope.ts'
import { readParameters } from '../../../report-engine/plan/parameters.ts'
import { resolveReportPeriod } from '../../../report-engine/plan/period.ts'
import { findCustomerFields } from '../../attributes/attributes.ts'
import { getGroupCodes } from '../../entity-groups/entity-groups.ts'
import type { RunnableReport } from '../library/reports.ts'
import type { Asking } from './running.ts'
import { steppedReport } from './stepped-report.ts'

/** What a definition asks for with the values of its parameters. Throws when it cannot be run with them. */
export async function inputOf(
  { db, caller, scope, askedAt = new Date() }: Asking & { scope?: Scope },
  { definition: whole, parameters }: Pick<RunnableReport, 'definition' | 'parameters'>,
  asked: Pick<RunReport, 'parameters' | 'timeZone'> & Partial<Pick<RunReport, 'steps' | 'sort'>>,
) {
  const { weekStartsOn } = caller.settings
  const timeZone = asked.timeZone ?? caller.timeZone
  const choices = readParameters(parameters, asked.parameters)
  // The answer says to the millisecond when it is of.
  const now = Temporal.Instant.fromEpochMilliseconds(askedAt.getTime())
  const clock = { now, timeZone, weekStartsOn }
  const { filters, compare, ...stepped } = steppedReport(
    {
      definition: whole,
      filters: [...whole.filters, ...choices.filters],
      span: resolveReportPeriod(choices.period, clock),
      compare: choices.compare === undefined ? whole.compare : choices.compare,
      matchWeekdays: choices.matchWeekdays ?? whole.matchWeekdays,
    },
    asked.steps ?? [],
    clock,
  )
  const definition = compare === null ? withoutComparison(stepped.definition) : stepped.definition
  requireCallerFields(
    caller,
    filters.map((filter) => filter.field),
  )
  return {
    definition,
    choices,
    filters,
    customerFields: await findCustomerFields({ db, caller, scope }, { ...definition, filters }),
    entities: await getGroupCodes(db, caller, {
      groupIds: choices.entityGroupIds,
      field: 'parameters.entityGroup',
    }),
    span: stepped.span,
    compare: compare ?? undefined,
    matchWeekdays: stepped.matchWeekdays,
    earlier: stepped.earlier,
    sort: compare === null ? orderWithoutComparison(asked.sort) : asked.sort,
    terms: {
      answerWithinSeconds: definition.answerWithinSeconds ?? defaultAnswerSeconds,
      generatedAt: new Date(now.epochMilliseconds).toISOString(),
      timeZone,
    },
    weekStartsOn,
  }
}

/** Columns that compare have nothing to say. Where there are no others, the plain figures take their place. */
function withoutComparison(definition: ReportDefinition): ReportDefinition {
  const others = definition.measures.filter((name) => !isComparing(parseColumn(name)))
  const plain = new Set(definition.measures.map((name) => parseColumn(name).measure))
  const measures = others.length > 0 ? others : [...plain]
  const { sort, chart } = definition
  const drawn = chart.measures?.filter((name) => measures.includes(name)) ?? []
  return {
    ...definition,
    measures,
    sort: orderWithoutComparison(sort) ?? [],
    chart: { ...chart, measures: drawn.length > 0 ? drawn : undefined },
  }
}

/** Undefined where nothing is left of it. */
function orderWithoutComparison(sort: ReportDefinition['sort'] = []): ReportDefinition['sort'] | undefined {
  const left = sort.filter(({ field }) => !comparingColumns.has(field))
  return left.length > 0 ? left : undefined
}

const comparingColumns = new Set<string>(measureColumns.filter((name) => isComparing(parseColumn(name))))
