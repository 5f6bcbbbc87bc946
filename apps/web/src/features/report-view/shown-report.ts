import type { Body } from '@callboard/contract/endpoint'
import { type ParameterName, parameterNames, type Report } from '@callboard/contract/reports'
import type { createSavedReport, SavedReport, SavedView } from '@callboard/contract/saved-reports'

/** A report as its page shows it: by itself, or as somebody saved it. */
export interface ShownReport extends Report {
  saved?: {
    id: string
    view: SavedView
    /** Parameters for which there is a saved value. */
    values: readonly string[]
    /** Saved values that the report has no parameter for any more, and that somebody chose to run without. */
    leftOut: readonly ParameterName[]
  }
}

/** A report with the saved values as the defaults of its parameters. */
export function withSavedValues(
  report: Report,
  { id, parameters, view }: Pick<SavedReport, 'id' | 'parameters' | 'view'>,
): ShownReport {
  const { compare, ...definition } = report.definition
  const isCompared = compare !== undefined && parameters['compare'] !== null
  return {
    ...report,
    definition: isCompared ? { ...definition, compare } : definition,
    parameters: report.parameters.map((parameter) => {
      const value = parameters[parameter.name]
      if (value === undefined) return parameter
      // Of a list, null is "no value".
      return { ...parameter, default: value === null && parameter.type === 'list' ? [null] : value }
    }),
    saved: { id, view, values: Object.keys(parameters), leftOut: [] },
  }
}

/** What is saved of a report under another name: that it is of the library, or a copy of its definition. */
export function sourceOf(
  { id, definition, parameters }: Report,
  saved: Pick<SavedReport, 'reportId'> | undefined,
): Pick<Body<typeof createSavedReport>, 'reportId' | 'definition' | 'parameterUses'> {
  const reportId = saved === undefined ? id : saved.reportId
  if (reportId !== null) return { reportId }
  // Whoever may choose the comparison may choose whether it matches weekdays: the server adds that itself.
  const uses = parameters.filter(({ name }) => name !== 'matchWeekdays')
  return {
    definition,
    parameterUses: uses.map(({ name, required, default: defaultValue }) => ({
      name,
      required,
      default: defaultValue,
    })),
  }
}

/** What a saved report shows, in words: the report of the library that it is of, or whose own it is. */
export function sourceWords(
  { reportName, ownerName, userId }: Pick<SavedReport, 'reportName' | 'ownerName' | 'userId'>,
  readerId: string,
): string {
  return reportName ?? (userId === readerId ? 'Built by you' : `Built by ${ownerName}`)
}

/** Parameters of which the saved report has a value that its report does not ask for any more. */
export function outdatedParameters(report: Report, { parameters }: SavedReport): string[] {
  return Object.keys(parameters).filter((name) => report.parameters.every((one) => one.name !== name))
}

/** The same report, run without these values. */
export function leavingOut(report: ShownReport, names: readonly string[]): ShownReport {
  if (report.saved === undefined) return report
  const leftOut = parameterNames.filter((name) => names.includes(name))
  return { ...report, saved: { ...report.saved, leftOut } }
}
