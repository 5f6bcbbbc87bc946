import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exampleIds, idOf, withExample } from './examples.ts'
import { ParameterUse } from './manage-reports.ts'
import { RecordName } from './names.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { dashboardReports, parameterNames, ParameterValue, Report, ReportDefinition } from './reports.ts'
import { Guid, Instant, isStorable } from './scalars.ts'

/** The most saved reports of one user. */
export const maxSavedReports = 500

/** The most characters of the values of a saved report, as JSON. */
export const savedValuesLimit = 100_000

/** The most characters of the definition of a saved report, and of its parameters, as JSON. */
export const savedDefinitionLimit = 100_000

const wrongText = 'contains an invalid character'

const SavedValues = z
  .partialRecord(z.enum(parameterNames), ParameterValue)
  .refine((values) => JSON.stringify(values).length <= savedValuesLimit, { error: 'has too many values' })
  .refine((values) => Object.values(values).flat().every(isStorableValue), { error: wrongText })

function isStorableValue(value: unknown): boolean {
  return typeof value !== 'string' || isStorable(value)
}

/** How the report is shown: parts of the address of its page by name, which the server only keeps. */
const SavedView = z
  .record(z.string().regex(/^[a-z][A-Za-z]{0,39}$/), z.string().max(2000).refine(isStorable, wrongText))
  .refine((view) => Object.keys(view).length <= 20, { error: 'has too many parts' })
export type SavedView = z.infer<typeof SavedView>

/** What it shows, where that is no report of the library. */
const OwnDefinition = ReportDefinition.refine(isKeepable, { error: 'is too large' }).refine(isStorableWhole, {
  error: wrongText,
})

/** What its readers may choose. */
const OwnParameters = z
  .array(ParameterUse)
  .max(parameterNames.length)
  .refine(isKeepable, { error: 'has too many values' })
  .refine(isStorableWhole, { error: wrongText })

function isKeepable(value: unknown): boolean {
  return JSON.stringify(value).length <= savedDefinitionLimit
}

function isStorableWhole(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isStorableWhole)
}

/** A report with values for its parameters: one of the library, or one that its user defined. */
export const SavedReport = z.strictObject({
  id: Guid,
  /** The id once more, under the name that it has in the specification. */
  savedReportId: Guid,
  /** Null where it has a definition of its own, which `/report` below it has. */
  reportId: Guid.nullable(),
  reportName: z.string().nullable(),
  name: z.string(),
  /** By the names of parameters, also of those that the report has no more. Relative periods stay relative. */
  parameters: z.record(z.string(), ParameterValue),
  view: z.record(z.string(), z.string()),
  /** The owner. */
  userId: Guid,
  ownerName: z.string(),
  /** Members of this report group may run it, each over their own rows. */
  sharedWithGroupId: Guid.nullable(),
  sharedWithGroupName: z.string().nullable(),
  /** False for an owner who does not find its report any more. */
  isRunnable: z.boolean(),
  /** By which it is sent, of anybody. */
  subscriptionCount: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
  revision: z.int(),
})
export type SavedReport = z.infer<typeof SavedReport>

const fields = {
  name: withExample(RecordName, 'Radio this week'),
  parameters: withExample(SavedValues, { dateRange: { relative: 'thisWeek' } }),
  view: withExample(SavedView, { sort: '-calls' }),
  /** Null shares it with nobody. */
  sharedWithGroupId: Guid.nullable(),
}

export const createSavedReport = endpoint({
  method: 'POST',
  path: '/api/reporting/savereport',
  summary:
    'Saves a report that the user may run, or a definition of their own, with values for its parameters.',
  body: withExample(
    z
      .strictObject({
        reportId: Guid.optional(),
        /** In place of a report: what it shows, over the rows of whoever runs it. Checked as if it were run. */
        definition: OwnDefinition.optional(),
        /** With a definition: what readers may choose, and what each is until they do. */
        parameterUses: OwnParameters.optional(),
        ...fields,
        view: fields.view.default({}),
        sharedWithGroupId: fields.sharedWithGroupId.default(null),
      })
      .refine(({ reportId, definition }) => (reportId === undefined) !== (definition === undefined), {
        error: 'must have exactly one of reportId and definition',
      })
      .refine(({ definition, parameterUses }) => definition !== undefined || parameterUses === undefined, {
        error: 'can only be given with a definition',
        path: ['parameterUses'],
      }),
    {
      reportId: dashboardReports.topSources,
      name: 'Radio this week',
      parameters: { dateRange: { relative: 'thisWeek' } },
      view: { sort: '-calls' },
    },
  ),
  response: SavedReport,
  status: 201,
})

export const updateSavedReport = endpoint({
  method: 'PUT',
  path: '/api/reporting/savereport/{savedReportId}',
  summary:
    'Changes a saved report: one’s own, or anybody’s for admins, who may also give it to another owner.',
  params: z.strictObject({ savedReportId: idOf('savedReport') }),
  body: withExample(
    z.strictObject({
      ...z.object(fields).partial().shape,
      /** Of one that has a definition of its own. */
      definition: OwnDefinition.optional(),
      parameterUses: OwnParameters.optional(),
      /** The new owner; for admins. */
      userId: Guid.optional(),
      revision: z.int().optional(),
    }),
    { name: 'Radio by week', parameters: { dateRange: { relative: 'lastWeek' } } },
  ),
  response: SavedReport,
})

export const SavedReports = z.strictObject({ items: z.array(SavedReport), total: z.int() })

export const getSavedReports = endpoint({
  method: 'GET',
  path: '/api/reporting/savedreports/{id}',
  summary:
    'With the id of a saved report, that one. With the id of a user, one’s own or anybody’s for admins, all that this user finds: their own by name, then those that are shared with their groups.',
  params: z.strictObject({ id: idOf('savedReport') }),
  response: z.union([SavedReport, SavedReports]),
})

export const savedReportSorts = ['name', 'reportName', 'ownerName', 'updatedAt'] as const

export const searchSavedReports = endpoint({
  method: 'POST',
  path: '/api/reporting/savedreports/search',
  summary: 'Saved reports of everybody by keyword; of one owner or of one report where asked.',
  body: searchBodyOf(savedReportSorts, { userId: Guid.optional(), reportId: Guid.optional() }),
  response: pageOf(SavedReport),
  effect: 'read',
})

export const getReportOfSaved = endpoint({
  method: 'GET',
  path: '/api/reporting/savedreports/{id}/report',
  summary: 'The report of a saved report that the user may run, as it is now.',
  params: z.strictObject({ id: idOf('savedReport') }),
  response: Report,
})

export const deleteSavedReport = endpoint({
  method: 'DELETE',
  path: '/api/reporting/savedreports/{id}',
  summary: 'Deletes a saved report: one’s own, or anybody’s for admins.',
  params: z.strictObject({ id: idOf('savedReport') }),
})

export const restoreSavedReport = endpoint({
  method: 'PUT',
  path: '/api/reporting/savedreports/{id}/restore',
  summary: 'Puts back a saved report that was deleted.',
  params: z.strictObject({ id: idOf('savedReport') }),
  response: SavedReport,
})

export const handOverSavedReports = endpoint({
  method: 'PUT',
  path: '/api/reporting/savedreports/{id}/owner',
  summary: 'Gives the saved reports of a user, whose id it is, to another one.',
  params: z.strictObject({ id: idOf('user') }),
  body: withExample(
    z.strictObject({
      userId: Guid,
      /** Those that only their owner finds stay with the owner. */
      sharedOnly: z.boolean().default(false),
    }),
    { userId: exampleIds.otherUser },
  ),
  response: z.strictObject({ handedOver: z.int() }),
})

export const getSavedReportValues = endpoint({
  method: 'GET',
  path: '/api/reporting/savedreportvals/{id}/',
  summary: 'The values that a saved report has for a parameter; none where it leaves it to the report.',
  params: z.strictObject({ id: idOf('savedReport') }),
  query: z.strictObject({ parameterName: withExample(z.enum(parameterNames), 'dateRange') }),
  response: z.strictObject({
    parameterName: z.enum(parameterNames),
    /** Null is "no value". A period is one value. */
    values: z.array(ParameterValue),
  }),
  calledBy: 'programs',
})
