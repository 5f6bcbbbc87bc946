import * as endpoints from '@callboard/contract/change-tracking'
import type { Input } from '@callboard/contract/endpoint'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Link } from 'react-router'
import { send } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import classes from '#web/records/ChangeList.module.css'
import {
  actionWord,
  fieldWords,
  isLink,
  type PartChange,
  partChanges,
  pathOfRecord,
  typeLabel,
  valueText,
} from '#web/records/change-words.ts'
import { customerChoice } from '#web/records/choices.ts'
import { nameQuery } from '#web/records/record-choice.ts'
import type { FitColumn } from '#web/ui/fit-columns.ts'
import { FitTable } from '#web/ui/FitTable.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

interface ChangeListProps {
  search: Omit<NonNullable<Input<typeof endpoints.searchChanges>['body']>, 'cursor'>
  /** All changes are of one record, which need not be named. */
  isOfRecord?: boolean
  /** Only the first page. */
  isShort?: boolean
  emptyReason: string
}

/** Who changed what, the newest first. */
export function ChangeList({ search, isOfRecord = false, isShort = false, emptyReason }: ChangeListProps) {
  const query = useInfiniteQuery({
    queryKey: ['change', endpoints.searchChanges.path, search],
    queryFn: async ({ pageParam, signal }) =>
      await send(endpoints.searchChanges, { body: { ...search, cursor: pageParam } }, signal),
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
          <FitTable<endpoints.ChangeRecord>
            rowKey="id"
            columns={columns.filter(({ key }) => !isOfRecord || key !== 'record')}
            renderWhole={(record) => <WholeChange record={record} isOfRecord={isOfRecord} />}
            dataSource={pages.flatMap(({ items }) => items)}
            pagination={false}
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

const atTop = () => ({ className: classes.cell })

const columns: readonly FitColumn<endpoints.ChangeRecord>[] = [
  { key: 'at', title: 'When', room: 190, onCell: atTop, render: (_, { at }) => <TimeText at={at} /> },
  { key: 'user', title: 'Who', room: 170, onCell: atTop, render: (_, record) => <Changer record={record} /> },
  {
    key: 'record',
    title: 'What',
    room: 220,
    onCell: atTop,
    render: (_, record) => <Changed record={record} />,
  },
  {
    key: 'changes',
    title: 'Change',
    room: 400,
    onCell: atTop,
    render: (_, record) => <Fields record={record} />,
  },
]

/** Everything in one column. */
function WholeChange({ record, isOfRecord }: { record: endpoints.ChangeRecord; isOfRecord: boolean }) {
  return (
    <div className={classes.whole}>
      <div className={classes.type}>
        <TimeText at={record.at} /> · <Changer record={record} />
      </div>
      {!isOfRecord && <Changed record={record} />}
      <Fields record={record} />
    </div>
  )
}

function Changer({ record: { userId, userName } }: { record: endpoints.ChangeRecord }) {
  return userId === null ? userName : <Link to={paths.manageRecord('users', userId)}>{userName}</Link>
}

function Changed({ record }: { record: endpoints.ChangeRecord }) {
  return (
    <div className={classes.record}>
      <RecordLink record={record} />
      <span className={classes.type}>{typeLabel(record.tableType)}</span>
    </div>
  )
}

function Fields({ record: { action, changes } }: { record: endpoints.ChangeRecord }) {
  return (
    <div className={classes.changes}>
      <span className={classes.action}>{actionWord(action)}</span>
      <ul className={classes.fields}>
        {changes.map((change) => (
          <FieldChange key={change.field} change={change} isNew={action === 'create'} />
        ))}
      </ul>
    </div>
  )
}

interface FieldChangeProps {
  change: endpoints.ChangeRecord['changes'][number]
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
  if (!isNew && Array.isArray(from) && Array.isArray(to))
    return <ListChange field={field} from={from} to={to} />
  return (
    <li className={classes.field}>
      {name} {isNew ? <Value field={field} value={to} /> : <FromTo field={field} from={from} to={to} />}
    </li>
  )
}

function FromTo({ field, from, to }: { field: string; from?: unknown; to?: unknown }) {
  return (
    <>
      <del className={classes.from}>
        <Value field={field} value={from} />
      </del>{' '}
      → <Value field={field} value={to} />
    </>
  )
}

function Value({ field, value }: { field: string; value?: unknown }) {
  const isCustomer = field === 'customerId' && typeof value === 'string'
  const customer = useQuery({
    ...nameQuery(customerChoice, String(value)),
    enabled: isCustomer,
    retry: false,
  })
  return isCustomer ? (customer.data ?? value) : valueText(value)
}

interface ListChangeProps {
  field: string
  from: readonly unknown[]
  to: readonly unknown[]
}

/** For a list, what was added, removed and changed: nobody would read the whole of it before and after. */
function ListChange({ field: list, from, to }: ListChangeProps) {
  const name = <span className={classes.name}>{fieldWords(list)}</span>
  const parts = partChanges(from, to)
  if (parts.length === 0) {
    return (
      <li className={classes.field}>
        {name} <FromTo field={list} from={from} to={to} />
      </li>
    )
  }
  const named = (what: PartChange['what']) =>
    parts.filter((part) => part.what === what).map((part) => part.name)
  return (
    <>
      {(['added', 'removed', 'moved'] as const).map(
        (what) =>
          named(what).length > 0 && (
            <li key={what} className={classes.field}>
              {name} {what}: {named(what).join(', ')}
            </li>
          ),
      )}
      {parts.map((part) =>
        part.fields.map(({ field, from: before, to: after }) => (
          <li key={`${part.name} ${field}`} className={classes.field}>
            {name} {part.name}: {fieldWords(field)} <FromTo field={field} from={before} to={after} />
          </li>
        )),
      )}
    </>
  )
}

function RecordLink({ record: { tableType, recordId, recordName } }: { record: endpoints.ChangeRecord }) {
  const path = pathOfRecord(tableType, recordId)
  const name = recordName === '' ? recordId : recordName
  return path === undefined ? <>{name}</> : <Link to={path}>{name}</Link>
}
