import classes from '#web/ui/charts/SparkLine.module.css'

interface SparkLineProps {
  /** Null breaks the line. */
  values: readonly (number | null)[]
}

const width = 100
const height = 28

/** The course of a figure in a few strokes; an ornament beside the figure, hidden from screen readers. */
export function SparkLine({ values }: SparkLineProps) {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const low = Math.min(...known)
  const span = Math.max(...known) - low || 1
  const path = values.map((value, index) => {
    if (value === null) return ''
    const x = (index / (values.length - 1)) * width
    const y = height - 2 - ((value - low) / span) * (height - 4)
    const isStart = index === 0 || values[index - 1] === null
    return `${isStart ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path.join('')} />
    </svg>
  )
}
