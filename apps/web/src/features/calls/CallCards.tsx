import type { PartialCall } from '@callboard/contract/calls'
import { useRef } from 'react'
import { Link } from 'react-router'
import classes from '#web/features/calls/CallCards.module.css'
import { CallerText } from '#web/features/calls/CallerText.tsx'
import { EntityText } from '#web/features/calls/EntityText.tsx'
import { useRowWindow } from '#web/features/calls/row-window.ts'
import { DurationText } from '#web/ui/DurationText.tsx'
import { StatusTag } from '#web/ui/StatusTag.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

interface CallCardsProps {
  calls: readonly PartialCall[]
  timeZone: string
  openCallId: string | undefined
  callHref: (id: string) => string
  /** Told when the last loaded cards come near. */
  onNearEnd: () => void
}

const cardHeight = 92

/** The loaded calls on a narrow screen, one under the other. */
export function CallCards({ calls, timeZone, openCallId, callHref, onNearEnd }: CallCardsProps) {
  const list = useRef<HTMLUListElement>(null)
  const shown = useRowWindow({ rows: list, count: calls.length, rowHeight: cardHeight, onNearEnd })
  return (
    <ul ref={list} className={classes.list} style={{ height: calls.length * cardHeight }} aria-label="Calls">
      {calls.slice(shown.first, shown.end).map((call, index) => (
        <li
          key={call.id}
          className={classes.place}
          style={{ top: (shown.first + index) * cardHeight, height: cardHeight }}
        >
          <Link
            to={callHref(call.id)}
            preventScrollReset
            className={call.id === openCallId ? classes.openCard : classes.card}
            aria-current={call.id === openCallId ? 'true' : undefined}
          >
            <CardLines call={call} timeZone={timeZone} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function CardLines({ call, timeZone }: { call: PartialCall; timeZone: string }) {
  const { status, startedAt, location, source, talkDuration } = call
  return (
    <>
      <span className={classes.line}>
        {status !== undefined && <StatusTag status={status} />}
        <TimeText at={startedAt} show="recent" timeZone={timeZone} />
      </span>
      <span className={classes.caller}>
        <CallerText call={call} />
      </span>
      <span className={classes.line}>
        <span className={classes.words}>
          {typeof location === 'string' && <EntityText type="location" code={location} />}
          {typeof location === 'string' && typeof source === 'string' && ' · '}
          {source}
        </span>
        {typeof talkDuration === 'number' && talkDuration > 0 && <DurationText seconds={talkDuration} />}
      </span>
    </>
  )
}
