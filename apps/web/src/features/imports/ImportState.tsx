import { formatBytes, formatCount, formatCounted } from '@callboard/contract/format'
import { formatWait } from '@callboard/contract/format-wait'
import type { Import, ImportState as State } from '@callboard/contract/imports'
import { Progress, Tag } from 'antd'
import { Grid, QuietText } from '#web/ui/layout.tsx'

export const stateNames: Readonly<Record<State, string>> = {
  uploading: 'Uploading',
  running: 'Running',
  done: 'Done',
  stopped: 'Stopped',
  failed: 'Failed',
  undoing: 'Being undone',
  undone: 'Undone',
}

const colors: Partial<Record<State, string>> = {
  uploading: 'processing',
  running: 'processing',
  undoing: 'processing',
  done: 'success',
  failed: 'error',
}

export function ImportTag({ state, isDryRun }: Pick<Import, 'state' | 'isDryRun'>) {
  return (
    <span>
      <Tag color={colors[state] ?? 'default'}>{stateNames[state]}</Tag>
      {isDryRun && <Tag>Trial</Tag>}
    </span>
  )
}

/** How far an import is that is under way. */
export function ImportProgress({ item }: { item: Import }) {
  const { state, bytes, bytesReceived, bytesRead } = item
  if (state === 'undoing') return <QuietText>Its calls are being deleted.</QuietText>
  const done = state === 'uploading' ? bytesReceived : bytesRead
  return (
    <Grid minWidth="10rem">
      <Progress
        aria-label={state === 'uploading' ? 'Received' : 'Read'}
        percent={bytes === 0 ? 0 : Math.min(100, Math.floor((100 * done) / bytes))}
        size="small"
        status="active"
      />
      <QuietText fontSize={13}>{wordsOf(item)}</QuietText>
    </Grid>
  )
}

function wordsOf({
  state,
  bytes,
  bytesReceived,
  startedAt,
  rows,
  rowsPerSecond,
  secondsLeft,
}: Import): string {
  if (state === 'uploading') return `${formatBytes(bytesReceived)} of ${formatBytes(bytes)} received`
  if (startedAt === null) return 'Waiting for others'
  const pace = rowsPerSecond === null ? [] : [`${formatCount(rowsPerSecond)} a second`]
  const left =
    secondsLeft === null
      ? []
      : [`about ${secondsLeft < 60 ? `${secondsLeft} s` : formatWait(secondsLeft)} left`]
  return [formatCounted(rows, 'row'), ...pace, ...left].join(', ')
}
