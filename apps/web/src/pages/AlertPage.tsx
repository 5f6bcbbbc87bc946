import type { Alert } from '@callboard/contract/alerts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import {
  DeleteButton,
  PauseButton,
  StopNotifyingButton,
  TestButton,
} from '#web/features/alerts/AlertActions.tsx'
import { AlertForm } from '#web/features/alerts/AlertForm.tsx'
import { AlertHistory } from '#web/features/alerts/AlertHistory.tsx'
import { AlertState } from '#web/features/alerts/AlertState.tsx'
import { ConditionWords } from '#web/features/alerts/ConditionWords.tsx'
import { NewAlertSearch } from '#web/features/alerts/new-alert.ts'
import { alertQuery, AlertSearch } from '#web/features/alerts/queries.ts'
import { ExcludedRecipients } from '#web/features/alerts/ExcludedRecipients.tsx'
import { WebhookTries } from '#web/features/alerts/WebhookTries.tsx'
import { useCurrentUser, useHoldsClaim, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import { ReportFilters } from '#web/pages/manage/ReportFilters.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { ReportCrumbs } from '#web/pages/ReportCrumbs.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'

const crumbs = <ReportCrumbs above={[{ name: 'Alerts', path: paths.alerts }]} />

/** An alert, or a new one. */
export function AlertPage() {
  const { id = newRecordId } = useParams()
  const isNew = id === newRecordId
  const query = useQuery({ ...alertQuery(id), enabled: !isNew })
  if (isNew) return <NewAlert />
  if (query.data !== undefined) return <KnownAlert key={id} alert={query.data} />
  return (
    <PageFrame title="Alert" breadcrumbs={crumbs}>
      <QueryState query={query} errorTitle="The alert could not be opened">
        {() => null}
      </QueryState>
    </PageFrame>
  )
}

/** The address may say which figure it is on. */
function NewAlert() {
  const isViewingAs = useIsViewingAs()
  const maySave = useHoldsClaim('reporting.save')
  const { state, problem } = useUrlState(NewAlertSearch)
  return (
    <PageFrame
      title="Add Alert"
      description="Notifies people when a figure crosses a threshold"
      breadcrumbs={crumbs}
    >
      {problem === undefined ? (
        <Panel label="Alert">
          <AlertForm
            alert={undefined}
            asked={state}
            Filters={ReportFilters}
            isReadOnly={isViewingAs || !maySave}
          />
        </Panel>
      ) : (
        <UnreadableAddress problem={problem} />
      )}
    </PageFrame>
  )
}

function KnownAlert({ alert }: { alert: Alert }) {
  const me = useCurrentUser()
  const isViewingAs = useIsViewingAs()
  const mayChange = alert.isEditable && !isViewingAs
  return (
    <PageFrame
      title={alert.name}
      description={<ConditionWords condition={alert.condition} />}
      breadcrumbs={crumbs}
      {...(!isViewingAs && {
        actions: (
          <>
            <TestButton alert={alert} />
            <StopNotifyingButton alert={alert} />
            {mayChange && <PauseButton alert={alert} />}
            {mayChange && <DeleteButton alert={alert} />}
          </>
        ),
      })}
    >
      <Panel title="Now">
        <AlertState alert={alert} ownId={me.id} />
        <ExcludedRecipients alert={alert} ownId={me.id} />
      </Panel>
      <Panel label="Alert">
        <AlertForm alert={alert} Filters={ReportFilters} isReadOnly={!mayChange} />
      </Panel>
      {!isViewingAs && <Past alert={alert} hasTries={me.isAdmin || alert.userId === me.id} />}
    </PageFrame>
  )
}

/** Nobody who looks on as somebody else is notified of it. */
function Past({ alert, hasTries }: { alert: Alert; hasTries: boolean }) {
  const { state, problem, write } = useUrlState(AlertSearch)
  if (problem !== undefined) return <UnreadableAddress problem={problem} />
  return (
    <>
      <AlertHistory
        alertId={alert.id}
        page={state.page}
        onPage={(page) => write({ page: String(page) }, 'push')}
      />
      {hasTries && (
        <WebhookTries
          alertId={alert.id}
          hasWebhook={alert.webhook !== null}
          page={state.tries}
          onPage={(page) => write({ tries: String(page) }, 'push')}
        />
      )}
    </>
  )
}
