import classes from '#web/ui/page/Skeleton.module.css'

interface SkeletonProps {
  /** How many grey lines. */
  rows?: number
  /** Light runs over them, which says that it may take a while. */
  isActive?: boolean
}

/** Grey lines in the place of what is loading; whoever shows them says so to screen readers. */
export function Skeleton({ rows = 4, isActive = false }: SkeletonProps) {
  return (
    <div className={isActive ? `${classes.lines} ${classes.active}` : classes.lines}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={classes.line} />
      ))}
    </div>
  )
}

/** A grey area in the place of a chart, as many pixels high. */
export function SkeletonArea({ height }: { height: number }) {
  return <div className={classes.area} style={{ height }} />
}
