import type { Call } from '@callboard/contract/calls'
import { Tag } from 'antd'
import classes from '#web/features/calls/call-facts.module.css'
import { formatHangupCause, formatPlace, geoSourceLabels } from '#web/features/calls/call-words.ts'
import { EntityText } from '#web/features/calls/EntityText.tsx'
import type { Fact } from '#web/features/calls/Facts.tsx'
import { formatCount, formatMoney } from '#web/lib/format.ts'
import { formatTime, formatZone } from '#web/lib/time.ts'
import { PhoneText } from '#web/ui/PhoneText.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

export function partyFacts(call: Call, timeZone: string): Fact[] {
  return [
    { label: 'Customer', value: call.customerName },
    { label: 'Tracking number', value: <PhoneText number={call.trackingNumber} /> },
    { label: 'Rang at', value: call.targetNumber && <PhoneText number={call.targetNumber} /> },
    { label: 'Location', value: call.location && <EntityText type="location" code={call.location} /> },
    { label: 'Agent', value: call.agent },
    { label: 'Answered by', value: call.answeredBy },
    {
      label: 'Answered at',
      value: call.answeredAt && <TimeText at={call.answeredAt} show="time" timeZone={timeZone} />,
    },
    {
      label: 'Ended at',
      value: call.endedAt && <TimeText at={call.endedAt} show="time" timeZone={timeZone} />,
    },
    { label: 'Hung up by', value: call.hangupBy },
    { label: 'Hang-up cause', value: call.hangupCause !== null && formatHangupCause(call.hangupCause) },
    { label: 'Returned at', value: call.returnedAt && <TimeText at={call.returnedAt} timeZone={timeZone} /> },
  ]
}

export function outcomeFacts(call: Call): Fact[] {
  const { value, cost, currency } = call
  return [
    {
      label: 'Tags',
      value: call.tags.length > 0 && (
        <span className={classes.tags}>
          {call.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
      ),
    },
    { label: 'Lead status', value: call.leadStatus },
    { label: 'Score', value: call.score !== null && formatCount(call.score) },
    { label: 'Value', value: value !== null && (currency === null ? value : formatMoney(value, currency)) },
    { label: 'Cost', value: cost !== null && (currency === null ? cost : formatMoney(cost, currency)) },
    { label: 'Note', value: call.note && <span className={classes.note}>{call.note}</span>, isWide: true },
  ]
}

export function routingFacts(call: Call): Fact[] {
  return [
    { label: 'Network', value: call.network && <EntityText type="network" code={call.network} /> },
    { label: 'Number', value: call.number && <PhoneText number={call.number} /> },
    {
      label: 'Route',
      value: call.historicalroute && <EntityText type="historicalroute" code={call.historicalroute} />,
    },
    { label: 'Time-of-day rule', value: call.tod && <EntityText type="tod" code={call.tod} /> },
    {
      label: 'Rotation group',
      value: call.rotationgroup && <EntityText type="rotationgroup" code={call.rotationgroup} />,
    },
  ]
}

export function attributionFacts(call: Call): Fact[] {
  return [
    { label: 'Source', value: call.source },
    { label: 'Medium', value: call.medium },
    { label: 'Campaign', value: call.campaign },
    { label: 'Search keyword', value: call.keyword },
    { label: 'Landing page', value: call.landingPage, isWide: true },
    { label: 'Referrer', value: call.referrer, isWide: true },
    { label: 'Google click id', value: call.gclid, isWide: true },
  ]
}

export function placeFacts(call: Call): Fact[] {
  const { callerTimeZone: zone, startedAt, country } = call
  return [
    { label: 'Place', value: formatPlace(call) },
    { label: 'ZIP code', value: call.zipcode },
    { label: 'Postal code', value: call.postalcode },
    { label: 'County', value: call.county && <EntityText type="county" code={call.county} /> },
    { label: 'Metro area', value: call.metro },
    { label: 'DMA', value: call.dma },
    { label: 'NPA-NXX', value: call.npanxx },
    { label: 'Country', value: country && countryName(country) },
    {
      label: 'Time there',
      value: zone && `${formatTime(startedAt, zone).slice(0, 5)} ${formatZone(zone, new Date(startedAt))}`,
    },
    { label: 'Known from', value: call.geoSource && (geoSourceLabels[call.geoSource] ?? call.geoSource) },
  ]
}

export function identityFacts(call: Call): Fact[] {
  return [
    { label: 'Source system', value: call.sourceSystem },
    { label: 'External id', value: <code>{call.externalCallId}</code>, isWide: true },
    { label: 'Call id', value: <code>{call.id}</code>, isWide: true },
    { label: 'Part of call', value: call.parentCallId && <code>{call.parentCallId}</code>, isWide: true },
    { label: 'Revision', value: call.revision !== null && String(call.revision) },
    { label: 'Legal hold', value: call.legalHold && 'Kept whatever its age' },
  ]
}

const countryNames = new Intl.DisplayNames('en-US', { type: 'region' })

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code
}
