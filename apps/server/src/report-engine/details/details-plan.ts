import type { AskedField } from '@callboard/contract/field-names'
import type { ReportDefinition } from '@callboard/contract/reports'
import { AppError } from '../../lib/app-error.ts'
import type { CallSelection } from './details.ts'
import type { ListOrder } from './export-windows.ts'
import { choiceOf, type GivenChoice } from '../sql/call-choice.ts'
import { isFieldName } from '../sql/fields.ts'
import type { ParameterChoices } from '../plan/parameters.ts'
import type { Plan } from '../plan/plan.ts'

/** A list of calls, as rows or a file. */
export interface ListPlan extends CallSelection {
  columns: readonly AskedField[]
  /** One field or more; calls without a value come last. */
  order: readonly ListOrder[]
  /** Undefined: all. */
  limit: number | undefined
  /** The order of which the limit leaves the first rows, where they are then shown in another one. */
  limitedBy?: readonly ListOrder[] | undefined
}

/** With the filters of the definition and of the parameters. */
export interface DetailsInput extends GivenChoice {
  definition: ReportDefinition
  /** In place of the order of the definition, whose limit leaves the same rows. */
  sort?: ReportDefinition['sort'] | undefined
  /** Of the parameters. */
  choices: Pick<ParameterChoices, 'compare' | 'matchWeekdays'>
}

/** The plan of a report with a row for each call. What such a report cannot have is an error that names it. */
export function buildDetailsPlan(input: DetailsInput): ListPlan {
  const { definition, choices, sort } = input
  if ((choices.compare ?? null) !== null) throw impossible('comparison', 'parameters.compare')
  if (choices.matchWeekdays !== undefined) throw impossible('comparison', 'parameters.matchWeekdays')
  if (definition.compare !== undefined) throw impossible('comparison', 'definition.compare')
  if (definition.matchWeekdays !== undefined) throw impossible('comparison', 'definition.matchWeekdays')
  if (definition.dimensions.length > 0) throw impossible('dimensions', 'definition.dimensions')
  if (definition.measures.length > 0) throw impossible('measures', 'definition.measures')
  if (definition.pivot !== undefined) throw impossible('pivot', 'definition.pivot')
  if (definition.others !== undefined) throw impossible('others', 'definition.others')
  if (definition.answerWithinSeconds !== undefined)
    throw impossible('figures', 'definition.answerWithinSeconds')
  if (definition.chart.type !== 'none' || definition.chart.measures !== undefined)
    throw impossible('chart', 'definition.chart')
  const { limit } = definition
  const columns = columnsOf(definition, input.customerFields)
  const own = orderOf(definition.sort, { columns, field: 'definition.sort' })
  const order = sort === undefined ? own : orderOf(sort, { columns, field: 'sort' })
  return {
    ...choiceOf(input),
    keyword: undefined,
    columns,
    order,
    limit,
    limitedBy: sort === undefined || limit === undefined ? undefined : own,
  }
}

function impossible(what: string, field: string): AppError {
  return new AppError('invalid', `A report with a row for each call has no ${what}.`, { field })
}

function columnsOf({ columns = [] }: ReportDefinition, customerFields: Plan['customerFields']): AskedField[] {
  const isKnown = (name: string): name is AskedField => isFieldName(name, customerFields)
  const unknown = columns.find((name) => !isKnown(name))
  if (unknown !== undefined) {
    throw new AppError('unknownReportField', `There is no field ${unknown} to show as a column.`, {
      field: unknown,
    })
  }
  const field = 'definition.columns'
  if (columns.length === 0)
    throw new AppError('invalid', 'A report of calls needs at least one column.', { field })
  if (new Set(columns).size < columns.length) {
    throw new AppError('invalid', 'A report names each column once.', { field })
  }
  return columns.filter(isKnown)
}

/** The newest first unless the report says otherwise. */
function orderOf(
  sort: ReportDefinition['sort'],
  { columns, field: asked }: { columns: readonly AskedField[]; field: string },
): ListOrder[] {
  if (sort.length === 0) return [{ field: 'startedAt', desc: true }]
  return sort.map(({ field, role, desc }) => {
    const shown = columns.find((column) => column === field)
    if (shown === undefined) {
      throw new AppError('unknownReportField', `The report has no column ${field} to sort by.`, { field })
    }
    if (role !== undefined) throw impossible(`${role}s`, asked)
    return { field: shown, desc }
  })
}
