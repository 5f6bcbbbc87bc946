import type { Cell, ReportColumn } from '@callboard/contract/reports'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { EarlierFigure } from '#web/features/reports/EarlierFigure.tsx'
import classes from '#web/features/reports/FigureCell.module.css'
import { FigureText } from '#web/features/reports/FigureText.tsx'

interface FigureCellProps {
  cell: Cell
  column: ReportColumn
  /** Null where there was no such row; undefined where nothing is compared. */
  earlier: Cell | undefined
  /** The calls behind the figure. */
  href: string | undefined
  /** A bar beside the figure. */
  bar?: ReactNode
}

/** A figure that links to its calls, and the figure of the earlier period below. */
export function FigureCell({ cell, column, earlier, href, bar }: FigureCellProps) {
  const figure = <FigureText cell={cell} column={column} />
  return (
    <>
      <span className={classes.figure}>
        {bar}
        <span className={classes.number}>
          {href === undefined || cell === 0 || cell === null ? (
            figure
          ) : (
            <Link to={href} className={classes.link}>
              {figure}
            </Link>
          )}
        </span>
      </span>
      {earlier !== undefined && <EarlierFigure current={cell} earlier={earlier} column={column} />}
    </>
  )
}
