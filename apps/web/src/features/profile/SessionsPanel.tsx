import * as endpoints from '@callboard/contract/users'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { deviceWords } from '#web/records/sign-ins/device-words.ts'
import classes from '#web/features/profile/profile.module.css'
import { sessionsQuery } from '#web/features/profile/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { useNow } from '#web/lib/now.ts'
import { formatRecent } from '@callboard/contract/format-time'
import { useInvalidate } from '#web/records/invalidate.ts'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { QuietText, Stack } from '#web/ui/layout.tsx'

export function SessionsPanel() {
  const query = useQuery(sessionsQuery)
  const invalidate = useInvalidate()
  const onSettled = () => invalidate('session')
  const endOne = useMutation({
    mutationFn: (id: string) => send(endpoints.deleteSession, { params: { id } }),
    onSettled,
  })
  const endOthers = useMutation({ mutationFn: () => send(endpoints.deleteOtherSessions, {}), onSettled })
  const error = endOne.error ?? endOthers.error
  const hasOthers = query.data?.some(({ isCurrent }) => !isCurrent) === true
  return (
    <Panel
      title="Sessions"
      note="Where you are signed in"
      actions={
        hasOthers && (
          <Button size="small" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all others
          </Button>
        )
      }
    >
      {error !== null && (
        <div className={classes.error}>
          <ErrorNote error={error} title="This could not be ended" />
        </div>
      )}
      <QueryState query={query} isEmpty={(sessions) => sessions.length === 0}>
        {(sessions) => (
          <Stack as="ul" gap={4}>
            {sessions.map((session) => (
              <Session
                key={session.id}
                session={session}
                isEnding={endOne.isPending && endOne.variables === session.id}
                onEnd={() => endOne.mutate(session.id)}
              />
            ))}
          </Stack>
        )}
      </QueryState>
    </Panel>
  )
}

interface SessionProps {
  session: endpoints.OpenSession
  isEnding: boolean
  onEnd: () => void
}

function Session({ session, isEnding, onEnd }: SessionProps) {
  const timeZone = useTimeZone()
  const now = useNow()
  const device = deviceWords(session.userAgent)
  const when = (instant: string) => formatRecent(instant, timeZone, now)
  return (
    <li className={classes.session}>
      <div>
        <div title={session.userAgent ?? undefined}>
          {device} {session.isCurrent && <Tag>Current</Tag>}
        </div>
        <QuietText as="div">
          {session.address === null ? '' : `${session.address} · `}started {when(session.startedAt)} · last
          used {when(session.lastUsedAt)}
        </QuietText>
      </div>
      {!session.isCurrent && (
        <Button size="small" aria-label={`End the session of ${device}`} loading={isEnding} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}
