import { Link, type To } from 'react-router'
import classes from '#web/ui/UsMap.module.css'
import { mapSize, type MapShape } from '#web/ui/us-map-shapes.ts'

interface UsMapProps {
  shapes: readonly MapShape[]
  /** By the id of the shape; a shape without one has none. */
  values: ReadonlyMap<string, number>
  /** Figure and unit in words; undefined is a shape without one. */
  format: (value: number | undefined) => string
  /** Shows this shape alone, drawn behind the others. */
  outline?: MapShape | undefined
  /** Where a click on a shape leads. */
  hrefOf?: (shape: MapShape) => To | undefined
}

/**
 * Shapes filled by their figures. It is hidden from screen readers and the keyboard: a table with the same figures and
 * links stands beside it.
 */
export function UsMap({ shapes, values, format, outline, hrefOf }: UsMapProps) {
  const most = Math.max(1, ...shapes.map(({ id }) => values.get(id) ?? 0))
  return (
    <svg className={classes.map} viewBox={viewBoxOf(outline)} aria-hidden="true">
      {outline !== undefined && <path className={classes.outline} d={outline.path} />}
      {shapes.map((shape) => (
        <Area
          key={shape.id}
          shape={shape}
          share={shareOf(values.get(shape.id) ?? 0, most)}
          title={`${shape.name}: ${format(values.get(shape.id))}`}
          href={hrefOf?.(shape)}
        />
      ))}
    </svg>
  )
}

interface AreaProps {
  shape: MapShape
  /** 0 to 1. */
  share: number
  title: string
  href: To | undefined
}

function Area({ shape, share, title, href }: AreaProps) {
  const area = (
    <path className={share === 0 ? classes.empty : classes.area} d={shape.path} fillOpacity={share || 1}>
      <title>{title}</title>
    </path>
  )
  if (href === undefined) return area
  return (
    <Link to={href} tabIndex={-1} preventScrollReset>
      {area}
    </Link>
  )
}

/** By the root, so that one large state does not make all others look empty; any call at all can be seen. */
function shareOf(value: number, most: number): number {
  return value === 0 ? 0 : 0.12 + 0.88 * Math.sqrt(value / most)
}

function viewBoxOf(outline: MapShape | undefined): string {
  if (outline === undefined) return `0 0 ${mapSize.width} ${mapSize.height}`
  const { left, top, right, bottom } = outline.box
  const margin = Math.max(right - left, bottom - top) * 0.04
  return [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin].join(' ')
}
