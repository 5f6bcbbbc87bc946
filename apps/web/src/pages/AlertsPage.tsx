import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { alertColumns } from '#web/features/alerts/alert-columns.tsx'
import { alertsQuery, AlertsSearch } from '#web/features/alerts/queries.ts'
import { useCurrentUser, useHoldsClaim, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { LoadedList } from '#web/records/lists/LoadedList.tsx'
import { ChoiceFilter } from '#web/ui/fields/ChoiceFilter.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { ReportCrumbs } from '#web/pages/ReportCrumbs.tsx'

const stateNames = { true: 'Triggered', false: 'Not triggered' }

const whoseNames = { owner: 'Mine', recipient: 'Notifies me' }

/** The alerts that one owns or is notified by; all of them for admins. */
export function AlertsPage() {
  const { id } = useCurrentUser()
  const isViewingAs = useIsViewingAs()
  const maySave = useHoldsClaim('reporting.save')
  const mayAdd = maySave && !isViewingAs
  const navigate = useNavigate()
  const addPath = paths.alert(newRecordId)
  return (
    <PageFrame
      title="Alerts"
      description="Notifications when a figure crosses a threshold"
      breadcrumbs={<ReportCrumbs above={[]} />}
      actions={
        mayAdd && (
          <Link to={addPath}>
            <Button type="primary" tabIndex={-1}>
              Add Alert
            </Button>
          </Link>
        )
      }
    >
      <LoadedList
        noun="alerts"
        hasInactive={false}
        search={AlertsSearch}
        query={alertsQuery}
        columns={alertColumns({ id, isViewingAs })}
        renderFilters={({ on, as }, write) => (
          <>
            <ChoiceFilter
              label="Whose"
              names={whoseNames}
              value={as}
              onChange={(one) => write({ as: one, page: undefined }, 'push')}
            />
            <ChoiceFilter
              label="State"
              names={stateNames}
              value={on?.toString()}
              onChange={(one) => write({ on: one, page: undefined }, 'push')}
            />
          </>
        )}
        isFiltered={({ on, as }) => on !== undefined || as !== undefined}
        {...(mayAdd && { onCreate: () => void navigate(addPath), createLabel: 'Add Alert' })}
      />
    </PageFrame>
  )
}
