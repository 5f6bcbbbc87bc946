import { updateReport } from '@callboard/contract/manage-reports'
import { useQuery } from '@tanstack/react-query'
import { type FoundReport, reportUsesQuery } from '#web/features/report-library/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { formatCounted } from '@callboard/contract/format'
import { ActionButton } from '#web/records/ActionButton.tsx'

interface ReportActivationProps {
  report: Pick<FoundReport, 'id' | 'name' | 'isActive'>
}

/** Takes a report away from everybody, after a question that says what that means, or gives it back. */
export function ReportActivation({ report: { id, name, isActive } }: ReportActivationProps) {
  const setActive = (to: boolean) => send(updateReport, { body: { id, isActive: to } })
  const verb = isActive ? 'Deactivate' : 'Activate'
  return (
    <ActionButton
      size="small"
      type="text"
      aria-label={`${verb} ${name}`}
      action={() => setActive(!isActive)}
      undo={() => setActive(isActive)}
      done={isActive ? `${name} is inactive.` : `${name} is active.`}
      changes={['report', 'reportSet']}
      {...(isActive && {
        question: { title: `Deactivate ${name}?`, content: <Uses id={id} />, okText: 'Deactivate' },
      })}
    >
      {verb}
    </ActionButton>
  )
}

function Uses({ id }: { id: string }) {
  const query = useQuery(reportUsesQuery(id))
  if (query.isError) return 'Could not load where this report is used.'
  if (query.data === undefined) return 'Checking where it is used …'
  const { groupCount, userCount, savedReportCount, subscriptionCount } = query.data
  return (
    <>
      {userCount === 0
        ? 'No users see it now.'
        : `${formatCounted(userCount, 'user')} of ${formatCounted(groupCount, 'group')} no longer find it.`}{' '}
      {savedReportCount > 0 &&
        `${formatCounted(savedReportCount, 'saved report')} of it can no longer be run. `}
      {subscriptionCount > 0 &&
        `${formatCounted(subscriptionCount, 'subscription')} to them ${subscriptionCount === 1 ? 'sends' : 'send'} nothing. `}
      It stays in its sets and can be activated again.
    </>
  )
}
