import type { fields } from '@callboard/contract/call-fields'
import type { PartialCall } from '@callboard/contract/calls'
import { entityTypes } from '@callboard/contract/claims'
import type { FieldDeclaration, FieldKind } from '@callboard/contract/field-declaration'
import { recordingSounds, soundLabels } from '@callboard/contract/recording-sounds'
import { findRegionName } from '@callboard/contract/format-names'
import type { ReactNode } from 'react'
import {
  directionLabels,
  formatStirVerdict,
  geoSourceLabels,
  hiddenKeys,
} from '@callboard/contract/call-words'
import { formatHangupCause } from '@callboard/contract/hangup-causes'
import { RecordingsText } from '#web/features/calls/RecordingsText.tsx'
import { EntityText } from '#web/features/calls/EntityText.tsx'
import { formatCount, formatNumber } from '@callboard/contract/format'
import { formatTime, formatZone } from '@callboard/contract/format-time'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { DurationText } from '#web/ui/values/DurationText.tsx'
import { MoneyText } from '#web/ui/values/MoneyText.tsx'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'
import { StatusTag } from '#web/ui/values/StatusTag.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

/** A call, and the zone in which its times are written. */
export interface CallInZone {
  call: PartialCall
  timeZone: string
}

type Render = (value: unknown, of: CallInZone & { name: string }) => ReactNode

const asText: Render = (value) => String(value)
const asCode: Render = (value) => <code>{String(value)}</code>
const asPhone: Render = (value) => <PhoneText number={String(value)} />

const byKind = {
  text: asText,
  phone: asPhone,
  entity: (code, { name }) => {
    const type = entityTypes.find((one) => one === name)
    return type === undefined ? String(code) : <EntityText type={type} code={String(code)} />
  },
  code: asText,
  choice: asText,
  currency: asText,
  uuid: asCode,
  boolean: (value) => (value === true ? 'Yes' : 'No'),
  integer: (value) => formatCount(Number(value)),
  duration: (value) => <DurationText seconds={Number(value)} />,
  number: (value) => formatNumber(Number(value)),
  amount: (value, { call: { currency } }) =>
    typeof currency === 'string' ? (
      <MoneyText amounts={[{ amount: String(value), currency }]} />
    ) : (
      String(value)
    ),
  instant: (value, { timeZone }) => <TimeText at={String(value)} show="recent" timeZone={timeZone} />,
  tags: (value) => (Array.isArray(value) && value.length > 0 ? value.join(', ') : undefined),
  list: (value) => (Array.isArray(value) && value.length > 0 ? formatCount(value.length) : undefined),
} as const satisfies Record<FieldKind, Render>

const byName: Partial<Record<string, Render>> = {
  status: (_, { call: { status, startedAt } }) =>
    status && <StatusTag status={status} startedAt={startedAt} />,
  direction: (_, { call: { direction } }) => direction && directionLabels[direction],
  recordingSound: (value) => {
    const sound = recordingSounds.find((one) => one === value)
    return sound && soundLabels[sound]
  },
  number: asPhone,
  recordings: (_, { call: { recordings = [] } }) =>
    recordings.length > 0 && <RecordingsText recordings={recordings} />,
  hangupCause: (value) => formatHangupCause(Number(value)),
  stirVerdict: (value) => formatStirVerdict(String(value)),
  keysDialled: (value) =>
    value === hiddenKeys ? 'Not kept, as they may be a card or an account' : <code>{String(value)}</code>,
  geoSource: (value) => geoSourceLabels[String(value)] ?? String(value),
  country: (value) => countryName(String(value)),
  callerTimeZone: (value, { call: { startedAt = '' } }) => localTime(String(value), startedAt),
  externalCallId: asCode,
  sipCallId: asCode,
  legalHold: (value) => (value === true ? 'Never deleted by age' : undefined),
} satisfies Partial<Record<keyof typeof fields, Render>>

/** The value of a field on the screen; undefined if the call has none. */
export function renderField(name: string, { kind }: FieldDeclaration, of: CallInZone): ReactNode {
  const values: Readonly<Record<string, unknown>> = of.call
  const value = values[name]
  if (value === undefined || value === null || value === '') return undefined
  return (byName[name] ?? byKind[kind])(value, { ...of, name })
}

function countryName(code: string): string {
  return findRegionName(code) ?? code
}

/** `America/Los Angeles: 09:30 PST`, the caller's local time. */
function localTime(zone: string, startedAt: string): string {
  return `${formatTimeZone(zone)}: ${formatTime(startedAt, zone).slice(0, 5)} ${formatZone(zone, new Date(startedAt))}`
}
