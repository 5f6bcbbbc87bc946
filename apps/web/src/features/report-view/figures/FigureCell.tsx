import type { AskedFigure } from '@callboard/contract/report-drill'
import type { Cell, ReportColumn } from '@callboard/contract/reports'
import { Link } from 'react-router'
import { EarlierFigure } from '#web/features/report-view/figures/EarlierFigure.tsx'
import classes from '#web/features/report-view/figures/FigureCell.module.css'
import { FigureText } from '#web/features/report-view/figures/FigureText.tsx'
import { Text } from '#web/ui/layout.tsx'

interface FigureCellProps {
  cell: Cell
  column: ReportColumn
  /** Null where there was no such row; undefined where nothing is compared. */
  earlier: Cell | undefined
  /** The calls behind the figure. */
  href: string | undefined
  /** Pixels that the changes of the column take, so that its figures stand one under the other. */
  changeWidth?: number
  timeZone?: string | undefined
  /** Where it stands, to have its change explained. */
  place?: AskedFigure | undefined
}

/** A figure that links to its calls, beside it the change since the earlier period; a share has a bar. */
export function FigureCell(props: FigureCellProps) {
  const { cell, column, earlier, href, changeWidth, timeZone, place } = props
  const figure = <FigureText cell={cell} column={column} timeZone={timeZone} figure={place} />
  return (
    <span className={classes.figure}>
      {column.view === 'share' && typeof cell === 'number' && (
        <span className={classes.track} aria-hidden="true">
          <span className={classes.share} style={{ width: `${Math.min(100, cell * 100)}%` }} />
        </span>
      )}
      {href === undefined || cell === 0 || cell === null ? (
        figure
      ) : (
        <Link to={href} className={classes.link}>
          {figure}
        </Link>
      )}
      {earlier !== undefined && (
        <Text textAlign="start" style={{ minWidth: changeWidth }}>
          <EarlierFigure current={cell} earlier={earlier} column={column} figure={place} />
        </Text>
      )}
    </span>
  )
}
