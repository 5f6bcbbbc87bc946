import { z } from 'zod'
import { AttributeField } from './attribute-fields.ts'
import { dimensionNames, suggestedFields } from './field-names.ts'
import { AnswerMeta } from './answer-meta.ts'
import { Filter } from './calls.ts'
import { chartTypes } from './charts/chart-types.ts'
import { entityTypes } from './claims.ts'
import { comparisons } from './comparison.ts'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { ExportType, fileContentTypes } from './export-types.ts'
import { grains } from './fields.ts'
import { measureNames } from './measures.ts'
import { columnTypes, measureColumns, measureViews } from './report-columns.ts'
import { ReportStep, reportStepLimit } from './report-steps.ts'
import { Keyword, parameterValuesLimit, QueryPage } from './paging.ts'
import { reportKinds } from './report-kinds.ts'
import { Period } from './period.ts'
import { Guid, Instant, MoneyAmounts, TimeZone } from './scalars.ts'

/** The most rows of an answer without a page, and of a page. More come page by page or as a file. */
export const answerRowLimit = 10_000

export const DimensionUse = z.strictObject({
  field: z.union([z.enum(dimensionNames), AttributeField]),
  /** For `time` only. */
  grain: z.enum(grains).optional(),
})
export type DimensionUse = z.infer<typeof DimensionUse>

const columnRoles = ['dimension', 'measure'] as const

/** For a definition that does not say `answerWithinSeconds`. */
export const defaultAnswerSeconds = 20

/** The most columns of values of a pivot; others come together in one more. */
export const pivotLimit = 50
/** The most rows beside which others are told together: a filter has no more values. */
export const othersLimit = 1000

/** A dimension across: each of its values has a column for each measure. */
const Pivot = DimensionUse.extend({
  /** The first values of time, hours, parts of the day and weekdays, of all else those with the most of the first measure; 12 unless given, of what follows each other all, of time 50. */
  limit: z.int().min(1).max(pivotLimit).optional(),
})

/** By columns of the rows as a whole, not by those across. */
const ReportOrder = z
  .array(
    z.strictObject({
      field: z.string().max(64),
      /** For a name that is both a dimension and a measure of the report. */
      role: z.enum(columnRoles).optional(),
      desc: z.boolean().default(false),
    }),
  )
  .max(6)

const ReportChart = z.strictObject({
  type: z.enum(chartTypes),
  /** Columns of the report that may be drawn, the first unless a reader chooses another; a scatter draws the second across. All unless given. */
  measures: z.array(z.enum(measureColumns)).min(1).max(60).optional(),
})

export const ReportDefinition = z.strictObject({
  dimensions: z.array(DimensionUse).max(6).default([]),
  /** Figures, and what is derived from them: `calls:share`, `calls:earlier`, `calls:change`. */
  measures: z.array(z.enum(measureColumns)).max(60).default([]),
  /** Columns of a report of kind `details`, with one row per call. */
  columns: z.array(z.string().max(64)).max(60).optional(),
  filters: z.array(Filter).max(50).default([]),
  sort: ReportOrder.default([]),
  /** The first rows of the sorted whole; totals are those of all. A report by time alone has a row for each bucket, also without calls. */
  limit: z.int().min(1).max(1_000_000).optional(),
  pivot: Pivot.optional(),
  /** Also tells all together that the limit leaves out; of a report with one dimension, which is not time. */
  others: z.boolean().optional(),
  compare: z.enum(comparisons).optional(),
  /** Whether weekdays are compared with the same weekdays. Unless given, they are where the grain is a day. */
  matchWeekdays: z.boolean().optional(),
  /** For `answeredInTime` and `serviceLevel`. */
  answerWithinSeconds: z.int().min(1).max(600).optional(),
  chart: ReportChart.default({ type: 'none' }),
})
export type ReportDefinition = z.infer<typeof ReportDefinition>

export const parameterNames = [
  'dateRange',
  'compare',
  'matchWeekdays',
  'customer',
  'entityGroup',
  ...entityTypes,
  'status',
  'direction',
  'source',
  'campaign',
  'minimumDuration',
  'callerNumber',
] as const
export type ParameterName = (typeof parameterNames)[number]

/** What people choose values of: parameters, and the fields that filters name. */
export const valuesNames = [...new Set([...parameterNames, ...suggestedFields])]
const ValuesName = z.union([z.enum(valuesNames), AttributeField])
export type ValuesName = z.infer<typeof ValuesName>

export const Parameter = z.strictObject({
  name: z.enum(parameterNames),
  label: z.string(),
  type: z.enum(['period', 'list', 'integer', 'text', 'comparison', 'weekdays']),
  multiple: z.boolean(),
  required: z.boolean(),
  default: z.unknown(),
})
export type Parameter = z.infer<typeof Parameter>

export const Report = z.strictObject({
  id: Guid,
  name: z.string(),
  description: z.string(),
  kind: z.enum(reportKinds),
  definition: ReportDefinition,
  parameters: z.array(Parameter),
  exportTypes: z.array(ExportType),
  /** Null: all export types, also those of later versions. */
  exportTypeIds: z.array(Guid).nullable(),
  /** The sets it is in; told to administrators. */
  setIds: z.array(Guid).optional(),
  isActive: z.boolean(),
  revision: z.int(),
})
export type Report = z.infer<typeof Report>

/** Reports that are parts of the dashboard; everybody with dashboard.view may run them. */
export const dashboardReports = {
  summary: '0d000000-0000-7000-8000-000000000001',
  overTime: '0d000000-0000-7000-8000-000000000002',
  byHourAndWeekday: '0d000000-0000-7000-8000-000000000003',
  topSources: '0d000000-0000-7000-8000-000000000004',
  topNumbers: '0d000000-0000-7000-8000-000000000005',
  topLocations: '0d000000-0000-7000-8000-000000000006',
  byState: '0d000000-0000-7000-8000-000000000007',
  byCounty: '0d000000-0000-7000-8000-000000000008',
} as const

/** Reports of the standard library, installed at the first start, or when a portal is started with a version that has them. */
export const standardReports = {
  summaryByDay: '0e000000-0000-7000-8000-000000000001',
  bySource: '0e000000-0000-7000-8000-000000000002',
  byHourAndWeekday: '0e000000-0000-7000-8000-000000000003',
  callDetails: '0e000000-0000-7000-8000-000000000004',
  summary: '0e000000-0000-7000-8000-000000000005',
  periodComparison: '0e000000-0000-7000-8000-000000000006',
  firstTimeAndRepeat: '0e000000-0000-7000-8000-000000000007',
  missed: '0e000000-0000-7000-8000-000000000008',
  missedNotReturned: '0e000000-0000-7000-8000-000000000009',
  byNumber: '0e000000-0000-7000-8000-00000000000a',
  byCampaign: '0e000000-0000-7000-8000-00000000000b',
  byState: '0e000000-0000-7000-8000-00000000000c',
  byCounty: '0e000000-0000-7000-8000-00000000000d',
  byMetro: '0e000000-0000-7000-8000-00000000000e',
  byDma: '0e000000-0000-7000-8000-00000000000f',
  byZipCode: '0e000000-0000-7000-8000-000000000010',
  byNpanxx: '0e000000-0000-7000-8000-000000000011',
  byLocation: '0e000000-0000-7000-8000-000000000012',
  byRotationGroup: '0e000000-0000-7000-8000-000000000013',
  byTimeOfDayRule: '0e000000-0000-7000-8000-000000000014',
  byHistoricalRoute: '0e000000-0000-7000-8000-000000000015',
  byNetwork: '0e000000-0000-7000-8000-000000000016',
  byDayPart: '0e000000-0000-7000-8000-000000000017',
  byAgent: '0e000000-0000-7000-8000-000000000018',
  byHangupCause: '0e000000-0000-7000-8000-000000000019',
  callBack: '0e000000-0000-7000-8000-00000000001a',
  costPerCall: '0e000000-0000-7000-8000-00000000001b',
} as const

/** The sets of the standard library. */
export const standardSets = {
  overview: '0e100000-0000-7000-8000-000000000001',
  answering: '0e100000-0000-7000-8000-000000000002',
  marketing: '0e100000-0000-7000-8000-000000000003',
  places: '0e100000-0000-7000-8000-000000000004',
  routing: '0e100000-0000-7000-8000-000000000005',
} as const

/** The page of a report. The one of call details is the call list, which has its own filters and export. */
export function reportPage(id: string): string {
  return `/reports/${id === standardReports.callDetails ? 'calldetails' : id}`
}

const ReportId = withExample(Guid, dashboardReports.summary)

export const getReport = endpoint({
  method: 'GET',
  path: '/api/reporting/{id}',
  summary: 'One report that the user may run.',
  params: z.strictObject({ id: ReportId }),
  response: Report,
})

export const ParameterScalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()])
export const ParameterValue = z.union([ParameterScalar, z.array(ParameterScalar).max(1000), Period])
export type ParameterValue = z.infer<typeof ParameterValue>

export const AnswerPage = z.strictObject({
  number: z.int().min(1).max(1_000_000),
  size: z.int().min(1).max(answerRowLimit),
})

/** What is run: exactly one of the first three, which `isOneReport` checks. */
export const askedReport = {
  reportId: Guid.optional(),
  savedReportId: Guid.optional(),
  /** Takes the right to save reports. */
  definition: ReportDefinition.optional(),
  parameters: z.partialRecord(z.enum(parameterNames), ParameterValue).default({}),
  timeZone: TimeZone.optional(),
  /** Shows one value of a dimension by its parts, in a report of figures. */
  steps: z.array(ReportStep).max(reportStepLimit).default([]),
} as const

export function isOneReport(run: Readonly<Record<string, unknown>>): boolean {
  return ['reportId', 'savedReportId', 'definition'].filter((name) => run[name] !== undefined).length === 1
}
export const oneReportError = { error: 'must have exactly one of reportId, savedReportId and definition' }

export const RunReport = z
  .strictObject({
    ...askedReport,
    /** In place of the order of the report, whose limit leaves the same rows. */
    sort: ReportOrder.optional(),
    page: AnswerPage.optional(),
    /** Of the answer with the first page of a report of calls: this page has calls as they were then, so that none comes twice or is missed while others come in. */
    cursor: z.string().max(2000).optional(),
    /** The column of which the series of a chart are told; the first that is drawn unless given. */
    figure: z.enum(measureColumns).optional(),
  })
  .refine(isOneReport, oneReportError)
export type RunReport = z.infer<typeof RunReport>

export const DimensionValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const ReportColumn = z.strictObject({
  name: z.string(),
  label: z.string(),
  type: z.enum(columnTypes),
  unit: z.string().optional(),
  /** Grain of a column of time, resolved. */
  grain: z.enum(grains).optional(),
  role: z.enum(columnRoles),
  /** Of an attribute that is a choice: what its values are called. */
  valueLabels: z.record(z.string(), z.string()).optional(),
  /** Of a column with the role of a measure. */
  measure: z.enum(measureNames).optional(),
  /** What it tells of its measure. */
  view: z.enum(measureViews).optional(),
  /** The value of the pivot that a column is of, or all but some; its name ends in `#0`, `#1`, … Columns of whole rows have none. */
  pivot: z
    .union([
      z.strictObject({ value: DimensionValue }),
      z.strictObject({ isOthers: z.literal(true), except: z.array(DimensionValue) }),
    ])
    .optional(),
  /** How two periods compare: by a share of the earlier figure, by points, or by the difference. */
  change: z.enum(['percent', 'points', 'absolute']).optional(),
  /** Whether more is better; null where neither is. */
  moreIsBetter: z.boolean().nullable().optional(),
})
export type ReportColumn = z.infer<typeof ReportColumn>

export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null(), MoneyAmounts])
export type Cell = z.infer<typeof Cell>

export const RunReportAnswer = z.strictObject({
  columns: z.array(ReportColumn),
  /** The dimension of the pivot. */
  pivot: ReportColumn.optional(),
  /** One cell per column. A dimension without a value is null. A time bucket is its start: for hours an ISO text with offset, otherwise a day. In a report with a row for each call all columns are dimensions, times are instants, and there are no totals. Figures are all null in an hour that clocks left out, which is there only to show the earlier ones beside it. */
  rows: z.array(z.array(Cell)),
  /** Labels of values that are ids or codes: by column name, by value. */
  labels: z.record(z.string(), z.record(z.string(), z.string())),
  totals: z.array(Cell).nullable(),
  /** What the limit leaves out, if the report tells it and there is any: all rows but those of the values `except`. */
  others: z.strictObject({ cells: z.array(Cell), except: z.array(DimensionValue) }).optional(),
  /** What the chart of a report of several dimensions draws: a row for each time, or each of the largest values of one of them, with a column for each of the ten values of another that have most, and one for all others. All is counted, not added up. `earlier` is of a stack over time that is compared, where the figure adds up: what the values of each row had in the earlier period together, null where there is none. */
  series: z
    .strictObject({
      figure: z.enum(measureColumns),
      columns: z.array(ReportColumn),
      pivot: ReportColumn,
      rows: z.array(z.array(Cell)),
      rowCount: z.int(),
      earlier: z.array(z.number().nullable()).optional(),
    })
    .optional(),
  comparison: z
    .strictObject({
      kind: z.enum(comparisons),
      matchWeekdays: z.boolean(),
      from: Instant,
      to: Instant,
      /** The earlier figures of each row, aligned with `rows`; null if there was no such row. What compares has none. */
      rows: z.array(z.array(Cell).nullable()),
      totals: z.array(Cell).nullable(),
      /** The earlier figures of the others. */
      others: z.array(Cell).optional(),
    })
    .optional(),
  meta: AnswerMeta,
})
export type RunReportAnswer = z.infer<typeof RunReportAnswer>

export const runReport = endpoint({
  method: 'POST',
  path: '/api/reporting/runreport',
  summary:
    'Runs a stored report or a definition over the rows that the user may see. The Accept header selects the export type.',
  body: withExample(RunReport, {
    reportId: dashboardReports.topSources,
    parameters: { dateRange: { relative: 'last30Days' } },
    timeZone: 'America/Chicago',
  }),
  response: RunReportAnswer,
  alsoProduces: fileContentTypes,
  effect: 'read',
})

export const listExportTypes = endpoint({
  method: 'GET',
  path: '/api/reporting/exporttypes',
  summary: 'The export types there are.',
  response: z.array(ExportType),
})

export const listParameters = endpoint({
  method: 'GET',
  path: '/api/reporting/parameters',
  summary: 'The parameters that reports may ask for.',
  response: z.array(Parameter),
})

export const ParameterValues = z.strictObject({
  items: z.array(z.strictObject({ value: z.union([z.string(), z.null()]), label: z.string() })),
  total: z.int(),
})

export const listParameterValues = endpoint({
  method: 'GET',
  path: '/api/reporting/{parameter}/{id}',
  summary:
    'Values of a parameter, or of a field of text, that the user may choose from; id is a report or the all-zero id.',
  params: z.strictObject({ parameter: withExample(ValuesName, 'source'), id: ReportId }),
  query: z.strictObject({
    keyword: Keyword.optional(),
    page: QueryPage.default(1),
    pagesize: z.coerce.number().int().min(1).max(parameterValuesLimit).default(50),
  }),
  response: ParameterValues,
})

const named = { id: Guid, name: z.string() }

export const ReportMenu = z.strictObject({
  groups: z.array(
    z.strictObject({
      ...named,
      sets: z.array(
        z.strictObject({ ...named, reports: z.array(z.strictObject({ ...named, description: z.string() })) }),
      ),
    }),
  ),
  savedReports: z.array(z.strictObject({ ...named, reportId: Guid.nullable() })),
})
export type ReportMenu = z.infer<typeof ReportMenu>

export const getReportMenu = endpoint({
  method: 'GET',
  path: '/api/reporting/reportmenu/{userId}',
  summary:
    'The reports a user finds: sets of their groups, then their saved reports. One’s own, or anybody’s for admins.',
  params: z.strictObject({ userId: idOf('user') }),
  response: ReportMenu,
})
