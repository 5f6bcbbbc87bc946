import type { Export } from '@callboard/contract/exports'
import { formatCount, formatCounted, formatMegabytes } from '@callboard/contract/format'
import { Progress } from 'antd'

import { Grid, QuietText, Text } from '#web/ui/layout.tsx'
/** How far an export is, or what became of it. */
export function ExportProgress({ item }: { item: Export }) {
  const { state, rowsDone, rowCount, bytes, error } = item
  switch (state) {
    case 'waiting':
      return <QuietText>Queued</QuietText>
    case 'running':
      return (
        <Grid minWidth="10rem">
          {rowCount !== null && (
            <Progress
              aria-label="Rows written"
              percent={rowCount === 0 ? 0 : Math.floor((100 * rowsDone) / rowCount)}
              size="small"
              status="active"
            />
          )}
          <QuietText>{runningWords(item)}</QuietText>
        </Grid>
      )
    case 'ready':
      return (
        <span>
          {formatCounted(rowCount ?? 0, 'row')}, {formatMegabytes(bytes)}
        </span>
      )
    case 'failed':
      return <Text tone="worse">{error}</Text>
    case 'stopped':
      return <QuietText>Stopped</QuietText>
    case 'expired':
      return <QuietText>Deleted after a day</QuietText>
    default:
      return state satisfies never
  }
}

/** Some types are written in one piece: of these only the bytes are known. */
function runningWords({ rowsDone, rowCount, bytes }: Export): string {
  if (rowCount === null) return 'Counting rows'
  const rows = `${formatCount(rowsDone)} of ${formatCounted(rowCount, 'row')}`
  return bytes === 0 ? rows : `${rows}, ${formatMegabytes(bytes)}`
}
