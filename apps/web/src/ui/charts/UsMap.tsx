import { type MapShape, mapShares, mapWindow } from '@callboard/contract/charts/us-map'
import { Link, type To } from 'react-router'
import classes from '#web/ui/charts/UsMap.module.css'

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
  const shares = mapShares(shapes, values)
  return (
    <svg className={classes.map} viewBox={mapWindow(outline).join(' ')} aria-hidden="true">
      {outline !== undefined && <path className={classes.outline} d={outline.path} />}
      {shapes.map((shape) => (
        <Area
          key={shape.id}
          shape={shape}
          share={shares.get(shape.id) ?? 0}
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
