import { type MapShape, mapShares, mapWindow } from '@callboard/contract/charts/us-map'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import classes from '#web/ui/charts/MapBesideTable.module.css'
import { Box } from '#web/ui/layout.tsx'

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

interface MapBesideTableProps extends Omit<UsMapProps, 'shapes'> {
  /** Undefined until they are loaded. */
  shapes: UsMapProps['shapes'] | undefined
  maxHeight: number
  /** Has the same figures and links. */
  table: ReactNode
}

/** Shapes of the United States, filled by their figures, beside a table of these. */
export function MapBesideTable({ shapes, maxHeight, table, ...map }: MapBesideTableProps) {
  return (
    <div className={classes.content}>
      <Box maxHeight={maxHeight} className={classes.map}>
        {shapes !== undefined && <UsMap shapes={shapes} {...map} />}
      </Box>
      {table}
    </div>
  )
}

/** Hidden from screen readers and the keyboard, which have the table. */
function UsMap({ shapes, values, format, outline, hrefOf }: UsMapProps) {
  const shares = mapShares(shapes, values)
  return (
    <svg className={classes.shapes} viewBox={mapWindow(outline).join(' ')} aria-hidden="true">
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
