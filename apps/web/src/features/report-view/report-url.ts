import { seriesOf } from '@callboard/contract/charts/report-series'
import { comparisons } from '@callboard/contract/comparison'
import { Period } from '@callboard/contract/period'
import type { Parameter, ParameterName, Report, RunReport } from '@callboard/contract/reports'
import type { ReportStep } from '@callboard/contract/report-steps'
import { TimeZone } from '@callboard/contract/scalars'
import { z } from 'zod'
import type { ShownReport } from '#web/features/report-view/shown-report.ts'
import { stepFromText, stepToText } from '#web/features/report-view/step-text.ts'
import {
  type CompareChoice,
  compareChoices,
  weekdaysParam,
  weekdaysSearch,
} from '#web/lib/reporting/comparison.ts'
import { periodParams, periodSearch, readPeriod } from '#web/lib/reporting/period.ts'
import { repeated, type SearchParts } from '#web/lib/urls/url-state.ts'

export const reportViews = ['both', 'table', 'chart'] as const
export type ReportView = (typeof reportViews)[number]

/** Null is "no value". */
export type ListValue = string | null

export interface ReportSort {
  column: string
  desc: boolean
}

/** The state of a report in its address. What the address leaves out is as the report defines it. */
export interface ReportState {
  period: Period
  /** In which days are read; undefined: the user's. */
  timeZone: string | undefined
  compare: CompareChoice
  /** Whether weekdays are compared with the same weekdays; undefined: as suits the grain. */
  matchWeekdays: boolean | undefined
  /** Values of the other parameters; an empty list is all. */
  values: Partial<Record<ParameterName, ListValue[]>>
  view: ReportView
  sort: ReportSort | undefined
  /** The measure of the chart, if it draws one. */
  measure: string | undefined
  /** The measure that a scatter draws across. */
  across: string | undefined
  /** Keys of the columns of the table; undefined: those that the user chose before, or the usual ones. */
  columns: string[] | undefined
  /** The way into the report. */
  steps: ReportStep[]
  /** From 1. */
  page: number
}

const withoutValues: ReadonlySet<Parameter['type']> = new Set(['period', 'comparison', 'weekdays'])

/** Parameters other than the period and the comparison; each has its own name in the address. */
export function valueParameters({ parameters }: Pick<Report, 'parameters'>): Parameter[] {
  return parameters.filter(({ type }) => !withoutValues.has(type))
}

/** The schema of a report's address, by its parameters; for `useUrlState`. */
export function reportSearch(report: ShownReport) {
  const defaults = defaultState(report)
  const names = valueParameters(report).map(({ name }) => name)
  return z
    .object({
      ...periodSearch,
      zone: TimeZone.optional(),
      compare: z.enum(compareChoices).default(defaults.compare),
      weekdays: weekdaysSearch,
      view: z.enum(reportViews).default(defaults.view),
      sort: z.string().optional(),
      measure: z.string().default(defaults.measure ?? ''),
      across: z.string().default(defaults.across ?? ''),
      columns: z.string().default(defaults.columns?.join(',') ?? ''),
      steps: repeated(z.string().transform(readStep)).default([]),
      page: z.coerce.number().int().min(1).default(1),
      ...Object.fromEntries(names.map((name) => [name, repeated(z.string().max(500)).optional()])),
    })
    .loose()
    .transform(
      (
        { zone, compare, weekdays, view, sort, measure, across, columns, steps, page, ...rest },
        context,
      ): ReportState => {
        const values: ReportState['values'] = { ...defaults.values }
        for (const name of names) {
          const given = Texts.safeParse(rest[name]).data
          if (given !== undefined && given.length > 0)
            values[name] = given.filter((text) => text !== '').map(valueFromText)
        }
        const span = readPeriod(rest, defaults.period, context)
        const matchWeekdays = weekdays ?? defaults.matchWeekdays
        return {
          period: span,
          timeZone: zone,
          compare,
          matchWeekdays,
          values,
          view,
          sort: sort === undefined ? defaults.sort : sortFromText(sort),
          measure: measure === '' ? undefined : measure,
          across: across === '' ? undefined : across,
          columns: columns === '' ? undefined : columns.split(','),
          steps,
          page,
        }
      },
    )
}

function readStep(text: string, context: z.core.$RefinementCtx): ReportStep {
  const step = stepFromText(text)
  if (step !== undefined) return step
  context.issues.push({
    code: 'custom',
    message: `“${text}” is not a drill-down path of a report.`,
    input: text,
  })
  return z.NEVER
}

const Texts = z.array(z.string())

/** The parts of the address for these changes. Another selection starts at its first page. */
export function reportParams(report: ShownReport, changes: Partial<ReportState>): SearchParts {
  const { period, compare, values, view, steps, page } = changes
  const defaults = defaultState(report)
  const isOtherSelection =
    period !== undefined || compare !== undefined || 'matchWeekdays' in changes || values !== undefined
  return {
    ...(isOtherSelection || 'sort' in changes || steps !== undefined ? { page: undefined } : {}),
    // A bucket of time need not be in another period.
    ...(period === undefined ? {} : { ...periodParams(period), zone: undefined, steps: undefined }),
    ...(steps === undefined ? {} : { steps: steps.map(stepToText) }),
    ...(compare === undefined ? {} : { compare: compare === defaults.compare ? undefined : compare }),
    ...('matchWeekdays' in changes ? { weekdays: weekdaysParam(changes.matchWeekdays) } : {}),
    ...(values === undefined ? {} : valueParams(report, values)),
    ...(view === undefined ? {} : { view: view === defaults.view ? undefined : view }),
    ...('sort' in changes ? { sort: otherThan(sortToText(defaults.sort), sortToText(changes.sort)) } : {}),
    ...('measure' in changes ? { measure: otherThan(defaults.measure, changes.measure) } : {}),
    ...('across' in changes ? { across: otherThan(defaults.across, changes.across) } : {}),
    ...('columns' in changes
      ? { columns: otherThan(defaults.columns?.join(','), changes.columns?.join(',')) }
      : {}),
    ...(page === undefined ? {} : { page: page === 1 ? undefined : String(page) }),
  }
}

/** Undefined where it is as usual; an empty text where there is none though there usually is. */
function otherThan(defaultText: string | undefined, text: string | undefined): string | undefined {
  return text === defaultText ? undefined : (text ?? '')
}

function valueParams(report: ShownReport, values: ReportState['values']): SearchParts {
  const defaults = defaultState(report).values
  return Object.fromEntries(
    valueParameters(report).map(({ name }) => {
      const chosen = values[name] ?? []
      const isDefault = JSON.stringify(chosen) === JSON.stringify(defaults[name] ?? [])
      return [name, isDefault ? undefined : chosen.length === 0 ? [''] : chosen.map(valueToText)]
    }),
  )
}

/** The run for an address. */
export function runOf(
  report: ShownReport,
  state: ReportState,
): Pick<RunReport, 'reportId' | 'savedReportId' | 'parameters' | 'steps' | 'figure'> {
  const parameters = valuesOf(report, state)
  const { steps } = state
  const figure = drawnSeries(report, state)
  const drawn = figure === undefined ? {} : { figure }
  const { saved } = report
  if (saved === undefined) return { reportId: report.id, parameters, steps, ...drawn }
  const leftOut = Object.fromEntries(saved.leftOut.map((name) => [name, []]))
  return { savedReportId: saved.id, parameters: { ...leftOut, ...parameters }, steps, ...drawn }
}

/** The figure that a reader chose to have drawn, where the engine works out what is drawn. */
function drawnSeries({ definition }: ShownReport, { measure, view }: ReportState): RunReport['figure'] {
  if (measure === undefined || view === 'table' || seriesOf(definition) === undefined) return undefined
  return definition.measures.find((name) => name === measure)
}

/** The values of the parameters, as they are saved and run. */
export function valuesOf(report: ShownReport, state: ReportState): RunReport['parameters'] {
  const parameters: RunReport['parameters'] = {}
  for (const { name, type } of report.parameters) {
    if (type === 'period') parameters[name] = state.period
    else if (type === 'comparison') parameters[name] = state.compare === 'none' ? null : state.compare
    else if (type === 'weekdays') {
      if (state.matchWeekdays !== undefined) parameters[name] = state.matchWeekdays
    } else {
      const chosen = state.values[name] ?? []
      if (chosen.length > 0 || hasDefault(report, name))
        parameters[name] = type === 'integer' ? chosen.map(Number) : chosen
    }
  }
  return parameters
}

/** How the report is shown, as it is saved. */
export function viewOf({
  view,
  sort,
  measure,
  across,
  columns,
}: Pick<ReportState, 'view' | 'sort' | 'measure' | 'across' | 'columns'>) {
  return {
    view,
    ...(sort !== undefined && { sort: sortToText(sort) }),
    ...(measure !== undefined && { measure }),
    ...(across !== undefined && { across }),
    ...(columns !== undefined && { columns: columns.join(',') }),
  }
}

/** Whether anything is other than it was saved; the page of the table is not saved. */
export function isChanged(report: ShownReport, state: ReportState): boolean {
  const asText = (of: Omit<ReportState, 'page'>) =>
    JSON.stringify([valuesOf(report, { ...of, page: 1 }), viewOf(of)])
  return asText(state) !== asText(defaultState(report))
}

function hasDefault(report: ShownReport, name: ParameterName): boolean {
  return defaultState(report).values[name] !== undefined
}

/** The state of an address that says nothing. */
function defaultState({ parameters, definition, saved }: ShownReport): Omit<ReportState, 'page'> {
  const defaultOf = (type: Parameter['type']) =>
    parameters.find((parameter) => parameter.type === type)?.default
  const compare = z.enum(comparisons).safeParse(defaultOf('comparison')).data ?? definition.compare
  const values: ReportState['values'] = {}
  for (const { name, default: given } of valueParameters({ parameters })) {
    const list = given === null ? [] : Array.isArray(given) ? given : [given]
    const known = DefaultValues.safeParse(list).data?.map(textOrNull) ?? []
    // An empty list that was saved takes the place of what the report has by default.
    if (known.length > 0 || saved?.values.includes(name) === true) values[name] = known
  }
  return {
    period: Period.safeParse(defaultOf('period')).data ?? { relative: 'last30Days' },
    timeZone: undefined,
    compare: compare ?? 'none',
    matchWeekdays: z.boolean().safeParse(defaultOf('weekdays')).data ?? definition.matchWeekdays,
    values,
    view: reportViews.find((view) => view === saved?.view['view']) ?? defaultView(definition),
    sort: sortFromText(saved?.view['sort'] ?? ''),
    measure: saved?.view['measure'],
    across: saved?.view['across'],
    columns: saved?.view['columns']?.split(','),
    steps: [],
  }
}

function defaultView({ chart }: Report['definition']): ReportView {
  return chart.type === 'none' ? 'table' : 'both'
}

const DefaultValues = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))

function textOrNull(value: string | number | boolean | null): ListValue {
  return value === null ? null : String(value)
}

function sortToText(sort: ReportSort | undefined): string | undefined {
  return sort && (sort.desc ? `-${sort.column}` : sort.column)
}

function sortFromText(text: string): ReportSort | undefined {
  if (text === '') return undefined
  return text.startsWith('-') ? { column: text.slice(1), desc: true } : { column: text, desc: false }
}

/** `~null` is "no value"; a text that begins with `~` is escaped by another one. */
export function valueToText(value: ListValue): string {
  if (value === null) return '~null'
  return value.startsWith('~') ? `~${value}` : value
}

export function valueFromText(text: string): ListValue {
  if (text === '~null') return null
  return text.startsWith('~~') ? text.slice(1) : text
}

/** Ids of the entity groups that are chosen. */
export function entityGroupsOf({ values: { entityGroup = [] } }: Pick<ReportState, 'values'>): string[] {
  return entityGroup.flatMap((id) => (id === null ? [] : [id]))
}
