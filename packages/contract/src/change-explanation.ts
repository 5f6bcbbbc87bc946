import { z } from 'zod'
import { Filter } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'
import { groupedFields } from './field-names.ts'
import { grains } from './fields.ts'
import { measureNames } from './measures.ts'
import {
  askedReport,
  dashboardReports,
  DimensionValue,
  isOneReport,
  oneReportError,
  ReportColumn,
} from './reports.ts'
import { Currency, Guid, Instant } from './scalars.ts'

/** The most values that lie between a report and the figure in it. */
const maxPlaces = 20

const placeOperators: readonly Filter['op'][] = ['eq', 'in', 'isNull', 'ne', 'notIn', 'notNull']
const placeFields: readonly string[] = groupedFields

/** Whether a filter is what a row, a column across, others or a value of a dimension stands for, however it is written. */
function isPlace({ field, op }: Filter): boolean {
  return placeFields.includes(field) && placeOperators.includes(op)
}

export const ExplainChange = z
  .strictObject({
    ...askedReport,
    /** One of the report. */
    measure: z.enum(measureNames),
    /** Of money: the one that is explained. Unless given, that with the largest change. */
    currency: Currency.optional(),
    /** Only the calls that a row and a column across stand for, and those of values that were looked into. */
    within: z
      .array(Filter.refine(isPlace, { error: 'is no value of a dimension' }))
      .max(maxPlaces)
      .default([]),
    /** Only a bucket of the report's time, as its row or its column across has it. */
    bucket: z.strictObject({ grain: z.enum(grains).exclude(['auto']), value: z.string().max(40) }).optional(),
  })
  .refine(isOneReport, oneReportError)
export type ExplainChange = z.infer<typeof ExplainChange>

/** A count, seconds or a ratio; of money a decimal text. */
const Amount = z.union([z.number(), z.string()])

const Contribution = z.strictObject({
  /** Its own figures; null where it had no calls that the figure could rest on. */
  now: Amount.nullable(),
  earlier: Amount.nullable(),
  /** What it adds to the change. Null where figures do not add up. */
  contribution: Amount.nullable(),
  /** Of the change; null also when there was no change. */
  share: z.number().nullable(),
  /** The contribution to a rate or an average: because it had more or fewer of the calls, and because its own figure changed. */
  mix: z.number().optional(),
  rate: z.number().optional(),
})

export const ExplainedDimension = z.strictObject({
  column: ReportColumn,
  /** Whether contributions add up to the change: not where a call has several values, nor of unique callers and percentiles. */
  addsUp: z.boolean(),
  /**
   * How much of all movement its values explain beyond having moved like the whole, 0 to 1. Dimensions are in this order,
   * with what people ask by before others, and last what tells what became of calls.
   */
  score: z.number(),
  /** All values that calls had in either period, no value among them. */
  valueCount: z.int(),
  /** Up to five that added most and five that took most away, in this order, and no value if calls had none. */
  values: z.array(Contribution.extend({ value: DimensionValue })),
  /** All other values together; their figures are null where figures do not add up. */
  others: Contribution.extend({ count: z.int() }).optional(),
})
export type ExplainedDimension = z.infer<typeof ExplainedDimension>
export type ExplainedContribution = z.infer<typeof Contribution>

export const ChangeExplanation = z.strictObject({
  column: ReportColumn,
  /** Of money: the one that is explained, and all that there are. */
  currency: Currency.optional(),
  currencies: z.array(Currency).optional(),
  now: Amount.nullable(),
  earlier: Amount.nullable(),
  /** The difference of the two. Null when there is none, as one of the periods has no such calls: then no dimension is told. */
  change: Amount.nullable(),
  dimensions: z.array(ExplainedDimension),
  /** Names of values that are ids or codes: by field, by value. */
  labels: z.record(z.string(), z.record(z.string(), z.string())),
  meta: z.strictObject({
    reportId: Guid.nullable(),
    reportName: z.string(),
    from: Instant,
    to: Instant,
    earlier: z.strictObject({ from: Instant, to: Instant, matchWeekdays: z.boolean() }),
    timeZone: z.string(),
    /** Those of the report, its parameters, and what it was asked within. */
    filters: z.array(Filter),
    answerWithinSeconds: z.int(),
    generatedAt: Instant,
    elapsedMs: z.number(),
  }),
})
export type ChangeExplanation = z.infer<typeof ChangeExplanation>

export const explainChange = endpoint({
  method: 'POST',
  path: '/api/reporting/whychanged',
  summary:
    'What made a figure of a report change since the earlier period: by each dimension that the user may see, the values that added most and took most away, adding up to the change.',
  body: withExample(ExplainChange, {
    reportId: dashboardReports.summary,
    parameters: { dateRange: { relative: 'last30Days' } },
    timeZone: 'America/Chicago',
    measure: 'missed',
  }),
  response: ChangeExplanation,
  effect: 'read',
})
