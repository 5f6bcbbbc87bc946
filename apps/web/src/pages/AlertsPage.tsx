import { Button, Select } from 'antd'
import { Link, useNavigate } from 'react-router'
import { alertColumns } from '#web/features/alerts/alert-columns.tsx'
import { alertsQuery, AlertsSearch } from '#web/features/alerts/queries.ts'
import { useCurrentUser, useHoldsClaim, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { LoadedList } from '#web/records/lists/LoadedList.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { ReportCrumbs } from '#web/pages/ReportCrumbs.tsx'

const stateOptions = [
  { value: 'true', label: 'Triggered' },
  { value: 'false', label: 'Not triggered' },
]

const whoseOptions = [
  { value: 'owner', label: 'Mine' },
  { value: 'recipient', label: 'Notifies me' },
]

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
            <Select
              aria-label="Whose"
              style={{ minWidth: 150 }}
              allowClear
              placeholder="Whose: any"
              value={as ?? null}
              options={whoseOptions}
              onChange={(one?: 'owner' | 'recipient' | null) =>
                write({ as: one ?? undefined, page: undefined }, 'push')
              }
            />
            <Select
              aria-label="State"
              style={{ minWidth: 150 }}
              allowClear
              placeholder="State: any"
              value={on === undefined ? null : String(on)}
              options={stateOptions}
              onChange={(one?: string | null) => write({ on: one ?? undefined, page: undefined }, 'push')}
            />
          </>
        )}
        isFiltered={({ on, as }) => on !== undefined || as !== undefined}
        {...(mayAdd && { onCreate: () => void navigate(addPath), createLabel: 'Add Alert' })}
      />
    </PageFrame>
  )
}
