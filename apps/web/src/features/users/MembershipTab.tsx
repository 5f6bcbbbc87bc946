import type { GroupOfUser } from '@callboard/contract/report-groups'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AnswerQuery } from '#web/lib/api/endpoint-query.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { RecordName } from '#web/records/RecordName.tsx'
import type { RecordChoice } from '#web/records/choices/record-choice.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { FitTable } from '#web/ui/tables/FitTable.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Row } from '#web/ui/layout.tsx'
import { actionsHead } from '#web/ui/tables/column-kinds.tsx'

interface MembershipTabProps {
  title: string
  type: 'reportGroup' | 'entityGroup'
  /** Of these groups under manage/. */
  path: string
  /** What being in one means. */
  note: string
  /** What being in none means. */
  emptyReason: ReactNode
  /** What leaving one means, of those that the user is in. */
  removalWords?: (groups: readonly GroupOfUser[]) => string
  query: AnswerQuery<GroupOfUser[]>
  choice: RecordChoice
  add: (groupId: string) => Promise<unknown>
  remove: (groupId: string) => Promise<unknown>
}

/** The groups of a kind that a user is in. */
export function MembershipTab(props: MembershipTabProps) {
  const { title, type, path, note, emptyReason, query: groupsQuery, choice, add, remove } = props
  const { removalWords = () => 'This changes what they can see immediately.' } = props
  const query = useQuery(groupsQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const changes = ['user', type] as const
  return (
    <Panel
      flush
      title={title}
      note={note}
      actions={
        <Row gap={8} align="center" wrap>
          <RecordSelect
            choice={choice}
            label="Group"
            placeholder="Find a group"
            isFilter
            taken={{ ids: (query.data ?? []).map(({ id }) => id), why: 'added already' }}
            value={chosen}
            onChange={setChosen}
          />
          <ActionButton
            disabled={chosen === null}
            action={() => add(chosen ?? '')}
            changes={changes}
            done="Added to the group."
            onDone={() => setChosen(null)}
          >
            Add
          </ActionButton>
        </Row>
      }
    >
      <QueryState query={query} isEmpty={({ length }) => length === 0} emptyReason={emptyReason}>
        {(groups) => (
          <FitTable<GroupOfUser>
            rowKey="id"
            pagination={false}
            dataSource={groups}
            columns={[
              {
                key: 'name',
                title: 'Name',
                minWidth: 220,
                render: (_, { id, name, isActive }) => (
                  <RecordName to={paths.manageRecord(path, id)} name={name} isActive={isActive} />
                ),
              },
              { key: 'description', dataIndex: 'description', title: 'Description', minWidth: 260 },
              {
                ...actionsHead,
                minWidth: 110,
                priority: 0,
                render: (_, { id, name }) => (
                  <ActionButton
                    size="small"
                    danger
                    aria-label={`Remove from ${name}`}
                    question={{
                      title: `Remove the user from ${name}?`,
                      content: removalWords(groups),
                      okText: 'Remove',
                    }}
                    action={() => remove(id)}
                    undo={() => add(id)}
                    done={`Removed from ${name}.`}
                    changes={changes}
                  >
                    Remove
                  </ActionButton>
                ),
              },
            ]}
          />
        )}
      </QueryState>
    </Panel>
  )
}
