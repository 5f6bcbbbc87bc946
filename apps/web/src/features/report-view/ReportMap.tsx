import type { RunReportAnswer } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { formatOf, numberOrNull, type ReportChart } from '@callboard/contract/charts/charted-answer'
import { formatCount } from '@callboard/contract/format'
import { onlyState, shapeIdOf } from '@callboard/contract/charts/us-map'
import type { ChartPlace } from '@callboard/contract/charts/drawing'
import { ChartTable } from '#web/ui/charts/ChartTable.tsx'
import { countiesQuery, statesQuery } from '#web/ui/charts/us-map-shapes.ts'
import { MapBesideTable } from '#web/ui/charts/MapBesideTable.tsx'

interface ReportMapProps {
  answer: RunReportAnswer
  chart: ReportChart
  summary: string
  /** The calls behind a row. */
  hrefOf: (row: RunReportAnswer['rows'][number]) => To | undefined
  onSelect: (place: ChartPlace) => void
}

/** A figure of states or counties on a map, beside the table of the first of them; counties of one state stand alone. */
export function ReportMap({ answer, chart, summary, hrefOf, onSelect }: ReportMapProps) {
  const isOfCounties = answer.columns[0]?.name === 'county'
  const states = useQuery(statesQuery)
  const counties = useQuery({ ...countiesQuery, enabled: isOfCounties })
  const rows = new Map(answer.rows.map((row) => [shapeIdOf(row[0]), row]))
  const only = isOfCounties ? onlyState([...rows.keys()]) : undefined
  const shapes = isOfCounties
    ? counties.data?.filter(({ id }) => only === undefined || id.startsWith(only))
    : states.data
  const { chosen } = chart
  const place = chosen === undefined ? -1 : answer.columns.indexOf(chosen)
  const { format = formatCount } = chosen === undefined ? {} : formatOf(chosen)
  const values = [...rows].flatMap(([id, row]) => {
    const figure = numberOrNull(row[place])
    return figure === null ? [] : [[id, figure] as const]
  })
  return (
    <MapBesideTable
      shapes={shapes}
      maxHeight={420}
      values={new Map(values)}
      format={(value) => `${chosen?.label ?? ''} ${value === undefined ? '–' : format(value)}`}
      outline={states.data?.find(({ id }) => id === only)}
      hrefOf={({ id }) => {
        const row = rows.get(id)
        return row && hrefOf(row)
      }}
      table={<ChartTable drawing={chart.drawing} summary={summary} maxHeight={380} onSelect={onSelect} />}
    />
  )
}
