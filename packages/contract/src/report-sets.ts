import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { RecordName } from './names.ts'
import { searchBodyOf } from './paging.ts'
import { recordEndpoints, updateWithIdInBody } from './record-endpoints.ts'
import { Guid } from './scalars.ts'

/** The most reports in a set. */
export const reportsInSetLimit = 500

/** Reports that are assigned together. An inactive one gives nothing. */
export const ReportSet = z.strictObject({
  id: Guid,
  name: z.string(),
  description: z.string(),
  /** Its place among the sets of a group: the lowest comes first. */
  order: z.int(),
  /** In their order, inactive ones included. */
  reportIds: z.array(Guid),
  isActive: z.boolean(),
  revision: z.int(),
})
export type ReportSet = z.infer<typeof ReportSet>

const setFields = {
  name: withExample(RecordName, 'Marketing'),
  description: z.string().trim().max(textLimits.description),
  order: z.int().min(-1_000_000).max(1_000_000),
  reportIds: z.array(idOf('report')).max(reportsInSetLimit),
  isActive: z.boolean(),
}

export const reportSetSorts = ['order', 'name', 'reportCount'] as const

const plain = recordEndpoints('reportSet', {
  record: ReportSet,
  search: searchBodyOf(reportSetSorts, { groupId: Guid.optional() }),
  fields: setFields,
  ofNew: {
    description: setFields.description.default(''),
    order: setFields.order.optional(),
    reportIds: setFields.reportIds.default([]),
    isActive: setFields.isActive.default(true),
  },
  summaries: {
    search: 'Report sets by keyword, all or those of a group; active ones only unless asked otherwise.',
    create: 'Creates a report set. Without an order it comes last.',
    update:
      'Updates a report set. The reports that are given, in their order, take the place of those in it.',
  },
})

export const reportSetEndpoints = {
  search: endpoint({ ...plain.search, path: '/api/reporting/searchReportSets' }),
  get: plain.get,
  create: plain.create,
  update: updateWithIdInBody('reportSet', plain),
}

export const {
  search: searchReportSets,
  get: getReportSet,
  create: createReportSet,
  update: updateReportSet,
} = reportSetEndpoints

export const addSetReport = endpoint({
  method: 'PUT',
  path: '/api/reporting/reportset/{id}/report',
  summary: 'Puts a report at the end of a set; one that is in it stays at its place.',
  params: getReportSet.params,
  body: z.strictObject({ reportId: idOf('report') }),
  calledBy: 'programs',
})

export const removeSetReport = endpoint({
  method: 'DELETE',
  path: '/api/reporting/reportset/{id}/report/{reportId}',
  summary: 'Removes a report from a set.',
  params: z.strictObject({ id: idOf('reportSet'), reportId: idOf('report') }),
  calledBy: 'programs',
})
