import type { Cell, ReportColumn } from '@callboard/contract/reports'
import { MoneyAmounts } from '@callboard/contract/scalars'
import classes from '#web/features/reports/EarlierFigure.module.css'
import { FigureText } from '#web/features/reports/FigureText.tsx'
import { formatDuration, formatMoneyAmounts } from '#web/lib/format.ts'
import { ChangeText } from '#web/ui/ChangeText.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'

interface EarlierFigureProps {
  current: Cell
  earlier: Cell
  column: ReportColumn
}

/** The figure of the earlier period, and the change since. */
export function EarlierFigure({ current, earlier, column }: EarlierFigureProps) {
  const now = comparable(current)
  const before = comparable(earlier)
  const amounts = MoneyAmounts.safeParse(earlier).data
  return (
    <span className={classes.earlier}>
      <Spoken>before </Spoken>
      {amounts === undefined || amounts.length === 0 ? (
        <FigureText cell={earlier} column={column} />
      ) : (
        formatMoneyAmounts(amounts, 'short')
      )}
      {now !== null && before !== null && (
        <ChangeText
          current={now}
          previous={before}
          kind={column.change ?? 'percent'}
          moreIsBetter={column.moreIsBetter}
          formatDifference={column.type === 'duration' ? formatDuration : undefined}
        />
      )}
    </span>
  )
}

/** Amounts are compared if there is only one currency, as nearly always. */
function comparable(cell: Cell): number | null {
  if (typeof cell === 'number') return cell
  const amounts = MoneyAmounts.safeParse(cell).data
  return amounts?.length === 1 && amounts[0] !== undefined ? Number(amounts[0].amount) : null
}
