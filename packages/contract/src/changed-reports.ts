import { attributeIdOf, isAttributeField } from './attribute-fields.ts'
import { chartKinds } from './charts/chart-kinds.ts'
import { type ComparisonKind, comparisons } from './comparison.ts'
import { dimensionOf } from './dimensions.ts'
import { filterFieldOf } from './filter-fields.ts'
import { describeFilter, describeValue } from './filter-words.ts'
import { formatCount } from './format.ts'
import { capitalised } from './format-names.ts'
import { formatDateTime, formatDay } from './format-time.ts'
import { ParameterUse } from './manage-reports.ts'
import { columnWords } from './measure-words.ts'
import { isOfField, parameterLabel } from './parameter-words.ts'
import { Period, periodLabels } from './period.ts'
import { type MeasureColumn, measureColumns } from './report-columns.ts'
import {
  defaultAnswerSeconds,
  type DimensionUse,
  type ParameterName,
  parameterNames,
  ReportDefinition,
} from './reports.ts'
import { parsed, partsOf, type Said, type ValueWords } from './said-value.ts'

/** The definition of a report, part by part. */
export function definitionParts(value: unknown, words: ValueWords): Said | undefined {
  return parsed(ReportDefinition, value, (definition) => {
    const { dimensions, measures, columns = [], filters, sort, limit, pivot, compare, chart } = definition
    const { answerWithinSeconds = defaultAnswerSeconds } = definition
    const column = (name: MeasureColumn) => columnWords(name, answerWithinSeconds).label
    return partsOf({
      Rows: dimensions.map((use) => dimensionWords(use, words)),
      Across: pivot === undefined ? '' : dimensionWords(pivot, words),
      Figures: measures.map(column),
      Columns: columns.map((name) => fieldLabel(name, words)),
      Filters: filterList(filters, words),
      'Sorted by': sort
        .map(({ field, desc }) => `${sortLabel(field, { column, words })}${desc ? ', descending' : ''}`)
        .join('; '),
      Limit: limit === undefined ? '' : `the first ${formatCount(limit)} rows`,
      Others: definition.others === true ? 'shown as one row' : '',
      'Compared with': compare === undefined ? '' : comparisonLabels[compare],
      'Days of the week': matchWords(definition.matchWeekdays),
      'Answered within':
        definition.answerWithinSeconds === undefined ? '' : `${formatCount(answerWithinSeconds)} seconds`,
      Chart: chart.type === 'none' ? '' : chartKinds[chart.type].label,
      'Figures of the chart': chart.measures?.map(column) ?? '',
    })
  })
}

const comparisonLabels = {
  previousPeriod: 'the previous period',
  previousYear: 'the year before',
} as const satisfies Record<ComparisonKind, string>

function matchWords(matchWeekdays: boolean | undefined): string {
  if (matchWeekdays === undefined) return ''
  return matchWeekdays ? 'compared with the same ones' : 'not matched'
}

/** An attribute is called as it is now. */
function fieldLabel(name: string, { names }: ValueWords): string {
  return isAttributeField(name) ? (names[attributeIdOf(name)] ?? 'an attribute') : filterFieldOf(name).label
}

function dimensionWords({ field, grain }: DimensionUse, words: ValueWords): string {
  const label = field === 'time' ? dimensionOf(field).label : fieldLabel(field, words)
  return grain === undefined || grain === 'auto' ? label : `${label} by ${grain}`
}

function sortLabel(
  field: string,
  { column, words }: { column: (name: MeasureColumn) => string; words: ValueWords },
): string {
  const measure = measureColumns.find((name) => name === field)
  if (measure !== undefined) return column(measure)
  return field === 'time' ? dimensionOf(field).label : fieldLabel(field, words)
}

/** Filters in words. */
export function filterList(filters: ReportDefinition['filters'], words: ValueWords): string[] {
  const { names, timeZone } = words
  const labels = new Map(Object.entries(names))
  const attributes = new Map(
    filters
      .map(({ field }) => field)
      .filter(isAttributeField)
      .map((name) => [name, { kind: 'text', label: fieldLabel(name, words), meaning: '' }] as const),
  )
  return filters.map((filter) => describeFilter(filter, { labels, timeZone, attributes }))
}

/** What a report asks its readers for. */
export function askedParameters(value: unknown): Said | undefined {
  return parsed(ParameterUse.array(), value, (uses) => {
    const labels = (isRequired: boolean) =>
      uses.filter(({ required }) => required === isRequired).map(({ name }) => parameterLabel(name))
    return partsOf({ Required: labels(true), Optional: labels(false) })
  })
}

/** What was chosen. */
export function parameterValues(value: unknown, words: ValueWords): Said | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const said = Object.entries(value).map(([name, given]): [string, string] => {
    const known = parameterNames.find((one) => one === name)
    return [known === undefined ? name : parameterLabel(known), parameterText(known, given, words)]
  })
  return partsOf(Object.fromEntries(said))
}

function parameterText(name: ParameterName | undefined, value: unknown, words: ValueWords): string {
  const period = name === 'dateRange' ? parsed(Period, value, (one) => periodWords(one, words)) : undefined
  if (period !== undefined) return period
  const comparison = comparisons.find((one) => name === 'compare' && one === value)
  if (comparison !== undefined) return comparisonLabels[comparison]
  if (Array.isArray(value)) return value.map((one) => parameterText(name, one, words)).join(', ')
  if (value === null) return name === 'compare' ? 'nothing' : 'no value'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string' && typeof value !== 'number') return JSON.stringify(value)
  if (name === undefined || !isOfField(name)) return words.names[value] ?? String(value)
  const labels = new Map(Object.entries(words.names))
  return describeValue(filterFieldOf(name), value, { labels, timeZone: words.timeZone })
}

/** `Last 30 days`, `Mar 1, 2026 to Mar 31, 2026`. */
function periodWords(period: Period, { timeZone }: ValueWords): string {
  if ('relative' in period) return periodLabels[period.relative]
  const write = (at: string) => (at.includes('T') ? formatDateTime(at, timeZone) : formatDay(at, true))
  return `from ${write(period.from)} until ${write(period.to)}`
}

/** How a saved report is shown: parts of the address of its page. */
const viewLabels: Readonly<Partial<Record<string, string>>> = {
  view: 'Shown as',
  sort: 'Sorted by',
  measure: 'Figure of the chart',
  across: 'Figure across',
  steps: 'Drilled down',
}

const shownAs: Readonly<Partial<Record<string, string>>> = {
  both: 'chart and table',
  table: 'table',
  chart: 'chart',
}

/** How a saved report is shown. */
export function viewParts(value: unknown): Said | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const parts = Object.entries(value).map(([part, text]): [string, string] => [
    viewLabels[part] ?? capitalised(part),
    viewText(part, String(text)),
  ])
  return partsOf(Object.fromEntries(parts))
}

function viewText(part: string, text: string): string {
  if (part === 'view') return shownAs[text] ?? text
  const label = (name: string) => {
    const column = measureColumns.find((one) => one === name)
    return column === undefined ? name : columnWords(column).label
  }
  if (part === 'sort') return text.startsWith('-') ? `${label(text.slice(1))}, descending` : label(text)
  return text.split(',').map(label).join(', ')
}
