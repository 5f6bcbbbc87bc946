import { Suspense } from 'react'
import { type To, useSearchParams } from 'react-router'
import { EntityText } from '#web/features/calls/EntityText.tsx'
import { CallsOverTime } from '#web/features/dashboard/CallsOverTime.tsx'
import {
  dashboardParams,
  DashboardSearch,
  type DashboardState,
} from '#web/features/dashboard/dashboard-search.ts'
import type { CallsBehind } from '#web/features/dashboard/drill.ts'
import { FilterBar } from '#web/features/dashboard/FilterBar.tsx'
import { LatestCalls } from '#web/features/dashboard/LatestCalls.tsx'
import { ScopeInWords } from '#web/features/dashboard/ScopeInWords.tsx'
import { SummaryTiles } from '#web/features/dashboard/SummaryTiles.tsx'
import { TopList } from '#web/features/dashboard/TopList.tsx'
import { WhenCallsCome } from '#web/features/dashboard/WhenCallsCome.tsx'
import { usuallyMatchesWeekdays } from '#web/lib/comparison.ts'
import { useHoldsClaim, useTimeZone } from '#web/lib/current-user.ts'
import { buildFigureUrl } from '#web/lib/figure-url.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { useNow } from '#web/lib/now.ts'
import { useUrlState, withParts } from '#web/lib/url-state.ts'
import { useWhenIdle } from '#web/lib/when-idle.ts'
import classes from '#web/pages/DashboardPage.module.css'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { ShareButton } from '#web/ui/ShareButton.tsx'
import { UnreadableAddress } from '#web/ui/UnreadableAddress.tsx'

const WhereCallersAre = lazyExport(
  () => import('#web/features/dashboard/WhereCallersAre.tsx'),
  'WhereCallersAre',
)

export function DashboardPage() {
  const ownZone = useTimeZone()
  const [params] = useSearchParams()
  const { state, problem, write } = useUrlState(DashboardSearch)
  const timeZone = state?.timeZone ?? ownZone
  return (
    <PageFrame
      title="Dashboard"
      description={<ScopeInWords customers={state?.customers ?? []} timeZone={timeZone} />}
      actions={<ShareButton />}
    >
      {problem === undefined ? (
        <>
          <FilterBar state={state} onChange={(changes) => write(dashboardParams(changes), 'push')} />
          <Parts
            state={state}
            timeZone={timeZone}
            stateHref={(opened) => ({ search: withParts(params, dashboardParams({ state: opened })) })}
          />
        </>
      ) : (
        <UnreadableAddress problem={problem} />
      )}
    </PageFrame>
  )
}

interface PartsProps {
  state: DashboardState
  timeZone: string
  stateHref: (state: string | undefined) => To
}

function Parts({ state, timeZone, stateHref }: PartsProps) {
  // When weeks start changes no grain.
  const clock = { now: useNow(), timeZone, weekStartsOn: 1 }
  const matchWeekdays = state.matchWeekdays ?? usuallyMatchesWeekdays(state.period, 'auto', clock)
  const scope = { ...state, timeZone, matchWeekdays }
  const maySeeCalls = useHoldsClaim('reporting.call.details')
  useWhenIdle(() => {
    // Where most figures lead; should it fail, the page loads it again.
    if (maySeeCalls) import('#web/pages/CallDetailsPage.tsx').catch(() => undefined)
  })
  const hrefOf: CallsBehind = ({ answer, row, measure }) => {
    if (!maySeeCalls) return undefined
    return buildFigureUrl({ answer, row, column: { measure } }, state.entityGroups)
  }
  return (
    <>
      <SummaryTiles scope={scope} callsBehind={hrefOf} />
      <CallsOverTime scope={scope} callsBehind={hrefOf} />
      <div className={classes.pair}>
        <WhenCallsCome scope={scope} callsBehind={hrefOf} />
        <TopList title="Top sources" part="topSources" scope={scope} callsBehind={hrefOf} />
      </div>
      <Suspense fallback={<div className={classes.mapToCome} aria-busy="true" />}>
        <WhereCallersAre scope={scope} callsBehind={hrefOf} state={state.state} stateHref={stateHref} />
      </Suspense>
      <div className={classes.pair}>
        <TopList title="Top numbers" part="topNumbers" scope={scope} callsBehind={hrefOf} />
        <TopList title="Top locations" part="topLocations" scope={scope} callsBehind={hrefOf} />
      </div>
      {maySeeCalls && (
        <LatestCalls scope={scope} renderLocation={(code) => <EntityText type="location" code={code} />} />
      )}
    </>
  )
}
