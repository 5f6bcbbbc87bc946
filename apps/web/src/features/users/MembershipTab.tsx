import type { GroupOfUser } from '@callboard/contract/report-groups'
import { useQuery } from '@tanstack/react-query'
import { Button, Table, type TableColumnsType } from 'antd'
import { type ReactNode, useState } from 'react'
import { useUserChange } from '#web/features/users/user-change.ts'
import classes from '#web/features/users/users.module.css'
import { paths } from '#web/lib/paths.ts'
import { type ChoiceOf, FoundSelect } from '#web/records/FoundSelect.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'
import { RecordName } from '#web/records/RecordName.tsx'

interface MembershipTabProps {
  userId: string
  title: string
  /** Part of the address of these groups under manage/. */
  kind: string
  /** What being in one means. */
  note: string
  /** What being in none means. */
  emptyReason: ReactNode
  load: (signal: AbortSignal) => Promise<GroupOfUser[]>
  /** Without it the groups are shown alone. */
  editing?: MembershipEditing
}

interface MembershipEditing {
  choice: ChoiceOf
  add: (groupId: string) => Promise<unknown>
  remove: (groupId: string) => Promise<unknown>
}

/** The groups of a kind that a user is in. */
export function MembershipTab(props: MembershipTabProps) {
  const { userId, title, kind, note, emptyReason, load, editing } = props
  const query = useQuery({
    queryKey: ['users', kind, userId],
    queryFn: async ({ signal }) => await load(signal),
  })
  const { ask } = useUserChange()
  const askToRemove = (group: GroupOfUser) =>
    ask({
      title: `Take the user out of ${group.name}?`,
      content: 'What they see changes at once.',
      okText: 'Take out',
      work: async () => await editing?.remove(group.id),
    })
  return (
    <Panel
      flush
      title={title}
      note={note}
      {...(editing !== undefined && {
        actions: <Adding {...editing} taken={(query.data ?? []).map(({ id }) => id)} />,
      })}
    >
      <div className={classes.table}>
        <QueryState query={query} isEmpty={({ length }) => length === 0} emptyReason={emptyReason}>
          {(groups) => (
            <Table<GroupOfUser>
              rowKey="id"
              size="middle"
              pagination={false}
              scroll={{ x: 'max-content' }}
              columns={columnsWith(kind, editing === undefined ? undefined : askToRemove)}
              dataSource={groups}
            />
          )}
        </QueryState>
      </div>
    </Panel>
  )
}

interface AddingProps extends Pick<MembershipEditing, 'choice' | 'add'> {
  /** Groups that they are in. */
  taken: readonly string[]
}

function Adding({ choice, add, taken }: AddingProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { run } = useUserChange()
  return (
    <div className={classes.adding}>
      <FoundSelect
        choice={choice}
        label="Group to add to"
        placeholder="Find a group"
        isFilter
        except={taken}
        value={chosen}
        onChange={setChosen}
      />
      <Button
        disabled={chosen === null}
        onClick={() => {
          if (chosen === null) return
          void run({ work: async () => await add(chosen), done: 'They are in the group.' })
          setChosen(null)
        }}
      >
        Add
      </Button>
    </div>
  )
}

function columnsWith(
  kind: string,
  remove: ((group: GroupOfUser) => void) | undefined,
): TableColumnsType<GroupOfUser> {
  const columns: TableColumnsType<GroupOfUser> = [
    {
      key: 'name',
      title: 'Name',
      render: (_, { id, name, isActive }) => (
        <RecordName to={paths.manageRecord(kind, id)} name={name} isActive={isActive} />
      ),
    },
    { key: 'description', dataIndex: 'description', title: 'Description', responsive: ['md'] },
  ]
  if (remove === undefined) return columns
  return [
    ...columns,
    {
      key: 'actions',
      title: 'Actions',
      align: 'right',
      render: (_, group) => (
        <Button size="small" danger aria-label={`Take out of ${group.name}`} onClick={() => remove(group)}>
          Take out
        </Button>
      ),
    },
  ]
}
