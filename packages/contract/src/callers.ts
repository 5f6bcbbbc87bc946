import { z } from 'zod'
import { fields } from './call-fields.ts'
import { CallDetailsQuery } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { fileContentTypes } from './export-types.ts'
import { Keyword } from './paging.ts'
import { AnswerPage, RunReportAnswer } from './reports.ts'
import { Guid, TimeZone } from './scalars.ts'

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

export const CallersAnswer = RunReportAnswer.extend({
  /** The newest name that came with a call of the period, by number; of callers without one there is none. */
  names: z.record(z.string(), z.string()),
})
export type CallersAnswer = z.infer<typeof CallersAnswer>

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
  response: CallersAnswer,
  alsoProduces: fileContentTypes,
  effect: 'read',
})

/** A number as calls carry it: E.164, or an extension. */
const CallerNumber = z.string().trim().min(1).max(fields.callerNumber.sent.max)

/** So far back the calls of one caller are read. */
export const callerYears = 10

/** The days of which they are read, up to a day; `to` is exclusive. */
export function callerPeriod(today: Temporal.PlainDate): { from: string; to: string } {
  return { from: today.subtract({ years: callerYears }).toString(), to: today.add({ days: 1 }).toString() }
}

/** Of one person. */
export const maxLinkedNumbers = 20

/** Of the calls of the last years. */
export const OneCaller = z.strictObject({
  /** Whose caller it is, where calls of only one customer are told of. */
  customerId: Guid.nullable(),
  /** Other numbers of the same person, as somebody has said: their calls count. */
  linked: z.array(z.string()),
  /** The newest name that came with a call. */
  name: z.string().nullable(),
  /** Of the calls that came in, without rows by anything. */
  figures: RunReportAnswer,
  /** Of the calls that were placed to the number. */
  placed: RunReportAnswer,
  /** What brought the calls, in the order in which it first did. */
  sources: RunReportAnswer,
  /** Which numbers were called. */
  numbers: RunReportAnswer,
  /** By weekday and hour. */
  times: RunReportAnswer,
})
export type OneCaller = z.infer<typeof OneCaller>

export const getCaller = endpoint({
  method: 'POST',
  path: '/api/reporting/caller',
  summary:
    'What is known of one caller: how often and when they call, which numbers, and what brought them, as far as one sees their calls.',
  body: withExample(
    z.strictObject({
      number: CallerNumber,
      /** Only calls of this customer. */
      customerId: Guid.optional(),
      timeZone: TimeZone.optional(),
    }),
    { number: '+14155550123' },
  ),
  response: OneCaller,
  effect: 'read',
})

const ofCustomer = { customerId: idOf('customer'), number: withExample(CallerNumber, '+14155550123') }

export const linkNumber = endpoint({
  method: 'POST',
  path: '/api/reporting/caller/link',
  summary:
    'Says that two numbers, as they are dialed in the country of the customer, are of one person, with all others of either.',
  body: z.strictObject({ ...ofCustomer, other: withExample(CallerNumber, '+14155550124') }),
})

export const unlinkNumber = endpoint({
  method: 'POST',
  path: '/api/reporting/caller/unlink',
  summary: 'Says that a number is of another person than those that it was linked with.',
  body: z.strictObject(ofCustomer),
})
