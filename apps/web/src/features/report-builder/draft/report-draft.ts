import { Period } from '@callboard/contract/period'
import { reportKinds } from '@callboard/contract/report-kinds'
import { parameterNames, type Report, ReportDefinition } from '@callboard/contract/reports'
import { z } from 'zod'

const ParameterUse = z.object({
  name: z.enum(parameterNames),
  required: z.boolean(),
  /** Undefined: the usual one of the parameter. */
  default: z.unknown().optional(),
})
export type ParameterUse = z.infer<typeof ParameterUse>

/** A report as it is edited, and as a draft is kept in the browser. */
export const ReportDraft = z.object({
  name: z.string(),
  description: z.string(),
  kind: z.enum(reportKinds),
  definition: ReportDefinition,
  parameters: z.array(ParameterUse),
  /** Ids; null: all that there are. */
  exportTypeIds: z.array(z.string()).nullable(),
  setIds: z.array(z.string()),
  isActive: z.boolean(),
})
export type ReportDraft = z.infer<typeof ReportDraft>

export function draftOf(report: Report): ReportDraft {
  const { name, description, kind, definition, parameters, exportTypeIds, setIds, isActive } = report
  return {
    name,
    description,
    kind,
    definition,
    // Whoever may choose the comparison may choose whether it matches weekdays: the server adds that itself.
    parameters: parameters
      .filter((use) => use.name !== 'matchWeekdays')
      .map((use) => ({ name: use.name, required: use.required, default: use.default })),
    exportTypeIds,
    setIds: setIds ?? [],
    isActive,
  }
}

/** What somebody begins with: something that runs. */
export function emptyDraft(): ReportDraft {
  return {
    name: '',
    description: '',
    kind: 'summary',
    definition: ReportDefinition.parse({
      dimensions: [{ field: 'time', grain: 'day' }],
      measures: ['calls'],
      chart: { type: 'bar' },
    }),
    parameters: defaultParameters.map((name) => ({
      name,
      required: name === 'dateRange',
      default: undefined,
    })),
    exportTypeIds: null,
    setIds: [],
    isActive: true,
  }
}

const defaultParameters = ['dateRange', 'compare', 'customer', 'entityGroup'] as const

/** The period of a report until a reader chooses another one. */
export function defaultPeriod({ parameters }: Pick<ReportDraft, 'parameters'>): Period {
  const given = parameters.find(({ name }) => name === 'dateRange')?.default
  return Period.safeParse(given).data ?? { relative: 'last30Days' }
}

export function withDefaultPeriod(parameters: readonly ParameterUse[], period: Period): ParameterUse[] {
  return parameters.map((use) => (use.name === 'dateRange' ? { ...use, default: period } : use))
}

export function isSameDraft(one: ReportDraft, other: ReportDraft): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

/** In one order of keys, without what is undefined. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, part]) => [key, plain(part)])
}

/** Why a draft cannot be run, as a sentence; undefined if it can. */
export function runProblem({
  kind,
  definition,
}: Pick<ReportDraft, 'kind' | 'definition'>): string | undefined {
  if (kind === 'details')
    return (definition.columns ?? []).length === 0 ? 'Add at least one column to see calls.' : undefined
  return definition.measures.length === 0 ? 'Add at least one figure to see the report.' : undefined
}
