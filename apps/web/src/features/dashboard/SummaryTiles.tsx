import { useQuery } from '@tanstack/react-query'
import { comparedWith } from '#web/features/dashboard/compared-with.ts'
import type { CallsBehind } from '#web/features/dashboard/drill.ts'
import { type DashboardScope, dashboardPartQuery } from '#web/features/dashboard/queries.ts'
import classes from '#web/features/dashboard/SummaryTiles.module.css'
import { Tile, TileSkeleton } from '#web/features/dashboard/Tile.tsx'
import { tilesOf } from '#web/features/dashboard/tiles.ts'
import { resultRows } from '#web/lib/report-answer.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'

interface SummaryTilesProps {
  scope: DashboardScope
  callsBehind: CallsBehind
}

/** The six figures of the period. Their sparklines come with the chart below and are not waited for. */
export function SummaryTiles({ scope, callsBehind }: SummaryTilesProps) {
  const summary = useQuery(dashboardPartQuery('summary', scope))
  const overTime = useQuery(dashboardPartQuery('overTime', scope))
  const course = overTime.data === undefined ? [] : resultRows(overTime.data)
  if (summary.data === undefined && summary.error !== null && !summary.isFetching) {
    return (
      <Panel label="Figures of the period">
        <QueryState query={summary}>{() => null}</QueryState>
      </Panel>
    )
  }
  return (
    <section aria-label="Figures of the period">
      <QueryState query={summary} skeleton={<TileSkeletons />}>
        {(answer) => (
          <div className={classes.tiles}>
            {tilesOf(answer, course, callsBehind).map((tile) => (
              <Tile key={tile.label} tile={tile} comparedWith={comparedWith(answer)} />
            ))}
          </div>
        )}
      </QueryState>
    </section>
  )
}

function TileSkeletons() {
  return (
    <div className={classes.tiles}>
      {['calls', 'answered', 'missed', 'callers', 'talk', 'value'].map((name) => (
        <TileSkeleton key={name} />
      ))}
    </div>
  )
}
