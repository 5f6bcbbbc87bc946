import {
  dashboardReports,
  standardReports,
  type ParameterName,
  type Report,
  type ReportDefinition,
} from '@callboard/contract/reports'
import type { z } from 'zod'

export interface ReportToInstall {
  id: string
  name: string
  description: string
  kind: Report['kind']
  definition: z.input<typeof ReportDefinition>
  parameters: readonly { name: ParameterName; required?: boolean; default?: unknown }[]
  isDashboardPart?: boolean
}

const dashboardParameters = [
  { name: 'dateRange', required: true },
  { name: 'compare', default: 'previousPeriod' },
  { name: 'customer' },
  { name: 'entityGroup' },
] as const

const plainParameters = [
  { name: 'dateRange', required: true },
  { name: 'customer' },
  { name: 'entityGroup' },
] as const

const reportParameters = [
  { name: 'dateRange', required: true },
  { name: 'compare' },
  { name: 'customer' },
  { name: 'entityGroup' },
  { name: 'number' },
  { name: 'location' },
  { name: 'source' },
  { name: 'campaign' },
  { name: 'direction' },
  { name: 'status' },
  { name: 'minimumDuration' },
] as const

const ranking = { measures: ['calls', 'answered', 'missed', 'answerRate'], limit: 8 } as const

function topOf(field: 'source' | 'trackingNumber' | 'location'): ReportToInstall['definition'] {
  return { ...allOf(field), limit: ranking.limit }
}

function allOf(
  field: 'source' | 'trackingNumber' | 'location' | 'state' | 'county',
): ReportToInstall['definition'] {
  return {
    dimensions: [{ field }],
    measures: [...ranking.measures],
    filters: [{ field: 'direction', op: 'eq', values: ['inbound'] }],
    sort: [{ field: 'calls', desc: true }],
  }
}

/** The parts of the dashboard, which are reports like any other. */
export const dashboardReportsToInstall: readonly ReportToInstall[] = [
  {
    id: dashboardReports.summary,
    name: 'Summary',
    description: 'The figures of the period.',
    kind: 'summary',
    definition: {
      measures: [
        'calls',
        'inbound',
        'answered',
        'missed',
        'answerRate',
        'missedNotReturned',
        'missedWithheld',
        'uniqueCallers',
        'averageTalk',
        'value',
      ],
    },
    parameters: dashboardParameters,
    isDashboardPart: true,
  },
  {
    id: dashboardReports.overTime,
    name: 'Calls over time',
    description: 'Answered, voicemail and missed calls.',
    kind: 'summary',
    definition: {
      dimensions: [{ field: 'time', grain: 'auto' }],
      measures: [
        'calls',
        'answered',
        'voicemail',
        'missed',
        'answerRate',
        'uniqueCallers',
        'averageTalk',
        'value',
      ],
      chart: { type: 'stackedBar' },
    },
    parameters: dashboardParameters,
    isDashboardPart: true,
  },
  {
    id: dashboardReports.byHourAndWeekday,
    name: 'When calls come',
    description: 'Calls by hour and weekday.',
    kind: 'summary',
    definition: {
      dimensions: [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }],
      measures: ['calls'],
      chart: { type: 'heatMap' },
    },
    parameters: plainParameters,
    isDashboardPart: true,
  },
  {
    id: dashboardReports.topSources,
    name: 'Top sources',
    description: 'Where inbound calls came from.',
    kind: 'summary',
    definition: topOf('source'),
    parameters: plainParameters,
    isDashboardPart: true,
  },
  {
    id: dashboardReports.topNumbers,
    name: 'Top numbers',
    description: 'The tracking numbers that were called.',
    kind: 'summary',
    definition: topOf('trackingNumber'),
    parameters: plainParameters,
    isDashboardPart: true,
  },
  {
    id: dashboardReports.topLocations,
    name: 'Top locations',
    description: 'The locations that were called.',
    kind: 'summary',
    definition: topOf('location'),
    parameters: plainParameters,
    isDashboardPart: true,
  },
  {
    id: dashboardReports.byState,
    name: 'Callers by state',
    description: 'The states and provinces that inbound calls came from.',
    kind: 'summary',
    definition: allOf('state'),
    parameters: plainParameters,
    isDashboardPart: true,
  },
  {
    id: dashboardReports.byCounty,
    name: 'Callers by county',
    description: 'The counties of a state that inbound calls came from.',
    kind: 'summary',
    definition: allOf('county'),
    parameters: [...plainParameters, { name: 'state' }],
    isDashboardPart: true,
  },
]

/** The standard library. */
export const standardReportsToInstall: readonly ReportToInstall[] = [
  {
    id: standardReports.summaryByDay,
    name: 'Call summary by day',
    description: 'Calls, answers and callers of each day, compared with the previous period.',
    kind: 'summary',
    definition: {
      dimensions: [{ field: 'time', grain: 'day' }],
      measures: [
        'calls',
        'answered',
        'missed',
        'voicemail',
        'answerRate',
        'uniqueCallers',
        'firstTimeCallers',
        'averageTalk',
        'value',
      ],
      compare: 'previousPeriod',
      chart: { type: 'stackedBar' },
    },
    parameters: reportParameters,
  },
  {
    id: standardReports.bySource,
    name: 'Calls by source',
    description: 'Which sources brought calls, and what became of them.',
    kind: 'summary',
    definition: {
      dimensions: [{ field: 'source' }],
      measures: [
        'calls',
        'answered',
        'missed',
        'answerRate',
        'uniqueCallers',
        'firstTimeCallers',
        'averageTalk',
        'value',
      ],
      sort: [{ field: 'calls', desc: true }],
      chart: { type: 'bar' },
    },
    // Outbound calls have no source; who asks for them sees them as not attributed.
    parameters: reportParameters.map((use) =>
      use.name === 'direction' ? { ...use, default: ['inbound'] } : use,
    ),
  },
  {
    id: standardReports.byHourAndWeekday,
    name: 'Calls by hour and weekday',
    description: 'When calls come, and when they are missed.',
    kind: 'summary',
    definition: {
      dimensions: [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }],
      measures: ['calls', 'answered', 'missed', 'answerRate'],
      chart: { type: 'heatMap' },
    },
    parameters: reportParameters,
  },
  {
    id: standardReports.callDetails,
    name: 'Call Details',
    description: 'Every call, with filters and as a file.',
    kind: 'details',
    definition: {
      columns: [
        'startedAt',
        'customer',
        'direction',
        'status',
        'trackingNumber',
        'callerNumber',
        'callerName',
        'duration',
        'talkDuration',
        'source',
        'campaign',
        'location',
        'agent',
        'city',
        'state',
        'value',
        'currency',
      ],
    },
    parameters: [...reportParameters.filter(({ name }) => name !== 'compare'), { name: 'callerNumber' }],
  },
]
