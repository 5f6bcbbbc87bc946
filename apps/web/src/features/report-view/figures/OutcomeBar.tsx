import type { RunReportAnswer } from '@callboard/contract/reports'
import classes from '#web/features/report-view/figures/OutcomeBar.module.css'
import { formatRatio } from '@callboard/contract/format'
import type { ResultRow } from '#web/lib/reporting/report-answer.ts'
import { ShareBar } from '#web/ui/charts/ShareBar.tsx'

interface OutcomeBarProps {
  row: ResultRow
  /** Place of the main measure among the columns. */
  main: number
  /** The largest figure of the main measure. */
  max: number
}

const outcomes = ['answered', 'voicemail', 'missed'] as const

/** The main figure as a bar, split by outcome if the report has the outcomes; the rest, such as outbound calls, is pale. */
export function OutcomeBar({ row: { answer, cells }, main, max }: OutcomeBarProps) {
  const figure = numberAt(cells[main])
  const known = outcomes.map((tone) => ({
    tone,
    value: numberAt(cells[answer.columns.findIndex(({ name, role }) => name === tone && role === 'measure')]),
  }))
  const parts = known.filter(({ value }) => value > 0)
  const total = numberAt(answer.totals?.[main])
  return (
    <span className={classes.bar} title={total === 0 ? undefined : `${formatRatio(figure / total)} of all`}>
      <span className={classes.whole} style={{ width: `${max === 0 ? 0 : (figure / max) * 100}%` }} />
      <ShareBar max={max} parts={hasOutcomes(answer) ? parts : [{ tone: 'answered', value: figure }]} />
    </span>
  )
}

function hasOutcomes({ columns }: RunReportAnswer): boolean {
  return ['answered', 'missed'].every((tone) =>
    columns.some(({ name, role }) => name === tone && role === 'measure'),
  )
}

function numberAt(cell: unknown): number {
  return typeof cell === 'number' ? cell : 0
}
