import type { AskedFigure } from '@callboard/contract/report-drill'
import type { Cell, ReportColumn } from '@callboard/contract/reports'
import { MoneyAmounts } from '@callboard/contract/scalars'
import { ownChange } from '@callboard/contract/figure-words'
import { formatCount, formatDuration, formatNumber, formatRatio } from '@callboard/contract/format'
import { ChangeText } from '#web/ui/values/ChangeText.tsx'
import { DurationText } from '#web/ui/values/DurationText.tsx'
import { MoneyText } from '#web/ui/values/MoneyText.tsx'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

interface FigureTextProps {
  cell: Cell
  column: ReportColumn
  /** For a figure that is a time; the user's own unless given. */
  timeZone?: string | undefined
  /** Where it stands, to have a change explained. */
  figure?: AskedFigure | undefined
}

/** A figure of a report, formatted by its column. */
export function FigureText({ cell, column, timeZone, figure }: FigureTextProps) {
  if (column.type === 'money') return <MoneyText amounts={MoneyAmounts.safeParse(cell).data} />
  if (column.type === 'time' && typeof cell === 'string')
    return <TimeText at={cell} {...(timeZone !== undefined && { timeZone })} />
  if (typeof cell !== 'number') return <NoValue />
  if (column.view === 'change') {
    return (
      <ChangeText
        {...ownChange(cell, column)}
        kind={column.change ?? 'percent'}
        moreIsBetter={column.moreIsBetter}
        formatDifference={column.type === 'duration' ? formatDuration : undefined}
        figure={figure}
      />
    )
  }
  if (column.type === 'duration') return <DurationText seconds={cell} />
  if (column.type === 'ratio') return formatRatio(cell)
  if (column.type === 'number') return formatNumber(cell)
  return formatCount(cell)
}
