import { othersLimit, standardReports, standardSets } from '@callboard/contract/reports'
import type { ReportToInstall } from './dashboard-reports.ts'
import {
  callers,
  columns,
  everything,
  inboundParameters,
  ofMarketing,
  ofPlaces,
  ofRouting,
  outcome,
  parameters,
  ranked,
  ranking,
  withDefaults,
  without,
} from './library-columns.ts'

const overview: readonly ReportToInstall[] = [
  {
    id: standardReports.summary,
    name: 'Call summary',
    description: 'How did we do? All figures of the period beside those of the period before.',
    definition: {
      measures: [...everything],
      compare: 'previousPeriod',
    },
    parameters,
  },
  {
    id: standardReports.summaryByDay,
    name: 'Call summary by day',
    description: 'How many calls came each day, and what became of them, beside the period before?',
    definition: {
      dimensions: [{ field: 'time', grain: 'day' }],
      measures: [...outcome, ...callers, 'averageTalk', 'value'],
      compare: 'previousPeriod',
      chart: { type: 'stackedBar' },
    },
    parameters,
  },
  {
    id: standardReports.periodComparison,
    name: 'Period comparison',
    description: 'What has changed since the period before? Which sources bring more calls, which fewer?',
    definition: {
      dimensions: [{ field: 'source' }],
      measures: [
        'calls',
        'calls:earlier',
        'calls:change',
        'missed',
        'missed:change',
        'answerRate',
        'answerRate:change',
        'uniqueCallers:change',
        'value',
        'value:change',
      ],
      sort: [{ field: 'calls', desc: true }],
      compare: 'previousPeriod',
      chart: { type: 'bar' },
    },
    parameters: withDefaults({ compare: 'previousPeriod', direction: ['inbound'] }),
  },
  {
    id: standardReports.firstTimeAndRepeat,
    name: 'First-time and repeat callers',
    description: 'Who calls: people who had never called before, or those who know us? Whom do we miss?',
    definition: {
      dimensions: [{ field: 'firstTime' }],
      measures: [...outcome, 'uniqueCallers', 'averageTalk', 'value'],
      filters: [{ field: 'firstTime', op: 'notNull', values: [] }],
      sort: [{ field: 'calls', desc: true }],
      chart: { type: 'pie' },
    },
    parameters: inboundParameters,
  },
  {
    id: standardReports.callDetails,
    name: 'Call Details',
    description: 'Every call, with filters and as a file.',
    kind: 'details',
    definition: {
      columns: [...columns],
    },
    parameters: [...without('compare'), { name: 'callerNumber' }],
  },
]

const answering: readonly ReportToInstall[] = [
  {
    id: standardReports.byHourAndWeekday,
    name: 'Calls by hour and weekday',
    description: 'When do calls come, and when are they missed? It shows how many people are needed when.',
    definition: {
      dimensions: [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }],
      measures: ['calls', 'answered', 'missed', 'answerRate'],
      chart: { type: 'heatMap' },
    },
    parameters: inboundParameters,
  },
  {
    id: standardReports.missed,
    name: 'Missed calls',
    description: 'How many calls are missed each day, how soon do callers give up, and are they called back?',
    definition: {
      dimensions: [{ field: 'time', grain: 'day' }],
      measures: [
        'missed',
        'abandoned',
        'missedNotReturned',
        'missedWithheld',
        'averageRing',
        'uniqueCallers',
      ],
      filters: [
        { field: 'direction', op: 'eq', values: ['inbound'] },
        { field: 'status', op: 'in', values: ['missed', 'abandoned', 'busy', 'failed'] },
      ],
      compare: 'previousPeriod',
      chart: { type: 'line' },
    },
    parameters: without('direction', 'status', 'minimumDuration'),
  },
  {
    id: standardReports.missedNotReturned,
    name: 'Missed, not returned',
    description:
      'Who was missed and still waits for a call back, for how long, and how fast do others get one?',
    definition: {
      dimensions: [{ field: 'location' }],
      measures: [
        'missedNotReturned',
        'waitingUnderHour',
        'waitingToday',
        'waitingOlder',
        'longestWaiting',
        'returned',
        'averageTimeToReturn',
        'missedWithheld',
      ],
      filters: [
        { field: 'direction', op: 'eq', values: ['inbound'] },
        { field: 'status', op: 'in', values: ['missed', 'abandoned', 'busy', 'failed'] },
      ],
      sort: [{ field: 'missedNotReturned', desc: true }],
      chart: { type: 'bar' },
    },
    parameters: without('direction', 'status', 'minimumDuration').map((use) =>
      use.name === 'dateRange' ? { ...use, default: { relative: 'last7Days' } } : use,
    ),
  },
  {
    id: standardReports.callBack,
    name: 'Callers to call back',
    description: 'Whom should we call back, and who waits longest? For an email in the morning.',
    definition: {
      dimensions: [{ field: 'callerNumber' }, { field: 'customer' }],
      measures: ['missedNotReturned', 'longestWaiting', 'lastCall'],
      filters: [{ field: 'waitsForCallBack', op: 'eq', values: [true] }],
      sort: [{ field: 'longestWaiting', desc: true }],
    },
    parameters: without('compare', 'direction', 'status', 'minimumDuration').map((use) =>
      use.name === 'dateRange' ? { ...use, default: { relative: 'last7Days' } } : use,
    ),
  },
  {
    id: standardReports.byDayPart,
    name: 'Calls by part of the day',
    description:
      'Do calls come in the morning, the afternoon, the evening or at night, and when are they missed?',
    definition: {
      dimensions: [{ field: 'dayPart' }],
      measures: [...ranked, 'missedRate', 'averageWait', 'uniqueCallers'],
      chart: { type: 'stackedBar' },
    },
    parameters: inboundParameters,
  },
  {
    id: standardReports.byAgent,
    name: 'Calls by agent',
    description: 'Who takes and places how many calls, and how long do they talk?',
    definition: {
      ...ranking('agent', [
        'calls',
        'calls:share',
        'inbound',
        'outbound',
        'answered',
        'missed',
        'missedRate',
        'averageWait',
        'averageTalk',
        'totalTalk',
        'value',
      ]),
      filters: [{ field: 'agent', op: 'notNull', values: [] }],
    },
    parameters,
  },
]

const marketing: readonly ReportToInstall[] = [
  {
    id: standardReports.bySource,
    name: 'Calls by source',
    description: 'Which sources bring calls, and what becomes of them?',
    definition: ranking('source', ofMarketing),
    parameters: inboundParameters,
  },
  {
    id: standardReports.byCampaign,
    name: 'Calls by campaign',
    description: 'Which campaigns, of which sources, bring new callers and value?',
    definition: {
      ...ranking('campaign', ofMarketing, 'stackedBar'),
      dimensions: [{ field: 'campaign' }, { field: 'source' }],
      filters: [{ field: 'campaign', op: 'notNull', values: [] }],
    },
    parameters: inboundParameters,
  },
  {
    id: standardReports.byNumber,
    name: 'Calls by number',
    description: 'Which tracking numbers are called, and which are no longer worth their price?',
    definition: ranking('trackingNumber', ofMarketing),
    parameters: inboundParameters,
  },
  {
    id: standardReports.costPerCall,
    name: 'Cost per call',
    description: 'What do the tracking numbers of a source cost, for each call, lead and new caller?',
    definition: {
      dimensions: [{ field: 'source' }],
      measures: [
        'numberCost',
        'inbound',
        'costPerCall',
        'leads',
        'costPerLead',
        'firstTimeCallers',
        'costPerFirstTimeCaller',
      ],
      sort: [{ field: 'numberCost', desc: true }],
      filters: [{ field: 'direction', op: 'eq', values: ['inbound'] }],
    },
    parameters: without('direction', 'status', 'minimumDuration'),
  },
]

const places: readonly ReportToInstall[] = [
  {
    id: standardReports.byState,
    name: 'Calls by state',
    description: 'Which states and provinces do callers come from?',
    definition: ranking('state', ofPlaces, 'map'),
    parameters: inboundParameters,
  },
  {
    id: standardReports.byCounty,
    name: 'Calls by county',
    description: 'Which counties do callers come from?',
    definition: ranking('county', ofPlaces, 'map'),
    parameters: [...inboundParameters, { name: 'state' }],
  },
  {
    id: standardReports.byMetro,
    name: 'Calls by metro area',
    description: 'Which cities and their surroundings do callers come from?',
    definition: ranking('metro', ofPlaces),
    parameters: [...inboundParameters, { name: 'state' }],
  },
  {
    id: standardReports.byDma,
    name: 'Calls by DMA',
    description: 'Which television markets do callers come from? For buying advertising by market.',
    definition: ranking('dma', ofPlaces),
    parameters: [...inboundParameters, { name: 'dma' }],
  },
  {
    id: standardReports.byZipCode,
    name: 'Calls by ZIP code',
    description: 'Which ZIP codes do callers come from? For mailings and new locations.',
    definition: { ...ranking('zipcode', ofPlaces), limit: othersLimit, others: true },
    parameters: [...inboundParameters, { name: 'state' }, { name: 'county' }],
  },
  {
    id: standardReports.byNpanxx,
    name: 'Calls by NPA-NXX',
    description: 'Which area codes and exchanges do callers have?',
    definition: { ...ranking('npanxx', ofPlaces), limit: othersLimit, others: true },
    parameters: [...inboundParameters, { name: 'state' }],
  },
]

const routing: readonly ReportToInstall[] = [
  {
    id: standardReports.byLocation,
    name: 'Calls by location',
    description: 'Which locations are called most, and which answer best?',
    definition: ranking('location', [...ranked, 'missedNotReturned', 'serviceLevel', 'averageTalk', 'value']),
    parameters: inboundParameters,
  },
  {
    id: standardReports.byRotationGroup,
    name: 'Calls by rotation group',
    description: 'Which teams get the calls, and how fast do they answer?',
    definition: ranking('rotationgroup', ofRouting),
    parameters: [...inboundParameters, { name: 'rotationgroup' }],
  },
  {
    id: standardReports.byTimeOfDayRule,
    name: 'Calls by time-of-day rule',
    description: 'How many calls come in opening hours, in breaks and at night, and what becomes of them?',
    definition: ranking('tod', ofRouting),
    parameters: [...inboundParameters, { name: 'tod' }],
  },
  {
    id: standardReports.byHistoricalRoute,
    name: 'Calls by historical route',
    description: 'Did calls fare better or worse since a route was changed?',
    definition: ranking('historicalroute', ofRouting),
    parameters: [...inboundParameters, { name: 'historicalroute' }],
  },
  {
    id: standardReports.byNetwork,
    name: 'Calls by network',
    description: 'Which networks deliver the calls, how many fail, and what do they cost?',
    definition: ranking('network', ['calls', 'answered', 'missed', 'answerRate', 'totalDuration', 'cost']),
    parameters: [...parameters, { name: 'network' }],
  },
  {
    id: standardReports.byHangupCause,
    name: 'Calls by hang-up cause',
    description: 'Why do calls end: as somebody hung up, as the line was busy, or by a fault of a network?',
    definition: {
      ...ranking('hangupCause', [
        'calls',
        'calls:share',
        'answered',
        'missed',
        'missedRate',
        'voicemail',
        'averageWait',
        'averageDuration',
      ]),
      filters: [{ field: 'hangupCause', op: 'notNull', values: [] }],
    },
    parameters,
  },
]

export interface SetToInstall {
  id: string
  name: string
  description: string
  reports: readonly ReportToInstall[]
}

/** The standard library. */
export const standardLibrary: readonly SetToInstall[] = [
  {
    id: standardSets.overview,
    name: 'Overview',
    description: 'How many calls there are, and whose.',
    reports: overview,
  },
  {
    id: standardSets.answering,
    name: 'Answering',
    description: 'When calls come, and which are missed.',
    reports: answering,
  },
  {
    id: standardSets.marketing,
    name: 'Marketing',
    description: 'What brings the calls.',
    reports: marketing,
  },
  {
    id: standardSets.places,
    name: 'Places',
    description: 'Where callers are.',
    reports: places,
  },
  {
    id: standardSets.routing,
    name: 'Routing',
    description: 'Where calls go, and how they get there.',
    reports: routing,
  },
]
