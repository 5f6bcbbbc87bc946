import type { PartialCall } from '@callboard/contract/calls'
import { formatDateTime } from '@callboard/contract/format-time'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { Checkbox } from 'antd'
import { Link } from 'react-router'
import type { SelectedCalls } from '#web/features/calls/list/call-selection.ts'
import classes from '#web/features/calls/list/CallCards.module.css'
import { CallMarks, isMarked } from '#web/features/calls/list/CallMarks.tsx'
import { ContactText } from '#web/features/calls/list/ContactText.tsx'
import { CallOrigin } from '#web/features/calls/list/CallOrigin.tsx'
import { hasRecording, PlayCall } from '#web/features/calls/list/PlayCall.tsx'
import { useNearEnd } from '#web/ui/tables/near-end.ts'
import { DurationText } from '#web/ui/values/DurationText.tsx'
import { StatusTag } from '#web/ui/values/StatusTag.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Text } from '#web/ui/layout.tsx'

interface CallCardsProps {
  calls: readonly PartialCall[]
  /** Of the list, in pixels from the top of the page. */
  top: number
  timeZone: string
  openCallId: string | undefined
  /** Where calls may be edited. */
  selection: SelectedCalls | undefined
  callHref: (id: string) => string
  /** Called when the last loaded cards come near. */
  onNearEnd: () => void
}

const cardHeight = 92

/** The loaded calls on a narrow screen, one under the other. */
export function CallCards(props: CallCardsProps) {
  const { calls, top, timeZone, openCallId, selection, callHref, onNearEnd } = props
  // oxlint-disable-next-line react/incompatible-library -- there is no React Compiler here, which it would be in the way of
  const virtualizer = useWindowVirtualizer({
    count: calls.length,
    estimateSize: () => cardHeight,
    overscan: 12,
    scrollMargin: top,
  })
  const drawn = virtualizer.getVirtualItems()
  useNearEnd(drawn, calls.length, onNearEnd)
  return (
    <ul className={classes.list} style={{ height: virtualizer.getTotalSize() }} aria-label="Calls">
      {drawn.map(({ index }) => {
        const call = calls[index]
        return (
          call !== undefined && (
            <li
              key={call.id}
              className={classes.place}
              style={{ top: index * cardHeight, height: cardHeight }}
            >
              {selection !== undefined && (
                <Checkbox
                  className={classes.select ?? ''}
                  aria-label={`Select the call of ${call.startedAt === undefined ? call.id : formatDateTime(call.startedAt, timeZone)}`}
                  checked={selection.ids.has(call.id)}
                  onChange={({ target }) => selection.set([call.id], target.checked)}
                />
              )}
              <Link
                to={callHref(call.id)}
                preventScrollReset
                className={call.id === openCallId ? classes.openCard : classes.card}
                aria-current={call.id === openCallId ? 'true' : undefined}
              >
                <CardLines call={call} timeZone={timeZone} />
              </Link>
              {hasRecording(call) && (
                <div className={classes.play}>
                  <PlayCall call={call} timeZone={timeZone} />
                </div>
              )}
            </li>
          )
        )
      })}
    </ul>
  )
}

function CardLines({ call, timeZone }: { call: PartialCall; timeZone: string }) {
  const { status, startedAt, talkDuration } = call
  return (
    <>
      <span className={classes.line}>
        {status !== undefined && <StatusTag status={status} startedAt={startedAt} />}
        {isMarked(call) && <CallMarks call={call} />}
        <TimeText at={startedAt} show="recent" timeZone={timeZone} />
      </span>
      <span className={classes.contact}>
        <ContactText call={call} />
      </span>
      <span className={classes.line}>
        <Text minWidth={0} breaks="ellipsis">
          <CallOrigin call={call} timeZone={timeZone} />
        </Text>
        {typeof talkDuration === 'number' && talkDuration > 0 && <DurationText seconds={talkDuration} />}
      </span>
    </>
  )
}
