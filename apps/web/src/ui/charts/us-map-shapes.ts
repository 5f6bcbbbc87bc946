import { mapShapes } from '@callboard/contract/charts/us-map'
import { queryOptions } from '@tanstack/react-query'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import countiesUrl from 'us-atlas/counties-albers-10m.json?url'
import statesUrl from 'us-atlas/states-albers-10m.json?url'
import { z } from 'zod'

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
  return mapShapes(feature(topology, areas).features)
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
