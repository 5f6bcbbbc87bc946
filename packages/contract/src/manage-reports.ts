import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { RecordName } from './names.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { reportKinds } from './report-kinds.ts'
import { parameterNames, Report, ReportDefinition } from './reports.ts'
import { Guid } from './scalars.ts'

/** How a report uses a parameter. */
export const ParameterUse = z.strictObject({
  name: z.enum(parameterNames),
  required: z.boolean().default(false),
  /** Unless given, the usual one of the parameter. */
  default: z.unknown().optional(),
})
export type ParameterUse = z.infer<typeof ParameterUse>

const reportFields = {
  name: withExample(RecordName, 'Calls by location'),
  description: z.string().trim().max(textLimits.description),
  kind: z.enum(reportKinds),
  definition: withExample(ReportDefinition, {
    dimensions: [{ field: 'location' }],
    measures: ['calls', 'answerRate'],
    sort: [{ field: 'calls', desc: true }],
    chart: { type: 'bar' },
  }),
  parameters: withExample(z.array(ParameterUse).max(parameterNames.length), [
    { name: 'dateRange', required: true },
    { name: 'location' },
  ]),
  /** Null: all that there are, now and later. JSON is always allowed. */
  exportTypeIds: z.array(Guid).max(50).nullable(),
  setIds: z.array(Guid).max(500),
  isActive: z.boolean(),
}

export const reportSorts = ['name', 'kind', 'setCount'] as const

export const searchReports = endpoint({
  method: 'POST',
  path: '/api/reporting/search',
  summary: 'Reports by keyword, all or those of a set; active ones only unless asked otherwise.',
  body: searchBodyOf(reportSorts, { setId: Guid.optional() }),
  response: pageOf(
    // A definition that this version cannot read is null: the report can be listed and defined anew.
    Report.extend({ definition: ReportDefinition.nullable() }),
  ),
  effect: 'read',
})

export const createReport = endpoint({
  method: 'POST',
  path: '/api/reporting',
  summary: 'Creates a report. Its definition is checked as if it were run.',
  body: z.strictObject({
    ...reportFields,
    description: reportFields.description.default(''),
    kind: reportFields.kind.default('summary'),
    parameters: reportFields.parameters.default([]),
    exportTypeIds: reportFields.exportTypeIds.default(null),
    setIds: reportFields.setIds.default([]),
    isActive: reportFields.isActive.default(true),
  }),
  response: Report,
  status: 201,
})

export const updateReport = endpoint({
  method: 'PUT',
  path: '/api/reporting',
  summary: 'Updates a report; the parts of the dashboard stay as they are.',
  body: z.strictObject({
    id: idOf('report'),
    ...z.object(reportFields).partial().shape,
    revision: z.int().optional(),
  }),
  response: Report,
})

const ExportTypeOfReport = z.strictObject({
  exportTypeId: withExample(Guid, '0f000000-0000-7000-8000-000000000002'),
  reportId: idOf('report'),
})

export const addReportExportType = endpoint({
  method: 'PUT',
  path: '/api/reporting/reportexporttype/{exportTypeId}/report/{reportId}',
  summary: 'Allows an export type for a report.',
  params: ExportTypeOfReport,
  calledBy: 'programs',
})

export const removeReportExportType = endpoint({
  method: 'DELETE',
  path: '/api/reporting/reportexporttype/{exportTypeId}/report/{reportId}',
  summary: 'Forbids an export type for a report. JSON is always allowed.',
  params: ExportTypeOfReport,
  calledBy: 'programs',
})

export const getReportUses = endpoint({
  method: 'GET',
  path: '/api/reporting/reportuses/{reportId}',
  summary: 'What a report is used for now, which ends when it is made inactive.',
  params: z.strictObject({ reportId: idOf('report') }),
  response: z.strictObject({
    /** Active groups that give it, by an active set. */
    groupCount: z.int(),
    /** Their active users, each once. */
    userCount: z.int(),
    /** Its saved reports, of anybody. */
    savedReportCount: z.int(),
    /** By which these are sent. */
    subscriptionCount: z.int(),
  }),
})
