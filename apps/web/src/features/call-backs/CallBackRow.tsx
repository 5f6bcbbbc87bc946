import { type ListedState, type MissedCaller, outcomeLabels } from '@callboard/contract/call-backs'
import { formatCounted } from '@callboard/contract/format'
import { formatPhone } from '@callboard/contract/format-phone'
import { formatUpcoming } from '@callboard/contract/format-time'
import { formatWait } from '@callboard/contract/format-wait'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CallBackActions } from '#web/features/call-backs/CallBackActions.tsx'
import type { CallBackAction } from '#web/features/call-backs/CallBackDialog.tsx'
import classes from '#web/features/call-backs/CallBackRow.module.css'
import { useNow } from '#web/lib/now.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { useLocationName } from '#web/features/call-backs/location-name.ts'
import { QuietText, Text } from '#web/ui/layout.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

interface CallBackRowProps {
  caller: MissedCaller
  show: ListedState
  timeZone: string
  hasSeveralCustomers: boolean
  isEditable: boolean
  onAsk: (action: CallBackAction) => void
}

/** By which a caller is told apart. */
export function callerId({ customerId, number }: Pick<MissedCaller, 'customerId' | 'number'>): string {
  return `${customerId} ${number}`
}

/** One caller: how long they wait, who they are, what they called for, what was said of them, and what to do. */
export function CallBackRow({
  caller,
  show,
  timeZone,
  hasSeveralCustomers,
  isEditable,
  onAsk,
}: CallBackRowProps) {
  const now = useNow()
  const { number, name, customerName, attempts, firstCallAt } = caller
  const waitSeconds = Math.floor((now.epochMilliseconds - Date.parse(firstCallAt)) / 1000)
  return (
    <div className={show === 'closed' ? `${classes.row} ${classes.closed}` : classes.row}>
      <div className={classes.wait}>
        <strong>{show === 'closed' ? formatCounted(attempts, 'call') : formatWait(waitSeconds)}</strong>
        <QuietText fontSize={13}>
          {show === 'closed' ? 'closed' : attempts === 1 ? 'called once' : `called ${attempts} times`}
        </QuietText>
      </div>
      <div className={classes.who}>
        <Link className={classes.number ?? ''} to={callsOf(caller)} title="See this caller’s calls">
          {formatPhone(number)}
        </Link>
        <QuietText fontSize={13}>
          {name === null ? 'Name not known' : <Text tone="text">{name}</Text>}
          {hasSeveralCustomers && ` · ${customerName}`}
        </QuietText>
      </div>
      <CalledFor caller={caller} timeZone={timeZone} />
      <Said caller={caller} timeZone={timeZone} />
      <div className={classes.actions}>
        <Taken caller={caller} timeZone={timeZone} />
        {isEditable && <CallBackActions caller={caller} show={show} onAsk={onAsk} />}
      </div>
    </div>
  )
}

/** All of their calls in the list of calls, with the last one open. */
function callsOf({ number, lastCall }: MissedCaller): string {
  return buildCallListUrl({
    period: { relative: 'last90Days' },
    filters: [{ field: 'contactNumber', op: 'eq', values: [number] }],
    call: lastCall.id,
  })
}

/** Which location they called, through what, and when last. */
function CalledFor({ caller, timeZone }: Pick<CallBackRowProps, 'caller' | 'timeZone'>) {
  const { location, campaign, source, trackingNumber, startedAt } = caller.lastCall
  const place = useLocationName(location)
  const parts = [place, campaign ?? source].filter((part) => part !== null)
  return (
    <div className={classes.what}>
      <span>{parts.length === 0 ? 'Not attributed' : parts.join(' · ')}</span>
      <QuietText fontSize={13}>
        <Text breaks="nowrap">to {formatPhone(trackingNumber)}</Text>
        {', '}
        <TimeText at={startedAt} show="recent" timeZone={timeZone} />
      </QuietText>
    </div>
  )
}

/** What was done last, and the last note: of the call back, else of one of their calls. */
function Said({ caller: { callBack, lastCall }, timeZone }: Pick<CallBackRowProps, 'caller' | 'timeZone'>) {
  const last = callBack?.last ?? null
  const note = last?.note ?? lastCall.note
  if (last === null && note === null) return <div className={classes.said} />
  return (
    <div className={classes.said}>
      {note !== null && (
        <span className={classes.note} title={note}>
          {note}
        </span>
      )}
      {last !== null && (
        <QuietText fontSize={13}>
          {doneWords[last.action]}
          {callBack?.remindAt && (
            <>
              {' '}
              <TimeText at={callBack.remindAt} show="recent" timeZone={timeZone} />
            </>
          )}
          {` · ${last.by.name}, `}
          <TimeText at={last.at} show="recent" timeZone={timeZone} />
        </QuietText>
      )}
    </div>
  )
}

const doneWords = {
  ...outcomeLabels,
  remind: 'Reminder',
  reopen: 'Put back on the list',
} as const

/** Who is about to call them. */
function Taken({ caller, timeZone }: Pick<CallBackRowProps, 'caller' | 'timeZone'>): ReactNode {
  const { id } = useCurrentUser()
  const now = useNow()
  const taken = caller.callBack?.taken ?? null
  if (taken === null || Date.parse(taken.until) <= now.epochMilliseconds) return null
  const until = formatUpcoming(taken.until, timeZone, now)
  return (
    <span className={taken.by.id === id ? classes.mine : classes.taken}>
      {taken.by.id === id ? `Yours until ${until}` : `${taken.by.name} has them until ${until}`}
    </span>
  )
}
