import { EntityText } from '#web/features/calls/EntityText.tsx'
import { CallsOverTime } from '#web/features/dashboard/CallsOverTime.tsx'
import {
  dashboardParams,
  DashboardSearch,
  type DashboardState,
} from '#web/features/dashboard/dashboard-search.ts'
import { type CallsBehind, callsThatMatter } from '#web/features/dashboard/drill.ts'
import { FilterBar } from '#web/features/dashboard/FilterBar.tsx'
import { LatestCalls } from '#web/features/dashboard/LatestCalls.tsx'
import { ScopeInWords } from '#web/features/dashboard/ScopeInWords.tsx'
import { SummaryTiles } from '#web/features/dashboard/SummaryTiles.tsx'
import { TopList } from '#web/features/dashboard/TopList.tsx'
import { WhenCallsCome } from '#web/features/dashboard/WhenCallsCome.tsx'
import { buildDrill } from '#web/features/reports/drill.ts'
import { buildCallListUrl } from '#web/lib/call-list-url.ts'
import { useHoldsClaim, useTimeZone } from '#web/lib/current-user.ts'
import { useUrlState } from '#web/lib/url-state.ts'
import classes from '#web/pages/DashboardPage.module.css'
import { PageFrame } from '#web/ui/PageFrame.tsx'
import { ShareButton } from '#web/ui/ShareButton.tsx'
import { UnreadableAddress } from '#web/ui/UnreadableAddress.tsx'

export function DashboardPage() {
  const timeZone = useTimeZone()
  const { state, problem, write } = useUrlState(DashboardSearch)
  return (
    <PageFrame
      title="Dashboard"
      description={<ScopeInWords customers={state?.customers ?? []} timeZone={timeZone} />}
      actions={<ShareButton />}
    >
      {problem === undefined ? (
        <>
          <FilterBar state={state} onChange={(changes) => write(dashboardParams(changes), 'push')} />
          <Parts state={state} timeZone={timeZone} />
        </>
      ) : (
        <UnreadableAddress problem={problem} />
      )}
    </PageFrame>
  )
}

function Parts({ state, timeZone }: { state: DashboardState; timeZone: string }) {
  const scope = { ...state, timeZone }
  const maySeeCalls = useHoldsClaim('reporting.call.details')
  const callsBehind: CallsBehind = ({ answer: { columns, meta }, row, measure }) => {
    if (!maySeeCalls) return undefined
    const filters = callsThatMatter[measure]
    const calls = buildDrill({ columns, meta, row, measure: filters === undefined ? measure : 'calls' })
    if (calls === undefined) return undefined
    return buildCallListUrl({ ...calls, filters: [...(calls.filters ?? []), ...(filters ?? [])] })
  }
  return (
    <>
      <SummaryTiles scope={scope} callsBehind={callsBehind} />
      <CallsOverTime scope={scope} callsBehind={callsBehind} />
      <div className={classes.pair}>
        <WhenCallsCome scope={scope} callsBehind={callsBehind} />
        <TopList
          title="Top sources"
          part="topSources"
          nameOfField="Source"
          without="No source"
          scope={scope}
          callsBehind={callsBehind}
        />
      </div>
      <div className={classes.pair}>
        <TopList
          title="Top numbers"
          part="topNumbers"
          nameOfField="Number"
          without="No number"
          scope={scope}
          callsBehind={callsBehind}
        />
        <TopList
          title="Top locations"
          part="topLocations"
          nameOfField="Location"
          without="No location"
          scope={scope}
          callsBehind={callsBehind}
        />
      </div>
      {maySeeCalls && (
        <LatestCalls scope={scope} renderLocation={(code) => <EntityText type="location" code={code} />} />
      )}
    </>
  )
}
