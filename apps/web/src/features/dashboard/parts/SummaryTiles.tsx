import { recalculatingNote } from '@callboard/contract/recalculating-note'
import type { DashboardTile } from '@callboard/contract/dashboard'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallsBehind } from '#web/features/dashboard/drill.ts'
import { type DashboardScope, dashboardPartQuery } from '#web/features/dashboard/queries.ts'
import classes from '#web/features/dashboard/parts/SummaryTiles.module.css'
import { Tile, TileSkeleton } from '#web/features/dashboard/parts/Tile.tsx'
import { tilesOf } from '#web/features/dashboard/parts/tiles.ts'
import { useAlertUrl } from '#web/lib/urls/alert-url.ts'
import { numberOf, resultRows } from '#web/lib/reporting/report-answer.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Notice } from '#web/ui/page/Notice.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

interface SummaryTilesProps {
  /** In their order. */
  tiles: readonly DashboardTile[]
  scope: DashboardScope
  callsBehind: CallsBehind
}

/** Figures of the period. Their sparklines come with the figures over time and are not waited for. */
export function SummaryTiles({ tiles, scope, callsBehind }: SummaryTilesProps) {
  const summary = useQuery(dashboardPartQuery('summary', scope))
  const overTime = useQuery(dashboardPartQuery('overTime', scope))
  const alertUrlOf = useAlertUrl()
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
      <QueryState query={summary} skeleton={<TileSkeletons tiles={tiles} />}>
        {(answer) => {
          const all = tilesOf(answer, course, callsBehind)
          const [row] = resultRows(answer)
          return (
            <>
              {answer.meta.isRecalculating === true && <Notice kind="note">{recalculatingNote}</Notice>}
              <TileGrid count={tiles.length}>
                {tiles
                  .flatMap((name) => all.filter((tile) => tile.name === name))
                  .map((tile) => (
                    <Tile
                      key={tile.name}
                      tile={tile}
                      alertHref={alertUrlOf?.({
                        measure: tile.name,
                        figure: row === undefined ? null : numberOf(row, tile.name),
                        meta: answer.meta,
                        entityGroups: scope.entityGroups,
                      })}
                    />
                  ))}
              </TileGrid>
            </>
          )
        }}
      </QueryState>
    </section>
  )
}

export function TileSkeletons({ tiles }: { tiles: readonly DashboardTile[] }) {
  return (
    <TileGrid count={tiles.length}>
      {tiles.map((name) => (
        <TileSkeleton key={name} />
      ))}
    </TileGrid>
  )
}

/** In rows of three, which two or four would not fill. */
function TileGrid({ count, children }: { count: number; children: ReactNode }) {
  return <div className={count % 3 === 0 || count > 4 ? classes.tiles : classes.pairs}>{children}</div>
}
