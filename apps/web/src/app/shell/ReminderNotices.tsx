import { dismissReminder, listReminders, type Reminder } from '@callboard/contract/call-backs'
import { formatPhone } from '@callboard/contract/format-phone'
import { formatUpcoming } from '@callboard/contract/format-time'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import classes from '#web/app/shell/ReminderNotices.module.css'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { send } from '#web/lib/api/api.ts'
import { useOverheardCallBacks } from '#web/lib/api/live-calls.ts'
import { useNow } from '#web/lib/now.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { invalidate } from '#web/records/invalidate.ts'
import { QuietText, Text } from '#web/ui/layout.tsx'

/** Where no list is open that hears of reminders at once. */
const pollIntervalMs = 60_000

const remindersQuery = {
  ...endpointQuery('callBack', listReminders, {}),
  refetchInterval: pollIntervalMs,
}

/** Callers of whom the user wanted to be reminded by now, over any page, until they have seen it. */
export function ReminderNotices({ isAbovePlayer }: { isAbovePlayer: boolean }) {
  const client = useQueryClient()
  const { data = [] } = useQuery(remindersQuery)
  useOverheardCallBacks(() => void invalidate(client, remindersQuery.queryKey))
  return (
    <div className={isAbovePlayer ? classes.abovePlayer : classes.place} role="status">
      {data.map((reminder) => (
        <ReminderNotice key={`${reminder.customerId} ${reminder.number}`} reminder={reminder} />
      ))}
    </div>
  )
}

function ReminderNotice({ reminder }: { reminder: Reminder }) {
  const { customerId, customerName, number, note, dueAt } = reminder
  const client = useQueryClient()
  const timeZone = useTimeZone()
  const now = useNow()
  const dismissal = useMutation({
    mutationFn: async () => await send(dismissReminder, { body: { customerId, number } }),
    onSettled: async () => await invalidate(client, remindersQuery.queryKey),
  })
  const dismiss = () => dismissal.mutate()
  const search = new URLSearchParams({ period: 'last90Days', keyword: number })
  return (
    <section className={classes.notice} aria-label={`Reminder of ${formatPhone(number)}`}>
      <strong>Call back {formatPhone(number)}</strong>
      <QuietText fontSize={13}>
        {customerName} · reminder for {formatUpcoming(dueAt, timeZone, now)}
      </QuietText>
      {note !== null && <Text breaks="anywhere">{note}</Text>}
      <span className={classes.actions}>
        <Link to={`${paths.callBack}?${search.toString()}`} onClick={dismiss}>
          Open Call Back
        </Link>
        <Button size="small" disabled={dismissal.isPending} onClick={dismiss}>
          Dismiss
        </Button>
      </span>
    </section>
  )
}
