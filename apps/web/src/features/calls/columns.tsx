import type { CallField, PartialCall } from '@callboard/contract/calls'
import type { ParameterName } from '@callboard/contract/reports'
import type { ReactNode } from 'react'
import type { CallSort } from '#web/lib/call-list-url.ts'
import { formatCount } from '#web/lib/format.ts'
import { CallerText } from '#web/features/calls/CallerText.tsx'
import { directionLabels, formatHangupCause, formatPlace } from '#web/features/calls/call-words.ts'
import { EntityText } from '#web/features/calls/EntityText.tsx'
import { DurationText } from '#web/ui/DurationText.tsx'
import { MoneyText } from '#web/ui/MoneyText.tsx'
import { NoValue } from '#web/ui/NoValue.tsx'
import { PhoneText } from '#web/ui/PhoneText.tsx'
import { StatusTag } from '#web/ui/StatusTag.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

/** A column of the call list that a user may show. */
export interface CallColumn {
  key: string
  title: string
  /** What the server is asked for to fill it. */
  fields: readonly CallField[]
  /** Pixels, at least. */
  width: number
  align?: 'end'
  sort?: CallSort
  render: (call: PartialCall, timeZone: string) => ReactNode
}

/** In the order in which they stand in the list. */
export const callColumns: readonly CallColumn[] = [
  {
    key: 'time',
    title: 'Time',
    fields: ['startedAt'],
    width: 154,
    sort: 'startedAt',
    render: ({ startedAt }, timeZone) => <TimeText at={startedAt} show="recent" timeZone={timeZone} />,
  },
  {
    key: 'status',
    title: 'Status',
    fields: ['status'],
    width: 132,
    render: ({ status }) => (status === undefined ? <NoValue /> : <StatusTag status={status} />),
  },
  {
    key: 'direction',
    title: 'Direction',
    fields: ['direction'],
    width: 100,
    render: ({ direction }) => (direction === undefined ? <NoValue /> : directionLabels[direction]),
  },
  {
    key: 'caller',
    title: 'Caller',
    fields: ['callerNumber', 'callerName', 'firstTime'],
    width: 240,
    render: (call) => <CallerText call={call} />,
  },
  {
    key: 'trackingNumber',
    title: 'Tracking number',
    fields: ['trackingNumber'],
    width: 142,
    render: ({ trackingNumber }) => <PhoneText number={trackingNumber} missing="–" />,
  },
  {
    key: 'targetNumber',
    title: 'Target number',
    fields: ['targetNumber'],
    width: 142,
    render: ({ targetNumber }) => <PhoneText number={targetNumber} missing="–" />,
  },
  entity('location', 'Location', 170),
  words('source', 'Source', 130),
  {
    key: 'talkTime',
    title: 'Talk',
    fields: ['talkDuration'],
    width: 84,
    align: 'end',
    sort: 'talkDuration',
    render: ({ talkDuration }) => <DurationText seconds={talkDuration} />,
  },
  {
    key: 'duration',
    title: 'Duration',
    fields: ['duration'],
    width: 104,
    align: 'end',
    sort: 'duration',
    render: ({ duration }) => <DurationText seconds={duration} />,
  },
  {
    key: 'ringTime',
    title: 'Ring',
    fields: ['ringDuration'],
    width: 84,
    align: 'end',
    sort: 'ringDuration',
    render: ({ ringDuration }) => <DurationText seconds={ringDuration} />,
  },
  {
    key: 'queueTime',
    title: 'Queue',
    fields: ['queueDuration'],
    width: 84,
    align: 'end',
    render: ({ queueDuration }) => <DurationText seconds={queueDuration} />,
  },
  {
    key: 'holdTime',
    title: 'Hold',
    fields: ['holdDuration'],
    width: 84,
    align: 'end',
    render: ({ holdDuration }) => <DurationText seconds={holdDuration} />,
  },
  words('customerName', 'Customer', 180),
  words('agent', 'Agent', 140),
  words('campaign', 'Campaign', 150),
  words('medium', 'Medium', 110),
  words('keyword', 'Search keyword', 190),
  {
    key: 'place',
    title: 'Caller’s place',
    fields: ['city', 'state', 'country'],
    width: 160,
    render: (call) => formatPlace(call) ?? <NoValue />,
  },
  words('zipcode', 'ZIP code', 90),
  words('metro', 'Metro area', 220),
  entity('network', 'Network', 130),
  entity('rotationgroup', 'Rotation group', 150),
  entity('tod', 'Time-of-day rule', 150),
  {
    key: 'tags',
    title: 'Tags',
    fields: ['tags'],
    width: 170,
    render: ({ tags }) => (tags === undefined || tags.length === 0 ? <NoValue /> : tags.join(', ')),
  },
  {
    key: 'value',
    title: 'Value',
    fields: ['value', 'currency'],
    width: 110,
    align: 'end',
    sort: 'value',
    render: ({ value, currency }) => <Amount amount={value} currency={currency} />,
  },
  {
    key: 'cost',
    title: 'Cost',
    fields: ['cost', 'currency'],
    width: 100,
    align: 'end',
    render: ({ cost, currency }) => <Amount amount={cost} currency={currency} />,
  },
  words('leadStatus', 'Lead status', 120),
  {
    key: 'score',
    title: 'Score',
    fields: ['score'],
    width: 74,
    align: 'end',
    render: ({ score }) => (typeof score === 'number' ? formatCount(score) : <NoValue />),
  },
  {
    key: 'recordings',
    title: 'Recordings',
    fields: ['recordings'],
    width: 104,
    align: 'end',
    render: ({ recordings }) => (recordings?.length ? formatCount(recordings.length) : <NoValue />),
  },
  {
    key: 'returnedAt',
    title: 'Returned',
    fields: ['returnedAt'],
    width: 150,
    render: ({ returnedAt }, timeZone) => <TimeText at={returnedAt} show="recent" timeZone={timeZone} />,
  },
  {
    key: 'hangupCause',
    title: 'Hang-up cause',
    fields: ['hangupCause'],
    width: 170,
    render: ({ hangupCause }) =>
      typeof hangupCause === 'number' ? formatHangupCause(hangupCause) : <NoValue />,
  },
]

type WordField =
  'source' | 'customerName' | 'agent' | 'campaign' | 'medium' | 'keyword' | 'zipcode' | 'metro' | 'leadStatus'
type EntityField = ParameterName & ('location' | 'network' | 'rotationgroup' | 'tod')

function words(field: WordField, title: string, width: number): CallColumn {
  return { key: field, title, fields: [field], width, render: (call) => call[field] ?? <NoValue /> }
}

function entity(field: EntityField, title: string, width: number): CallColumn {
  return {
    key: field,
    title,
    fields: [field],
    width,
    render: (call) => <EntityText type={field} code={call[field]} />,
  }
}

function Amount({
  amount,
  currency,
}: {
  amount: string | null | undefined
  currency: string | null | undefined
}) {
  if (typeof amount !== 'string') return <NoValue />
  if (typeof currency !== 'string') return amount
  return <MoneyText amounts={[{ amount, currency }]} />
}

const usualKeys: readonly string[] = [
  'time',
  'status',
  'caller',
  'trackingNumber',
  'location',
  'source',
  'talkTime',
]

/** What is shown until somebody chooses; the customer only to whom sees several. */
export function usualColumnKeys(hasSeveralCustomers: boolean): string[] {
  return hasSeveralCustomers ? [...usualKeys, 'customerName'] : [...usualKeys]
}

/** In the order of the list, whatever the order of the keys; keys that no longer exist fall away. */
export function columnsOf(keys: readonly string[]): CallColumn[] {
  return callColumns.filter(({ key }) => keys.includes(key))
}

/** The fields to ask for; what every row and card needs is among them. */
export function fieldsOf(columns: readonly CallColumn[]): CallField[] {
  return [...new Set<CallField>(['id', 'startedAt', 'status', ...columns.flatMap(({ fields }) => fields)])]
}
