import { formatCount } from '@callboard/contract/format'
import { updateRecordingRules } from '@callboard/contract/recording-rules'
import { useQuery } from '@tanstack/react-query'
import { recordingRulesQuery } from '#web/features/retention/queries.ts'
import { send } from '#web/lib/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const changes = ['retention'] as const

/** How far older recordings are redacted by today's rules. */
export function RecordingRules() {
  const query = useQuery(recordingRulesQuery)
  const { data } = query
  const isLeft = data !== undefined && data.done < data.all
  const isOver = data !== undefined && data.done + data.failed === data.all
  const set = (isStopped: boolean) => () => send(updateRecordingRules, { body: { isStopped } })
  return (
    <Panel
      title="Older recordings"
      actions={
        isLeft &&
        (data.isStopped || isOver ? (
          <ActionButton size="small" action={set(false)} changes={changes}>
            {data.isStopped ? 'Go on' : 'Try again'}
          </ActionButton>
        ) : (
          <ActionButton size="small" action={set(true)} changes={changes}>
            Stop
          </ActionButton>
        ))
      }
    >
      <QueryState query={query} skeleton={<Skeleton rows={1} />}>
        {({ all, done, failed, isStopped }) => (
          <p>
            {formatCount(done)} of {formatCount(all)} recordings are redacted by today&apos;s rules
            {failed > 0 && `, ${formatCount(failed)} failed`}
            {isStopped && isLeft && ', and the work is stopped'}. The others are heard as they were redacted
            before.
          </p>
        )}
      </QueryState>
    </Panel>
  )
}
