import { formatRecent } from '@callboard/contract/format-time'
import type { OpenSession } from '@callboard/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import type { AnswerQuery, Subject } from '#web/lib/api/endpoint-query.ts'
import { useNow } from '#web/lib/now.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { deviceWords } from '#web/records/sign-ins/device-words.ts'
import classes from '#web/records/sign-ins/SessionsPanel.module.css'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { QuietText, Stack } from '#web/ui/layout.tsx'

interface SessionsPanelProps {
  note: string
  query: AnswerQuery<OpenSession[]>
  changes: readonly Subject[]
  end: (sessionId: string) => Promise<unknown>
  /** Ends all of them, but for the one in which this is asked. */
  endAll: { label: string; question: { title: string; content: string }; action: () => Promise<unknown> }
  emptyReason?: string
}

/** Where somebody is signed in: oneself, or another user for administrators. */
export function SessionsPanel({ note, query, changes, end, endAll, emptyReason }: SessionsPanelProps) {
  const answer = useQuery(query)
  const hasOthers = answer.data?.some(({ isCurrent }) => !isCurrent) === true
  return (
    <Panel
      title="Sessions"
      note={note}
      actions={
        hasOthers && (
          <ActionButton
            size="small"
            action={endAll.action}
            changes={changes}
            question={{ ...endAll.question, okText: endAll.label }}
          >
            {endAll.label}
          </ActionButton>
        )
      }
    >
      <QueryState query={answer} isEmpty={(sessions) => sessions.length === 0} emptyReason={emptyReason}>
        {(sessions) => (
          <Stack as="ul" gap={4}>
            {sessions.map((session) => (
              <Session key={session.id} session={session} changes={changes} end={end} />
            ))}
          </Stack>
        )}
      </QueryState>
    </Panel>
  )
}

interface SessionProps extends Pick<SessionsPanelProps, 'changes' | 'end'> {
  session: OpenSession
}

function Session({ session, changes, end }: SessionProps) {
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
        <ActionButton
          size="small"
          aria-label={`Sign out ${device}`}
          action={() => end(session.id)}
          changes={changes}
        >
          Sign out
        </ActionButton>
      )}
    </li>
  )
}
