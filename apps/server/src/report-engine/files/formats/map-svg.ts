import { readFile } from 'node:fs/promises'
import { formatOf, numberOrNull, type ChartedAnswer } from '@callboard/contract/charts/charted-answer'
import type { Palette } from '@callboard/contract/charts/palette'
import {
  type MapShape,
  mapShapes,
  mapShares,
  mapWindow,
  onlyState,
  shapeIdOf,
} from '@callboard/contract/charts/us-map'
import { formatCount } from '@callboard/contract/format'
import type { ReportColumn } from '@callboard/contract/reports'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { z } from 'zod'
import type { ChartPicture } from './chart-picture.ts'
import { escapeMarkup } from './markup.ts'

/** The figure of states or counties on a map; counties of one state stand alone. */
export async function drawMap(
  { columns, rows }: Pick<ChartedAnswer, 'columns' | 'rows'>,
  chosen: ReportColumn | undefined,
  { palette, width }: { palette: Palette; width: number },
): Promise<ChartPicture> {
  const isOfCounties = columns[0]?.name === 'county'
  const place = chosen === undefined ? -1 : columns.indexOf(chosen)
  const values = new Map(
    rows.flatMap((row) => {
      const figure = numberOrNull(row[place])
      return figure === null ? [] : [[shapeIdOf(row[0]), figure] as const]
    }),
  )
  const only = isOfCounties ? onlyState([...values.keys()]) : undefined
  const states = await readShapes('states')
  const all = isOfCounties ? await readShapes('counties') : states
  const shapes = only === undefined ? all : all.filter(({ id }) => id.startsWith(only))
  const { format = formatCount } = chosen === undefined ? {} : formatOf(chosen)
  const shares = mapShares(shapes, values)
  const outline = states.find(({ id }) => id === only)
  const [left, top, planeWidth, planeHeight] = mapWindow(outline)
  const paths = shapes.map(({ id, name, path }) => {
    const share = shares.get(id) ?? 0
    const value = values.get(id)
    const fill =
      share === 0
        ? `fill="${palette.heatLow}"`
        : `fill="${palette.answered}" fill-opacity="${share.toFixed(3)}"`
    const title = value === undefined ? '' : `<title>${escapeMarkup(`${name}: ${format(value)}`)}</title>`
    return `<path d="${path}" ${fill}>${title}</path>`
  })
  const border = `<g stroke="${palette.line}" stroke-width="${(planeWidth / 1500).toFixed(3)}">`
  const height = (width * planeHeight) / planeWidth
  const box = `viewBox="${left} ${top} ${planeWidth} ${planeHeight}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${box}>${border}${paths.join('')}</g></svg>`
  return { svg, width, height }
}

type Areas = GeometryCollection<{ name: string }>

const isTopology = (value: unknown): value is Topology<{ states: Areas; counties?: Areas }> =>
  z.object({ type: z.literal('Topology'), objects: z.object({ states: z.object({}) }) }).safeParse(value)
    .success

const atlas = {
  states: import.meta.resolve('us-atlas/states-albers-10m.json'),
  counties: import.meta.resolve('us-atlas/counties-albers-10m.json'),
} as const

/** The states or counties of the USA, projected by Albers. */
async function readShapes(layer: 'states' | 'counties'): Promise<MapShape[]> {
  const topology: unknown = JSON.parse(await readFile(new URL(atlas[layer]), 'utf8'))
  const areas = isTopology(topology) ? topology.objects[layer] : undefined
  if (!isTopology(topology) || areas === undefined) throw new TypeError(`The atlas has no ${layer}`)
  return mapShapes(feature(topology, areas).features)
}
