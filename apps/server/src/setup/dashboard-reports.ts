import {
  dashboardReports,
  type ParameterName,
  type Report,
  type ReportDefinition,
} from '@callboard/contract/reports'
import type { z } from 'zod'

export interface ReportToInstall {
  id: string
  name: string
  description: string
  /** `summary` unless given. */
  kind?: Report['kind']
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

const ranking = { measures: ['calls', 'answered', 'missed', 'answerRate'], limit: 8 } as const

const inboundOnly: ReportToInstall['definition']['filters'] = [
  { field: 'direction', op: 'eq', values: ['inbound'] },
]

function topOf(field: 'source' | 'trackingNumber' | 'location'): ReportToInstall['definition'] {
  return { ...allOf(field), limit: ranking.limit }
}

function allOf(
  field: 'source' | 'trackingNumber' | 'location' | 'state' | 'county',
): ReportToInstall['definition'] {
  return {
    dimensions: [{ field }],
    measures: [...ranking.measures],
    filters: inboundOnly,
    sort: [{ field: 'calls', desc: true }],
  }
}

const parts: readonly Omit<ReportToInstall, 'isDashboardPart'>[] = [
  {
    id: dashboardReports.summary,
    name: 'Summary',
    description: 'The figures of the period.',
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
  },
  {
    id: dashboardReports.overTime,
    name: 'Calls over time',
    description: 'Answered, voicemail and missed calls.',
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
  },
  {
    id: dashboardReports.byHourAndWeekday,
    name: 'When calls come',
    description: 'Inbound calls by hour and weekday.',
    definition: {
      dimensions: [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }],
      measures: ['calls'],
      filters: inboundOnly,
      chart: { type: 'heatMap' },
    },
    parameters: plainParameters,
  },
  {
    id: dashboardReports.topSources,
    name: 'Top sources',
    description: 'Where inbound calls came from.',
    definition: topOf('source'),
    parameters: plainParameters,
  },
  {
    id: dashboardReports.topNumbers,
    name: 'Top numbers',
    description: 'The tracking numbers that were called.',
    definition: topOf('trackingNumber'),
    parameters: plainParameters,
  },
  {
    id: dashboardReports.topLocations,
    name: 'Top locations',
    description: 'The locations that were called.',
    definition: topOf('location'),
    parameters: plainParameters,
  },
  {
    id: dashboardReports.byState,
    name: 'Callers by state',
    description: 'The states and provinces that inbound calls came from.',
    definition: allOf('state'),
    parameters: plainParameters,
  },
  {
    id: dashboardReports.byCounty,
    name: 'Callers by county',
    description: 'The counties of a state that inbound calls came from.',
    definition: allOf('county'),
    parameters: [...plainParameters, { name: 'state' }],
  },
]

/** The parts of the dashboard, which are reports like any other. */
export const dashboardReportsToInstall: readonly ReportToInstall[] = parts.map((part) => ({
  ...part,
  isDashboardPart: true,
}))
