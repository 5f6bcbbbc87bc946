import type { Export } from '@callboard/contract/exports'
import { formatCount, formatCounted, formatMegabytes } from '@callboard/contract/format'
import { Progress } from 'antd'
import classes from '#web/records/ExportProgress.module.css'

/** How far an export is, or what became of it. */
export function ExportProgress({ item }: { item: Export }) {
  const { state, rowsDone, rowCount, bytes, error } = item
  switch (state) {
    case 'waiting':
      return <span className={classes.quiet}>Waits for its turn</span>
    case 'running':
      return (
        <div className={classes.running}>
          {rowCount !== null && (
            <Progress
              aria-label="Rows written"
              percent={rowCount === 0 ? 0 : Math.floor((100 * rowsDone) / rowCount)}
              size="small"
              status="active"
            />
          )}
          <span className={classes.quiet}>{runningWords(item)}</span>
        </div>
      )
    case 'ready':
      return (
        <span>
          {formatCounted(rowCount ?? 0, 'row')}, {formatMegabytes(bytes)}
        </span>
      )
    case 'failed':
      return <span className={classes.failed}>{error}</span>
    case 'stopped':
      return <span className={classes.quiet}>Stopped</span>
    case 'expired':
      return <span className={classes.quiet}>Deleted after a day</span>
    default:
      return state satisfies never
  }
}

/** Some types are written in one piece: of these only the bytes are known. */
function runningWords({ rowsDone, rowCount, bytes }: Export): string {
  if (rowCount === null) return 'The rows are being counted'
  const rows = `${formatCount(rowsDone)} of ${formatCounted(rowCount, 'row')}`
  return bytes === 0 ? rows : `${rows}, ${formatMegabytes(bytes)}`
}
