import type { AskedFigure } from '@callboard/contract/report-drill'
import type { Cell, ReportColumn } from '@callboard/contract/reports'
import { comparableOf } from '@callboard/contract/answer-columns'
import { writeFigure } from '@callboard/contract/figure-words'
import { formatDuration } from '@callboard/contract/format'
import { ChangeText } from '#web/ui/values/ChangeText.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'
import { QuietText } from '#web/ui/layout.tsx'

interface EarlierFigureProps {
  current: Cell
  earlier: Cell
  column: ReportColumn
  /** Where it stands, to have its change explained. */
  figure?: AskedFigure | undefined
}

/** The change since the earlier period, whose figure is in its tooltip. */
export function EarlierFigure({ current, earlier, column, figure }: EarlierFigureProps) {
  const now = comparableOf(current)
  const before = comparableOf(earlier)
  return (
    <QuietText breaks="nowrap" fontSize={12.5} title={`before: ${writeFigure(earlier, column)}`}>
      <Spoken>before {writeFigure(earlier, column)} </Spoken>
      {now !== null && before !== null && (
        <ChangeText
          current={now}
          previous={before}
          kind={column.change ?? 'percent'}
          moreIsBetter={column.moreIsBetter}
          formatDifference={column.type === 'duration' ? formatDuration : undefined}
          figure={figure}
          currency={currencyOf(current)}
        />
      )}
    </QuietText>
  )
}

function currencyOf(cell: Cell): string | undefined {
  return Array.isArray(cell) ? cell[0]?.currency : undefined
}
