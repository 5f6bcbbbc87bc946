import { describeEarlier } from '@callboard/contract/comparison-words'
import { measureFor } from '@callboard/contract/measures'
import { meaningOf } from '@callboard/contract/report-columns'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { Button, Popover } from 'antd'
import type { ReactNode } from 'react'
import classes from '#web/features/report-view/ReportMeta.module.css'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { formatInstantSpan } from '@callboard/contract/format-time'
import { recalculatingNote } from '@callboard/contract/recalculating-note'
import { spokenWordsNote } from '#web/lib/spoken-words.ts'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, Row } from '#web/ui/layout.tsx'

interface ReportMetaProps {
  answer: RunReportAnswer
  /** Name of a period that has one. */
  periodName: string | undefined
  /** What the report itself filters by, in words. */
  conditions: readonly string[]
  /** On the right. */
  controls?: ReactNode
}

/** The period and filters of the figures, and when and how fast they were computed. */
export function ReportMeta({
  answer: { meta, comparison, columns },
  periodName,
  conditions,
  controls,
}: ReportMetaProps) {
  const { from, to, timeZone, rowCount, generatedAt, elapsedMs } = meta
  return (
    <Row gap="2px 16px" align="center" wrap tone="quiet" fontSize={13}>
      <span>
        {periodName !== undefined && `${periodName}: `}
        {formatInstantSpan(from, to, timeZone)} · {timeZone}
      </span>
      {comparison !== undefined && (
        <span>compared with {describeEarlier({ current: meta, earlier: comparison, timeZone })}</span>
      )}
      {conditions.length > 0 && <span>only where {conditions.join(' and ')}</span>}
      {meta.isCut === true && <span>{spokenWordsNote}</span>}
      {meta.isRecalculating === true && <span>{recalculatingNote}</span>}
      <span>
        {formatCounted(rowCount, 'row')} at <TimeText at={generatedAt} show="time" timeZone={timeZone} /> in{' '}
        {formatCount(elapsedMs)} ms
      </span>
      <Row gap="4px 12px" align="center" wrap className={classes.right}>
        <Meanings columns={columns} meta={meta} />
        {controls}
      </Row>
    </Row>
  )
}

function Meanings({ columns, meta }: Pick<RunReportAnswer, 'columns' | 'meta'>) {
  const explained = columns.flatMap(({ name, label, measure, view = 'figure' }) =>
    measure === undefined ? [] : [{ name, label, meaning: meaningOf(measureFor(measure, meta), view) }],
  )
  if (explained.length === 0) return null
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <dl className={classes.meanings}>
          {explained.map(({ name, label, meaning }) => (
            <div key={name}>
              <dt className={classes.measure}>{label}</dt>
              <Box as="dd">{meaning}</Box>
            </div>
          ))}
        </dl>
      }
    >
      <Button type="link" size="small" className={classes.open}>
        What the figures mean
      </Button>
    </Popover>
  )
}
