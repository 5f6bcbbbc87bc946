import type { Cell } from '../reports.ts'
import { fipsOfState } from './us-states.ts'

/** The size of the plane that the shapes are drawn on. */
export const mapSize = { width: 975, height: 610 } as const

/** Dimensions that maps show. */
export const mappedDimensions: ReadonlySet<string> = new Set(['state', 'county'])

export interface MapShape {
  /** FIPS: two digits for a state, five for a county. */
  id: string
  name: string
  /** Of an SVG path. */
  path: string
  box: Box
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

type Ring = readonly (readonly number[])[]

/** A state or county as GeoJSON has it. */
interface Area {
  id?: string | number | undefined
  properties: { name: string }
  geometry:
    | { type: 'Polygon'; coordinates: readonly Ring[] }
    | { type: 'MultiPolygon'; coordinates: readonly (readonly Ring[])[] }
    | { type: 'Point' | 'MultiPoint' | 'LineString' | 'MultiLineString' | 'GeometryCollection' }
}

export function mapShapes(areas: readonly Area[]): MapShape[] {
  return areas.flatMap(({ id, geometry, properties }): MapShape[] => {
    // Whatever the atlas draws beside areas has no figures.
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return []
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
    return [{ id: String(id), name: properties.name, path: pathOf(rings), box: boxOf(rings) }]
  })
}

function pathOf(rings: readonly Ring[]): string {
  return rings
    .map((ring) => `M${ring.map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`)
    .join('')
}

function boxOf(rings: readonly Ring[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const [x = 0, y = 0] of rings.flat()) {
    box.left = Math.min(box.left, x)
    box.top = Math.min(box.top, y)
    box.right = Math.max(box.right, x)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

/** States are told by their postal codes, counties by their FIPS codes. */
export function shapeIdOf(cell: Cell | undefined): string {
  return typeof cell === 'string' ? (fipsOfState(cell) ?? cell) : ''
}

/** The state of all these counties; undefined if they are of several. */
export function onlyState(ids: readonly string[]): string | undefined {
  const states = new Set(ids.filter((id) => /^\d{5}$/.test(id)).map((id) => id.slice(0, 2)))
  const [first] = states
  return states.size === 1 ? first : undefined
}

/**
 * How full the colour of each shape is, 0 to 1: by the root, so that one large state does not make all others look empty;
 * any call at all can be seen.
 */
export function mapShares(
  shapes: readonly MapShape[],
  values: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const max = Math.max(1, ...shapes.map(({ id }) => values.get(id) ?? 0))
  return new Map(
    shapes.map(({ id }) => {
      const value = values.get(id) ?? 0
      return [id, value === 0 ? 0 : 0.12 + 0.88 * Math.sqrt(value / max)]
    }),
  )
}

/** The part of the plane that a map shows, around one shape or all: left, top, width and height. */
export function mapWindow(outline: MapShape | undefined): readonly [number, number, number, number] {
  if (outline === undefined) return [0, 0, mapSize.width, mapSize.height]
  const { left, top, right, bottom } = outline.box
  const margin = Math.max(right - left, bottom - top) * 0.04
  return [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin]
}
