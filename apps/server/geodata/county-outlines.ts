import { readFileSync } from 'node:fs'
import { z } from 'zod'

interface County {
  readonly fips: string
  readonly name: string
  /** Rings of [longitude, latitude]; holes need no care with the even–odd rule. */
  readonly rings: readonly Ring[]
}

type Ring = readonly (readonly [number, number])[]

const Pair = z.tuple([z.number(), z.number()])
const Named = z.object({ id: z.string(), properties: z.object({ name: z.string() }) })
const Polygon = Named.extend({ type: z.literal('Polygon'), arcs: z.array(z.array(z.int())) })
const MultiPolygon = Named.extend({
  type: z.literal('MultiPolygon'),
  arcs: z.array(z.array(z.array(z.int()))),
})

const Topology = z.object({
  transform: z.object({ scale: Pair, translate: Pair }),
  arcs: z.array(z.array(Pair)),
  objects: z.object({
    counties: z.object({ geometries: z.array(z.discriminatedUnion('type', [Polygon, MultiPolygon])) }),
  }),
})
type Topology = z.infer<typeof Topology>

export interface CountyOutlines {
  /** FIPS of the county around a point, among the counties of one state (`09`). */
  find(stateFips: string, latitude: number, longitude: number): string | undefined
  readonly names: ReadonlyMap<string, string>
}

/** The counties of us-atlas' `counties-10m.json` (U.S. Census Bureau): a quantised TopoJSON in degrees. */
export function readCountyOutlines(path: string): CountyOutlines {
  const topology = Topology.parse(JSON.parse(readFileSync(path, 'utf8')))
  const arcs = topology.arcs.map((arc) => unpackArc(arc, topology.transform))
  const counties = topology.objects.counties.geometries.map((geometry): County => {
    const polygons = geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs
    const rings = polygons.flat().map((ring) => ring.flatMap((index) => arcAt(arcs, index)))
    return { fips: geometry.id, name: geometry.properties.name, rings }
  })
  return {
    names: new Map(counties.map((county) => [county.fips, county.name])),
    find(stateFips, latitude, longitude) {
      const inState = counties.filter((county) => county.fips.startsWith(stateFips))
      return inState.find((county) => isInside(county.rings, latitude, longitude))?.fips
    },
  }
}

function unpackArc(arc: [number, number][], { scale, translate }: Topology['transform']): Ring {
  let x = 0
  let y = 0
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]] as const
  })
}

/** TopoJSON writes an arc that is walked backwards as the one's complement of its index. */
function arcAt(arcs: readonly Ring[], index: number): Ring {
  return index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? [])
}

function isInside(rings: readonly Ring[], latitude: number, longitude: number): boolean {
  let isOdd = false
  for (const ring of rings) {
    let [previousX, previousY] = ring.at(-1) ?? [0, 0]
    for (const [x, y] of ring) {
      const crosses = y > latitude !== previousY > latitude
      if (crosses && longitude < ((previousX - x) * (latitude - y)) / (previousY - y) + x) isOdd = !isOdd
      previousX = x
      previousY = y
    }
  }
  return isOdd
}
