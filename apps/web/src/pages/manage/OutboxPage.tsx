import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { mailColumns, mailStatusNames } from '#web/features/outbox/columns.tsx'
import { mailServerQuery, mailsQuery, OutboxSearch } from '#web/features/outbox/queries.ts'
import { StoppedAddresses } from '#web/features/outbox/StoppedAddresses.tsx'
import { paths } from '#web/lib/urls/paths.ts'
import { failedLatelyName } from '#web/pages/manage/failed-lately.ts'
import { LoadedList } from '#web/records/lists/LoadedList.tsx'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { ChoiceFilter } from '#web/ui/fields/ChoiceFilter.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'

const stateNames = { failedLately: failedLatelyName, ...mailStatusNames }

/** The mails of the portal: those that wait, and what became of the others. */
export function OutboxPage() {
  const hasServer = useQuery(mailServerQuery).data?.hasMailServer
  return (
    <PageFrame
      title="Outbox"
      description="Emails sent by the portal, with their status"
      breadcrumbs={<ManageCrumbs />}
    >
      {hasServer === false && (
        <Alert
          type="info"
          showIcon
          title={
            <>
              No mail server is set up. Emails wait here and are sent once you add one under{' '}
              <TextLink to={paths.manageList('settings')}>Settings</TextLink>. Until then, copy links from the
              emails and share them yourself.
            </>
          }
        />
      )}
      <StoppedAddresses />
      <LoadedList
        noun="emails"
        hasInactive={false}
        search={OutboxSearch}
        query={mailsQuery}
        columns={mailColumns}
        renderFilters={({ status }, write) => (
          <ChoiceFilter
            label="State"
            names={stateNames}
            value={status}
            onChange={(chosen) => write({ status: chosen, page: undefined }, 'push')}
          />
        )}
        isFiltered={({ status }) => status !== undefined}
      />
    </PageFrame>
  )
}
