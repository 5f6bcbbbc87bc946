import { z } from 'zod'
import { CallDetailsQuery } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'
import { fileContentTypes } from './export-types.ts'
import { Keyword } from './paging.ts'
import { AnswerPage, RunReportAnswer } from './reports.ts'

/** What the list tells of each caller besides the number. */
export const callerMeasures = ['calls', 'answered', 'firstCall', 'lastCall', 'value'] as const

export const callerSorts = ['callerNumber', ...callerMeasures] as const

export const CallersQuery = CallDetailsQuery.pick({
  from: true,
  to: true,
  period: true,
  timeZone: true,
  filters: true,
  entityGroups: true,
}).extend({
  /** Searches the numbers, however they are written. */
  keyword: Keyword.optional(),
  sort: z.enum(callerSorts).default('calls'),
  desc: z.boolean().default(true),
  page: AnswerPage.optional(),
})
export type CallersQuery = z.infer<typeof CallersQuery>

export const listCallers = endpoint({
  method: 'POST',
  path: '/api/reporting/callers',
  summary:
    'The callers of the inbound calls that match, each with these calls; as many as the unique callers of a report with the same filters. Withheld numbers are left out. As a file all of them, without pages.',
  body: withExample(CallersQuery, {
    period: { relative: 'last7Days' },
    filters: [{ field: 'status', op: 'in', values: ['missed', 'abandoned'] }],
    sort: 'lastCall',
    page: { number: 1, size: 50 },
  }),
  response: RunReportAnswer,
  alsoProduces: fileContentTypes,
  effect: 'read',
})
