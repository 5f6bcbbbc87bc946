import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { describeEarlier } from '@callboard/contract/comparison-words'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { formatDateTime, formatInstantSpan } from '@callboard/contract/format-time'
import { recalculatingNote } from '@callboard/contract/recalculating-note'
import type { RunReportAnswer } from '@callboard/contract/reports'
import classes from '#web/features/report-view/ReportMeta.module.css'
import { spokenWordsNote } from '#web/lib/spoken-words.ts'
import { Row } from '#web/ui/layout.tsx'

interface ReportMetaProps {
  answer: RunReportAnswer
  /** Name of a period that has one. */
  periodName: string | undefined
  /** What the report itself filters by, in words. */
  conditions: readonly string[]
  /** Whether the row of parameters says what is compared with. */
  isComparisonSaid: boolean
  /** Which buckets of time the period cuts, in words. */
  parts?: string | undefined
}

/** The period and filters of the figures; on paper, also when they were computed. */
export function ReportMeta(props: ReportMetaProps) {
  const { answer, periodName, conditions, isComparisonSaid, parts } = props
  const { meta, comparison } = answer
  const { from, to, timeZone, generatedAt, rowCount, allRowCount } = meta
  return (
    <Row gap="2px 16px" align="center" wrap tone="quiet" fontSize={13}>
      <span>
        {periodName !== undefined && `${periodName}: `}
        {formatInstantSpan(from, to, timeZone)} · {formatTimeZone(timeZone)}
      </span>
      {comparison !== undefined && !isComparisonSaid && (
        <span>compared with {describeEarlier({ current: meta, earlier: comparison, timeZone })}</span>
      )}
      {parts !== undefined && <span>{parts}</span>}
      {allRowCount !== undefined && (
        <span>
          the first {formatCount(rowCount)} of {formatCounted(allRowCount, 'row')}; the total is of all
        </span>
      )}
      {conditions.length > 0 && <span>only where {conditions.join(' and ')}</span>}
      {meta.isCut === true && <span>{spokenWordsNote}</span>}
      {meta.isRecalculating === true && <span>{recalculatingNote}</span>}
      <span className={classes.printed}>as of {formatDateTime(generatedAt, timeZone)}</span>
    </Row>
  )
}
