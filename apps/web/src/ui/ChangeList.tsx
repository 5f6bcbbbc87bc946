import { type ChangeRecord, searchChangeTracking } from '@callboard/contract/change-tracking'
import type { Input } from '@callboard/contract/endpoint'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Button, Skeleton, Table, type TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { send } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import classes from '#web/ui/ChangeList.module.css'
import { actionWord, fieldWords, isLink, pathOfRecord, typeLabel, valueText } from '#web/ui/change-words.ts'
import { QueryState } from '#web/ui/QueryState.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

interface ChangeListProps {
  search: Omit<NonNullable<Input<typeof searchChangeTracking>['body']>, 'cursor'>
  /** The list is of one record: what it is needs no saying. */
  isOfRecord?: boolean
  /** The first page alone. */
  isShort?: boolean
  emptyReason: string
}

/** Who changed what, the newest first. */
export function ChangeList({ search, isOfRecord = false, isShort = false, emptyReason }: ChangeListProps) {
  const query = useInfiniteQuery({
    queryKey: [searchChangeTracking.path, search],
    queryFn: async ({ pageParam, signal }) =>
      await send(searchChangeTracking, { body: { ...search, cursor: pageParam } }, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <QueryState
      query={query}
      skeleton={
        <div className={classes.skeleton}>
          <Skeleton title={false} paragraph={{ rows: 4 }} />
        </div>
      }
      isEmpty={({ pages }) => pages[0]?.items.length === 0}
      emptyReason={emptyReason}
    >
      {({ pages }) => (
        <div className={classes.list}>
          <Table<ChangeRecord>
            rowKey="id"
            size="middle"
            columns={isOfRecord ? columns.filter(({ key }) => key !== 'record') : columns}
            dataSource={pages.flatMap(({ items }) => items)}
            pagination={false}
            scroll={{ x: 'max-content' }}
          />
          {query.hasNextPage && !isShort && (
            <div className={classes.more}>
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show older ones
              </Button>
            </div>
          )}
        </div>
      )}
    </QueryState>
  )
}

const firstPage: string | undefined = undefined

const columns: TableColumnsType<ChangeRecord> = [
  { key: 'at', title: 'When', render: (_, { at }) => <TimeText at={at} /> },
  {
    key: 'user',
    title: 'Who',
    render: (_, { userId, userName }) =>
      userId === null ? userName : <Link to={paths.manageRecord('users', userId)}>{userName}</Link>,
  },
  {
    key: 'record',
    title: 'What',
    render: (_, record) => (
      <div className={classes.record}>
        <RecordLink record={record} />
        <span className={classes.type}>{typeLabel(record.tableType)}</span>
      </div>
    ),
  },
  {
    key: 'changes',
    title: 'Change',
    render: (_, { action, changes }) => (
      <div className={classes.changes}>
        <span className={classes.action}>{actionWord(action)}</span>
        <ul className={classes.fields}>
          {changes.map((change) => (
            <FieldChange key={change.field} change={change} isNew={action === 'create'} />
          ))}
        </ul>
      </div>
    ),
  },
]

interface FieldChangeProps {
  change: ChangeRecord['changes'][number]
  isNew: boolean
}

function FieldChange({ change: { field, from, to }, isNew }: FieldChangeProps) {
  const name = <span className={classes.name}>{fieldWords(field)}</span>
  if (isLink(from ?? to) && (from === null || to === null)) {
    return (
      <li className={classes.field}>
        {name} {from === null ? 'added' : 'removed'}: {valueText(from ?? to)}
      </li>
    )
  }
  return (
    <li className={classes.field}>
      {name}{' '}
      {!isNew && (
        <>
          <del className={classes.from}>{valueText(from)}</del> →{' '}
        </>
      )}
      <span>{valueText(to)}</span>
    </li>
  )
}

function RecordLink({ record: { tableType, recordId, recordName } }: { record: ChangeRecord }) {
  const path = pathOfRecord(tableType, recordId)
  const name = recordName === '' ? recordId : recordName
  return path === undefined ? <>{name}</> : <Link to={path}>{name}</Link>
}
