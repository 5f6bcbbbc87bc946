import { type ComponentProps, type ReactNode, type Ref, useState } from 'react'
import { Chart, type ChartView } from '#web/ui/charts/Chart.tsx'
import type { ChartPlace, Drawing } from '@callboard/contract/charts/drawing'
import { ChartLegend } from '#web/ui/charts/ChartLegend.tsx'
import { useHiddenSeries } from '#web/ui/charts/hidden-series.ts'
import { TableSwitch } from '#web/ui/charts/TableSwitch.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { SkeletonArea } from '#web/ui/page/Skeleton.tsx'

interface ChartPanelProps<T> {
  title: string
  note?: ReactNode
  query: ComponentProps<typeof QueryState<T>>['query']
  /** The chart of what was loaded. */
  toChart: (data: T) => Drawing
  /** The same in a sentence, for those who do not see the chart. */
  summarize: (data: T) => string
  isEmpty?: (data: T) => boolean
  emptyReason?: ReactNode
  height?: number
  onSelect?: (place: ChartPlace, data: T) => void
  ref?: Ref<HTMLElement>
}

/** A panel with a chart, its legend and the switch to the table with the same figures. */
export function ChartPanel<T>(props: ChartPanelProps<T>) {
  const { title, note, query, toChart, summarize, isEmpty, emptyReason, height = 260, onSelect, ref } = props
  const [view, setView] = useState<ChartView>('chart')
  const [hidden, onHide] = useHiddenSeries()
  const { data } = query
  const chart = data === undefined || isEmpty?.(data) === true ? undefined : toChart(data)
  return (
    <Panel
      ref={ref}
      title={title}
      note={note}
      legend={
        chart === undefined ? undefined : <ChartLegend drawing={chart} hidden={hidden} onHide={onHide} />
      }
      actions={chart === undefined ? undefined : <TableSwitch view={view} onChange={setView} />}
    >
      <QueryState
        query={query}
        isEmpty={isEmpty}
        emptyReason={emptyReason}
        skeleton={<SkeletonArea height={height} />}
      >
        {(loaded) =>
          chart !== undefined && (
            <Chart
              drawing={chart}
              summary={summarize(loaded)}
              height={height}
              view={view}
              hidden={hidden}
              onSelect={onSelect === undefined ? undefined : (place) => onSelect(place, loaded)}
            />
          )
        }
      </QueryState>
    </Panel>
  )
}
