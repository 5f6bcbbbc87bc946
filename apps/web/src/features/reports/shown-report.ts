import { type ParameterName, parameterNames, type Report } from '@callboard/contract/reports'
import type { SavedReport, SavedView } from '@callboard/contract/saved-reports'

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
export function withSavedValues(report: Report, { id, parameters, view }: SavedReport): ShownReport {
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
