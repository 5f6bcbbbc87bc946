import type { ShownPart } from '@callboard/contract/dashboard'
import type { To } from 'react-router'
import { EntityText } from '#web/features/calls/EntityText.tsx'
import { buildCallBackUrl } from '#web/features/call-backs/queries.ts'
import type { DashboardState } from '#web/features/dashboard/dashboard-search.ts'
import type { ShownLayout } from '#web/features/dashboard/editing/chosen-layout.ts'
import { DashboardParts } from '#web/features/dashboard/DashboardParts.tsx'
import type { CallsBehind } from '#web/features/dashboard/drill.ts'
import { dashboardPartRun, type DashboardScope } from '#web/features/dashboard/queries.ts'
import { buildFigureUrl } from '#web/lib/urls/figure-url.ts'
import { useHoldsClaim } from '#web/lib/session/current-user.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { ExplainedChanges } from '#web/pages/ExplainedChanges.tsx'

const DashboardReport = lazyExport(
  () => import('#web/pages/dashboard/DashboardReport.tsx'),
  'DashboardReport',
)

interface DashboardViewProps {
  layout: ShownLayout
  state: DashboardState
  scope: DashboardScope
  /** The address of the page with another state on the map. */
  stateHref: (state: string | undefined) => To
  onRemove?: ((part: ShownPart) => void) | undefined
}

/** A dashboard with its figures; those of calls lead to them, for whoever may see calls. */
export function DashboardView({ layout, state, scope, stateHref, onRemove }: DashboardViewProps) {
  const maySeeCalls = useHoldsClaim('reporting.call.details')
  const hrefOf: CallsBehind = ({ answer, row, measure }) => {
    if (!maySeeCalls) return undefined
    // Where they are called back, which knows no groups of entities.
    if (measure === 'missedNotReturned' && scope.entityGroups.length === 0) return buildCallBackUrl(scope)
    return buildFigureUrl({ answer, row, column: { measure } }, scope.entityGroups)
  }
  return (
    <ExplainedChanges run={dashboardPartRun('summary', scope)} entityGroups={scope.entityGroups}>
      <DashboardParts
        layout={layout}
        scope={scope}
        callsBehind={hrefOf}
        state={state.state}
        stateHref={stateHref}
        renderLocation={(code) => <EntityText type="location" code={code} />}
        renderReport={(part) => <DashboardReport part={part} state={state} timeZone={scope.timeZone} />}
        onRemove={onRemove}
      />
    </ExplainedChanges>
  )
}
