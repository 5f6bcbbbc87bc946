import { ReloadOutlined, StopOutlined } from '@ant-design/icons'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { formatTime } from '@callboard/contract/format-time'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import type { Run } from '#web/features/report-view/queries.ts'
import { useReportRun } from '#web/features/report-view/report-run.ts'

/** Runs the report of the page again, or stops it; says when it ran and how long that took. */
export function RunButton(run: Run) {
  const client = useQueryClient()
  const { query, queryKey } = useReportRun(run)
  const name = query.isFetching ? 'Stop' : 'Refresh'
  return (
    <Tooltip title={query.data === undefined ? name : `${name} (${ranText(query.data, run.timeZone)})`}>
      <Button
        type="text"
        aria-label={name}
        icon={query.isFetching ? <StopOutlined /> : <ReloadOutlined />}
        onClick={() => void (query.isFetching ? client.cancelQueries({ queryKey }) : query.refetch())}
      />
    </Tooltip>
  )
}

function ranText({ meta: { rowCount, generatedAt, elapsedMs } }: RunReportAnswer, timeZone: string): string {
  return `${formatCounted(rowCount, 'row')} at ${formatTime(generatedAt, timeZone)} in ${formatCount(elapsedMs)} ms`
}
