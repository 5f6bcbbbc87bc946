import { actionWord, typeLabel } from '@callboard/contract/change-words'
import * as endpoints from '@callboard/contract/change-tracking'
import type { Input } from '@callboard/contract/endpoint'
import { partWords } from '@callboard/contract/record-fields'
import { Link } from 'react-router'
import { send } from '#web/lib/api/api.ts'
import { paths } from '#web/lib/urls/paths.ts'
import classes from '#web/records/changes/ChangeList.module.css'
import { isLink, type PartChange, partChanges, pathOfRecord } from '#web/records/changes/change-words.ts'
import {
  type ChangedField,
  ChangedFieldName,
  ChangedRecordName,
  ChangedValue,
} from '#web/records/changes/ChangeValue.tsx'
import { TimeList } from '#web/records/lists/TimeList.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, QuietText, Row, Stack, Text } from '#web/ui/layout.tsx'

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
  return (
    <TimeList<endpoints.ChangeRecord>
      queryKey={['change', endpoints.searchChanges.path, search]}
      load={async (position, signal) =>
        await send(endpoints.searchChanges, { body: { ...position, ...search } }, signal)
      }
      columns={columns.filter(({ key }) => !isOfRecord || key !== 'record')}
      renderWhole={(record) => <WholeChange record={record} isOfRecord={isOfRecord} />}
      isShort={isShort}
      emptyReason={emptyReason}
    />
  )
}

const atTop = () => ({ className: classes.cell })

const columns: readonly FitColumn<endpoints.ChangeRecord>[] = [
  { key: 'at', title: 'When', minWidth: 190, onCell: atTop, render: (_, { at }) => <TimeText at={at} /> },
  {
    key: 'user',
    title: 'Who',
    minWidth: 170,
    onCell: atTop,
    render: (_, record) => <Changer record={record} />,
  },
  {
    key: 'record',
    title: 'What',
    minWidth: 220,
    onCell: atTop,
    render: (_, record) => <Changed record={record} />,
  },
  {
    key: 'changes',
    title: 'Change',
    minWidth: 400,
    onCell: atTop,
    render: (_, record) => <Fields record={record} />,
  },
]

/** Everything in one column. */
function WholeChange({ record, isOfRecord }: { record: endpoints.ChangeRecord; isOfRecord: boolean }) {
  return (
    <Stack gap={4}>
      <div className={classes.type}>
        <TimeText at={record.at} /> · <Changer record={record} />
      </div>
      {!isOfRecord && <Changed record={record} />}
      <Fields record={record} />
    </Stack>
  )
}

function Changer({ record: { userId, userName } }: { record: endpoints.ChangeRecord }) {
  return userId === null ? userName : <Link to={paths.manageRecord('users', userId)}>{userName}</Link>
}

function Changed({ record }: { record: endpoints.ChangeRecord }) {
  return (
    <Stack>
      <RecordLink record={record} />
      <span className={classes.type}>{typeLabel(record.tableType)}</span>
    </Stack>
  )
}

function Fields({ record }: { record: endpoints.ChangeRecord }) {
  const { action, changes, tableType: type, recordName } = record
  const isNew = action === 'create' && type !== 'setting'
  // Of a new record what it has, not what it has not.
  const shown = isNew ? changes.filter(({ to }) => !isEmpty(to)) : changes
  return (
    <Row gap={12} maxWidth={640}>
      <Text flex="none" minWidth={64}>
        {actionWord(record)}
      </Text>
      <Box as="ul" flex={1}>
        {shown.map((change) => (
          <FieldChange
            key={change.field}
            of={{ type, field: change.field, recordName }}
            change={change}
            isNew={isNew}
          />
        ))}
      </Box>
    </Row>
  )
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '' || value === false) return true
  return typeof value === 'object' && Object.keys(value ?? {}).length === 0
}

interface FieldChangeProps {
  of: ChangedField
  change: endpoints.ChangeRecord['changes'][number]
  isNew: boolean
}

function FieldChange({ of, change: { from, to }, isNew }: FieldChangeProps) {
  const name = <FieldName of={of} />
  if (isLink(from ?? to) && (from === null || to === null)) {
    return (
      <li className={classes.field}>
        {name} {from === null ? 'added' : 'removed'}: <ChangedValue of={of} value={from ?? to} />
      </li>
    )
  }
  if (!isNew && Array.isArray(from) && Array.isArray(to)) return <ListChange of={of} from={from} to={to} />
  return (
    <li className={classes.field}>
      {name}: {isNew ? <ChangedValue of={of} value={to} /> : <FromTo of={of} from={from} to={to} />}
    </li>
  )
}

function FieldName({ of }: { of: ChangedField }) {
  return (
    <QuietText>
      <ChangedFieldName {...of} />
    </QuietText>
  )
}

function FromTo({ of, from, to }: { of: ChangedField; from?: unknown; to?: unknown }) {
  return (
    <>
      <del className={classes.from}>
        <ChangedValue of={of} value={from} />
      </del>{' '}
      → <ChangedValue of={of} value={to} />
    </>
  )
}

interface ListChangeProps {
  of: ChangedField
  from: readonly unknown[]
  to: readonly unknown[]
}

/** For a list, what was added, removed and changed: nobody would read the whole of it before and after. */
function ListChange({ of, from, to }: ListChangeProps) {
  const name = <FieldName of={of} />
  const parts = partChanges(from, to)
  if (parts.length === 0) {
    return (
      <li className={classes.field}>
        {name}: <FromTo of={of} from={from} to={to} />
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
            {name} {part.name}, {partWords(field)}:{' '}
            <FromTo of={{ ...of, field: `${of.field}.${field}` }} from={before} to={after} />
          </li>
        )),
      )}
    </>
  )
}

function RecordLink({ record: { tableType, recordId, recordName } }: { record: endpoints.ChangeRecord }) {
  const path = pathOfRecord(tableType, recordId)
  const name =
    recordName === '' ? 'Without a name' : <ChangedRecordName type={tableType} recordName={recordName} />
  return path === undefined ? <>{name}</> : <Link to={path}>{name}</Link>
}
