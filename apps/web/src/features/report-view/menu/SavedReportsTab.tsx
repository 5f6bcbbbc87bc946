import { formatCount } from '@callboard/contract/format'
import { handOverSavedReports, type SavedReport } from '@callboard/contract/saved-reports'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ownedReportsQuery } from '#web/features/report-view/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { userChoice } from '#web/records/choices/choices.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Row } from '#web/ui/layout.tsx'
import { timeColumn } from '#web/ui/tables/column-kinds.tsx'

interface SavedReportsTabProps {
  userId: string
}

/** The saved reports of a user, which an administrator can give to somebody else. */
export function SavedReportsTab({ userId }: SavedReportsTabProps) {
  const query = useQuery(ownedReportsQuery(userId))
  const [newOwner, setNewOwner] = useState<string | null>(null)
  const total = query.data?.total ?? 0
  return (
    <Panel
      flush
      title="Saved Reports"
      note="Shared reports are kept when the user is deleted"
      actions={
        total > 0 && (
          <Row gap={8} wrap>
            <RecordSelect
              choice={userChoice}
              label="New owner"
              placeholder="Find a new owner"
              isFilter
              except={[userId]}
              value={newOwner}
              onChange={setNewOwner}
            />
            <ActionButton
              disabled={newOwner === null}
              question={{
                title:
                  total === 1
                    ? 'Hand over this saved report?'
                    : `Hand over all ${formatCount(total)} saved reports?`,
                content:
                  'The new owner can change and delete them. Members of the groups they are shared with keep access.',
                okText: 'Hand over',
                okButtonProps: {},
              }}
              action={() =>
                send(handOverSavedReports, { params: { id: userId }, body: { userId: newOwner ?? '' } })
              }
              changes={['savedReport']}
              done="Reports handed over."
              onDone={() => setNewOwner(null)}
            >
              Hand over all
            </ActionButton>
          </Row>
        )
      }
    >
      <QueryState
        query={query}
        isEmpty={({ items }) => items.length === 0}
        emptyReason="This user has not saved any reports."
      >
        {({ items }) => (
          <FitTable<SavedReport>
            rowKey="id"
            pagination={false}
            dataSource={items}
            columns={[
              {
                key: 'name',
                title: 'Name',
                minWidth: 220,
                render: (_, { id, name }) => <Link to={paths.savedReport(id)}>{name}</Link>,
              },
              {
                key: 'reportName',
                title: 'Report',
                minWidth: 200,
                render: (_, { reportName }) => reportName ?? 'Own definition',
              },
              {
                key: 'sharedWithGroupName',
                title: 'Shared with',
                minWidth: 160,
                render: (_, { sharedWithGroupName: group }) => group ?? <NoValue />,
              },
              timeColumn('updatedAt', { title: 'Changed', minWidth: 160 }),
            ]}
          />
        )}
      </QueryState>
    </Panel>
  )
}
