import { queryOptions } from '@tanstack/react-query'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import countiesUrl from 'us-atlas/counties-albers-10m.json?url'
import statesUrl from 'us-atlas/states-albers-10m.json?url'
import { z } from 'zod'

/** The size of the plane that the shapes are drawn on. */
export const mapSize = { width: 975, height: 610 } as const

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

type Areas = GeometryCollection<{ name: string }>

const isTopology = (value: unknown): value is Topology<{ states: Areas; counties?: Areas }> =>
  z.object({ type: z.literal('Topology'), objects: z.object({ states: z.object({}) }) }).safeParse(value)
    .success

async function loadShapes(url: string, layer: 'states' | 'counties', signal: AbortSignal) {
  const response = await fetch(url, { signal })
  const topology: unknown = await response.json()
  if (!response.ok || !isTopology(topology)) throw new Error('The map could not be loaded.')
  const areas = topology.objects[layer]
  if (areas === undefined) throw new Error(`The map has no ${layer}.`)
  return feature(topology, areas).features.flatMap(({ id, geometry, properties }): MapShape[] => {
    // Whatever the atlas draws beside areas has no figures.
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return []
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
    return [{ id: String(id), name: properties.name, path: pathOf(rings), box: boxOf(rings) }]
  })
}

type Rings = readonly (readonly (readonly number[])[])[]

function pathOf(rings: Rings): string {
  return rings
    .map((ring) => `M${ring.map(([x = 0, y = 0]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`)
    .join('')
}

function boxOf(rings: Rings): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const [x = 0, y = 0] of rings.flat()) {
    box.left = Math.min(box.left, x)
    box.top = Math.min(box.top, y)
    box.right = Math.max(box.right, x)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

/** The states of the USA, projected by Albers, with Alaska and Hawaii below. */
export const statesQuery = queryOptions({
  queryKey: ['map', 'states'],
  queryFn: async ({ signal }) => await loadShapes(statesUrl, 'states', signal),
  staleTime: Infinity,
})

/** All counties, on the same plane. */
export const countiesQuery = queryOptions({
  queryKey: ['map', 'counties'],
  queryFn: async ({ signal }) => await loadShapes(countiesUrl, 'counties', signal),
  staleTime: Infinity,
})
