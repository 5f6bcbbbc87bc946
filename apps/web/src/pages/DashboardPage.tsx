import { EditOutlined } from '@ant-design/icons'
import { dashboardTiles } from '@callboard/contract/dashboard'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { type To, useSearchParams } from 'react-router'
import {
  dashboardParams,
  DashboardSearch,
  type DashboardState,
} from '#web/features/dashboard/dashboard-search.ts'
import { FilterBar } from '#web/features/dashboard/FilterBar.tsx'
import { dashboardPartQuery, dashboardQuery, type DashboardScope } from '#web/features/dashboard/queries.ts'
import { ScopeInWords } from '#web/features/dashboard/ScopeInWords.tsx'
import { TileSkeletons } from '#web/features/dashboard/parts/SummaryTiles.tsx'
import { numberOf, resultRows } from '#web/lib/reporting/report-answer.ts'
import { useIsViewingAs, useTimeZone } from '#web/lib/session/current-user.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { useUrlState, withParts } from '#web/lib/urls/url-state.ts'
import { useDashboardScope } from '#web/pages/dashboard/dashboard-scope.ts'
import { DashboardView } from '#web/pages/dashboard/DashboardView.tsx'
import { FirstStepsPanel } from '#web/records/FirstStepsPanel.tsx'
import { preloadCharts } from '#web/ui/charts/Chart.tsx'
import { Notice } from '#web/ui/page/Notice.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { CopyLinkButton } from '#web/ui/buttons/CopyLinkButton.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'
import { Stack } from '#web/ui/layout.tsx'

const NewestCalls = lazyExport(() => import('#web/records/NewestCalls.tsx'), 'NewestCalls')
const OwnDashboardEditor = lazyExport(
  () => import('#web/pages/dashboard/OwnDashboardEditor.tsx'),
  'OwnDashboardEditor',
)

export function DashboardPage() {
  const ownZone = useTimeZone()
  const isViewingAs = useIsViewingAs()
  const [params] = useSearchParams()
  const { state, problem, write } = useUrlState(DashboardSearch)
  const [isEdited, setIsEdited] = useState(false)
  return (
    <PageFrame
      isDense
      title="Dashboard"
      description={<ScopeInWords customers={state?.customers ?? []} timeZone={state?.timeZone ?? ownZone} />}
      actions={
        <>
          <CopyLinkButton />
          {!isViewingAs && !isEdited && problem === undefined && (
            <Button title="Edit" icon={<EditOutlined aria-hidden />} onClick={() => setIsEdited(true)}>
              Edit
            </Button>
          )}
        </>
      }
    >
      {problem === undefined ? (
        <>
          <FirstStepsPanel />
          <FilterBar state={state} onChange={(changes) => write(dashboardParams(changes), 'push')} />
          <Chosen
            state={state}
            stateHref={(opened) => ({ search: withParts(params, dashboardParams({ state: opened })) })}
            isEdited={isEdited}
            onClose={() => setIsEdited(false)}
          />
        </>
      ) : (
        <UnreadableAddress problem={problem} />
      )}
    </PageFrame>
  )
}

interface ChosenProps {
  state: DashboardState
  stateHref: (state: string | undefined) => To
  isEdited: boolean
  onClose: () => void
}

/** What the user chose for their dashboard, or the editor of it. */
function Chosen({ state, stateHref, isEdited, onClose }: ChosenProps) {
  const scope = useDashboardScope(state)
  const dashboard = useQuery(dashboardQuery)
  useEffect(preloadCharts, [])
  const shared = { state, scope, stateHref }
  return (
    <QueryState
      query={dashboard}
      skeleton={<Awaited scope={scope} />}
      errorTitle="Your dashboard could not be loaded"
    >
      {(chosen) => (
        <Stack gap={12}>
          <EmptyPeriod scope={scope} />
          {isEdited ? (
            <Suspense fallback={<DashboardView layout={chosen} {...shared} />}>
              <OwnDashboardEditor
                dashboard={chosen}
                renderView={(layout, onRemove) => (
                  <DashboardView layout={layout} onRemove={onRemove} {...shared} />
                )}
                onClose={onClose}
              />
            </Suspense>
          ) : (
            <DashboardView layout={chosen} {...shared} />
          )}
        </Stack>
      )}
    </QueryState>
  )
}

/** Says of a period without calls where they are. */
function EmptyPeriod({ scope }: { scope: DashboardScope }) {
  const { data, isPlaceholderData } = useQuery(dashboardPartQuery('summary', scope))
  const [figures] = data === undefined ? [] : resultRows(data)
  if (figures === undefined || isPlaceholderData || numberOf(figures, 'calls') !== 0) return null
  return (
    <Suspense fallback={null}>
      <NewestCalls
        customers={scope.customers}
        entityGroups={scope.entityGroups}
        timeZone={scope.timeZone}
        renderText={(text) => <Notice kind="note">There are no calls in this period. {text}</Notice>}
      />
    </Suspense>
  )
}

/** Nearly every dashboard has these figures, which are asked for while it is not known yet. */
function Awaited({ scope }: { scope: DashboardScope }) {
  usePrefetchQuery(dashboardPartQuery('summary', scope))
  usePrefetchQuery(dashboardPartQuery('overTime', scope))
  return <TileSkeletons tiles={dashboardTiles} />
}
