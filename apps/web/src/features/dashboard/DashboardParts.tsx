import type { BuiltInPartName, ShownPart } from '@callboard/contract/dashboard'
import { type ReactNode, Suspense } from 'react'
import type { To } from 'react-router'
import { arrangeParts } from '#web/features/dashboard/editing/arrange-parts.ts'
import type { ShownLayout } from '#web/features/dashboard/editing/chosen-layout.ts'
import { CallsOverTime } from '#web/features/dashboard/parts/CallsOverTime.tsx'
import classes from '#web/features/dashboard/DashboardParts.module.css'
import type { CallsBehind } from '#web/features/dashboard/drill.ts'
import type { DashboardScope } from '#web/features/dashboard/queries.ts'
import { SummaryTiles } from '#web/features/dashboard/parts/SummaryTiles.tsx'
import { TopList } from '#web/features/dashboard/parts/TopList.tsx'
import { useLiveRefresh } from '#web/features/dashboard/use-live-refresh.ts'
import { useHoldsClaim } from '#web/lib/session/current-user.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { Grid } from '#web/ui/layout.tsx'

const WhenCallsCome = lazyExport(
  () => import('#web/features/dashboard/parts/WhenCallsCome.tsx'),
  'WhenCallsCome',
)
const WhereCallersAre = lazyExport(
  () => import('#web/features/dashboard/parts/WhereCallersAre.tsx'),
  'WhereCallersAre',
)
const CallBackPart = lazyExport(
  () => import('#web/features/dashboard/parts/CallBackPart.tsx'),
  'CallBackPart',
)
const LiveCallsPart = lazyExport(
  () => import('#web/features/dashboard/parts/LiveCallsPart.tsx'),
  'LiveCallsPart',
)
const LatestCalls = lazyExport(() => import('#web/features/dashboard/parts/LatestCalls.tsx'), 'LatestCalls')
const LostPart = lazyExport(() => import('#web/features/dashboard/editing/LostPart.tsx'), 'LostPart')

/** A part that shows a report. */
export type ReportPart = Extract<ShownPart, { id: string }>

interface PartsShared {
  scope: DashboardScope
  callsBehind: CallsBehind
  /** The state whose counties the map shows. */
  state: string | undefined
  stateHref: (state: string | undefined) => To
  renderLocation: (code: string) => ReactNode
  renderReport: (part: ReportPart) => ReactNode
  /** Of a part that shows no figures; undefined where that changes what is saved. */
  onRemove: ((part: ShownPart) => void) | undefined
}

interface DashboardPartsProps extends PartsShared {
  layout: ShownLayout
}

/** The tiles and parts that the user chose, each loaded by itself. */
export function DashboardParts({ layout: { tiles, parts }, ...shared }: DashboardPartsProps) {
  const { scope, callsBehind } = shared
  const maySeeCalls = useHoldsClaim('reporting.call.details')
  return (
    <>
      {maySeeCalls && <FollowCalls scope={scope} />}
      {tiles.length > 0 && <SummaryTiles tiles={tiles} scope={scope} callsBehind={callsBehind} />}
      <Grid columns="repeat(2, minmax(0, 1fr))" gap={12}>
        {arrangeParts(parts).map(({ key, part, isWhole }) => (
          <div key={key} className={isWhole ? classes.whole : classes.part}>
            <Suspense fallback={<div className={toComeClass(part)} aria-busy="true" />}>
              <Part part={part} {...shared} />
            </Suspense>
          </div>
        ))}
      </Grid>
    </>
  )
}

/** Figures and calls are asked for again as calls come in. */
function FollowCalls({ scope }: { scope: DashboardScope }) {
  useLiveRefresh(scope)
  return null
}

function toComeClass(part: ShownPart) {
  return part.type === 'builtIn' && part.name === 'whereCallersAre' ? classes.mapToCome : classes.toCome
}

function Part({ part, ...shared }: PartsShared & { part: ShownPart }) {
  const { onRemove, renderReport } = shared
  if (part.problem !== undefined) return <LostPart part={part} onRemove={onRemove} />
  return part.type === 'builtIn' ? <BuiltIn name={part.name} {...shared} /> : renderReport(part)
}

function BuiltIn({ name, ...shared }: PartsShared & { name: BuiltInPartName }) {
  const { scope, callsBehind, state, stateHref, renderLocation } = shared
  switch (name) {
    case 'overTime':
      return <CallsOverTime scope={scope} callsBehind={callsBehind} />
    case 'whenCallsCome':
      return <WhenCallsCome scope={scope} callsBehind={callsBehind} />
    case 'whereCallersAre':
      return <WhereCallersAre scope={scope} callsBehind={callsBehind} state={state} stateHref={stateHref} />
    case 'liveCalls':
      return <LiveCallsPart scope={scope} />
    case 'callBack':
      return <CallBackPart scope={scope} renderLocation={renderLocation} />
    case 'latestCalls':
      return <LatestCalls scope={scope} renderLocation={renderLocation} />
    case 'topSources':
    case 'topNumbers':
    case 'topLocations':
      return <TopList part={name} scope={scope} callsBehind={callsBehind} />
  }
}
