import { directionLabels } from '@callboard/contract/call-words'
import type { PartialCall } from '@callboard/contract/calls'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { callsOfCallerQuery, type Person } from '#web/features/calls/caller/caller-queries.ts'
import classes from '#web/features/calls/caller/CallsOfCaller.module.css'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { DurationText } from '#web/ui/values/DurationText.tsx'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'
import { StatusTag } from '#web/ui/values/StatusTag.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, QuietText, Text } from '#web/ui/layout.tsx'

/** The newest calls from and to a person, each leading to its details. */
export function CallsOfCaller({ person, timeZone }: { person: Person; timeZone: string }) {
  const came = useQuery(callsOfCallerQuery(person, { direction: 'inbound', timeZone }))
  const went = useQuery(callsOfCallerQuery(person, { direction: 'outbound', timeZone }))
  return (
    <Panel title="Calls" note="the newest first">
      <QueryState query={came} emptyReason="">
        {({ items }) => (
          <Box as="ul">
            {newestFirst([...items, ...(went.data?.items ?? [])]).map((call) => (
              <li key={call.id}>
                <CallLink call={call} timeZone={timeZone} />
              </li>
            ))}
          </Box>
        )}
      </QueryState>
    </Panel>
  )
}

const shown = 50

function newestFirst(calls: readonly PartialCall[]): PartialCall[] {
  const startOf = ({ startedAt }: PartialCall) => Date.parse(startedAt ?? '')
  return calls.toSorted((one, other) => startOf(other) - startOf(one)).slice(0, shown)
}

function CallLink({ call, timeZone }: { call: PartialCall; timeZone: string }) {
  const {
    id,
    startedAt,
    direction,
    status,
    trackingNumber,
    source,
    agent,
    talkDuration,
    note,
    tags = [],
  } = call
  const words = [note, ...tags].filter((text) => typeof text === 'string' && text !== '').join(' · ')
  return (
    <Link to={buildCallListUrl({ call: id })} className={classes.call}>
      <TimeText at={startedAt} timeZone={timeZone} />
      <span>{status !== undefined && <StatusTag status={status} />}</span>
      <Text breaks="ellipsis">
        {direction === 'outbound' ? directionLabels.outbound : <PhoneText number={trackingNumber} />}
      </Text>
      <Text breaks="ellipsis">{[source, agent].filter(Boolean).join(' · ')}</Text>
      <Text textAlign="right">
        <DurationText seconds={talkDuration} />
      </Text>
      {words !== '' && (
        <QuietText className={classes.note} breaks="anywhere">
          {words}
        </QuietText>
      )}
    </Link>
  )
}
