import type { ParameterName } from '@callboard/contract/reports'
import type { AskedField } from '@callboard/contract/field-names'
import type { MeasureColumn } from '@callboard/contract/report-columns'
import type { ReportToInstall } from './dashboard-reports.ts'

// What the reports of the standard library have in common.

type Definition = ReportToInstall['definition']
type Uses = ReportToInstall['parameters']

export const parameters = [
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

export function withDefaults(defaults: Partial<Record<ParameterName, unknown>>): Uses {
  return parameters.map((use) => ({ ...use, ...(use.name in defaults && { default: defaults[use.name] }) }))
}

export function without(...names: ParameterName[]): Uses {
  return parameters.filter(({ name }) => !names.includes(name))
}

/** Of what callers reached or came from; outbound calls have no source, and are asked for. */
export const inboundParameters = withDefaults({ direction: ['inbound'] })

export const outcome = ['calls', 'answered', 'missed', 'voicemail', 'answerRate'] as const
export const ranked = ['calls', 'calls:share', 'answered', 'missed', 'voicemail', 'answerRate'] as const
const waiting = ['missedNotReturned', 'missedWithheld'] as const
export const callers = ['uniqueCallers', 'firstTimeCallers'] as const

export const everything = [
  'calls',
  'inbound',
  'outbound',
  'answered',
  'missed',
  'abandoned',
  'voicemail',
  'answerRate',
  'missedRate',
  'abandonedRate',
  'voicemailRate',
  'serviceLevel',
  'averageWait',
  ...waiting,
  ...callers,
  'firstTimeRate',
  'averageRing',
  'averageTalk',
  'totalTalk',
  'value',
  'cost',
] as const satisfies readonly MeasureColumn[]

export const columns = [
  'startedAt',
  'customer',
  'direction',
  'status',
  'contactNumber',
  'callerName',
  'trackingNumber',
  'duration',
  'talkDuration',
  'source',
  'campaign',
  'location',
  'agent',
  'city',
  'state',
  'leadStatus',
  'value',
  'currency',
] as const satisfies readonly AskedField[]

/** A row for each value of a field, that with the most calls first. */
export function ranking(
  field: NonNullable<Definition['dimensions']>[number]['field'],
  measures: readonly MeasureColumn[],
  chart: 'bar' | 'stackedBar' | 'map' = 'bar',
): Definition {
  return {
    dimensions: [{ field }],
    measures: [...measures],
    sort: [{ field: 'calls', desc: true }],
    chart: { type: chart },
  }
}

export const ofMarketing = [...ranked, ...callers, 'averageTalk', 'value'] as const
export const ofPlaces = [
  'calls',
  'calls:share',
  'answered',
  'missed',
  'answerRate',
  ...callers,
  'averageTalk',
  'value',
] as const
export const ofRouting = [...ranked, 'serviceLevel', 'averageRing', 'p90Ring', 'averageTalk'] as const
