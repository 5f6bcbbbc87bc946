import { formatCount, formatCounted } from '@callboard/contract/format'
import {
  olderRecordingsCounted,
  type RecordingRulesState,
  updateRecordingRules,
} from '@callboard/contract/recording-rules'
import { useQuery } from '@tanstack/react-query'
import classes from '#web/features/retention/RecordingRules.module.css'
import { recordingRulesQuery } from '#web/features/retention/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Stack } from '#web/ui/layout.tsx'

/** How far older recordings are redacted by today's rules. */
export function RecordingRules() {
  const query = useQuery(recordingRulesQuery)
  const { data } = query
  return (
    <Panel title="Older recordings" actions={data !== undefined && <RulesAction state={data} />}>
      <QueryState query={query} skeleton={<Skeleton rows={1} />}>
        {(state) => <RulesText state={state} />}
      </QueryState>
    </Panel>
  )
}

function RulesAction({ state: { isStopped, waiting, failed } }: { state: RecordingRulesState }) {
  const set = (isToStop: boolean) => async () =>
    await send(updateRecordingRules, { body: { isStopped: isToStop } })
  const button = { size: 'small', changes: ['retention', 'change'] } as const
  if (isStopped) {
    return (
      <ActionButton {...button} action={set(false)} done="Redaction resumed.">
        Continue
      </ActionButton>
    )
  }
  if (waiting > 0) {
    return (
      <ActionButton {...button} action={set(true)} done="Redaction stopped.">
        Stop
      </ActionButton>
    )
  }
  return (
    failed > 0 && (
      <ActionButton {...button} action={set(false)}>
        Try again
      </ActionButton>
    )
  )
}

function RulesText({ state: { isStopped, waiting, newestWaiting, failed } }: { state: RecordingRulesState }) {
  if (waiting + failed === 0) {
    return (
      <Stack gap={8} className={classes.text}>
        <p>
          All recordings are redacted by the current rules.
          {isStopped && ' If the rules change, nothing is redacted again until you continue.'}
        </p>
      </Stack>
    )
  }
  return (
    <Stack gap={8} className={classes.text}>
      {waiting > 0 && (
        <p>
          {countOf(waiting)} {isStopped ? 'would be' : 'will be'} redacted again by the current rules, newest
          calls first{isStopped && ', but redaction is stopped'}.
          {newestWaiting !== null && (
            <>
              {' '}
              Calls after <TimeText at={newestWaiting} /> are done.
            </>
          )}
        </p>
      )}
      {failed > 0 && <p>{countOf(failed)} could not be redacted again.</p>}
      <p>Until then, their earlier redacted versions are played.</p>
    </Stack>
  )
}

function countOf(count: number): string {
  return count > olderRecordingsCounted
    ? `More than ${formatCount(olderRecordingsCounted)} recordings`
    : formatCounted(count, 'recording')
}
