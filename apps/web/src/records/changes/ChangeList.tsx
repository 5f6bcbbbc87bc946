import { actionWord, typeLabel } from '@callboard/contract/change-words'
import * as endpoints from '@callboard/contract/change-tracking'
import type { Input } from '@callboard/contract/endpoint'
import { formatCount } from '@callboard/contract/format'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { send } from '#web/lib/api/api.ts'
import { paths } from '#web/lib/urls/paths.ts'
import classes from '#web/records/changes/ChangeList.module.css'
import { type ChangedRecords, type ChangeGroup, groupChanges } from '#web/records/changes/change-groups.ts'
import { pathOfRecord } from '#web/records/changes/change-words.ts'
import { ChangedRecordName } from '#web/records/changes/ChangeValue.tsx'
import { FieldChange } from '#web/records/changes/FieldChange.tsx'
import { TimeList } from '#web/records/lists/TimeList.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { PersonName } from '#web/ui/values/PersonName.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'

interface ChangeListProps {
  search: Omit<NonNullable<Input<typeof endpoints.searchChanges>['body']>, 'cursor'>
  /** All changes are of one record, which need not be named. */
  isOfRecord?: boolean
  /** Only the first page. */
  isShort?: boolean
  emptyReason: string
}

/** Who changed what, the newest first; what was changed by one action stands together. */
export function ChangeList({ search, isOfRecord = false, isShort = false, emptyReason }: ChangeListProps) {
  return (
    <TimeList<ChangeGroup>
      queryKey={['change', endpoints.searchChanges.path, search]}
      load={async (position, signal) => {
        const body = { ...position, ...search }
        const { items, nextCursor } = await send(endpoints.searchChanges, { body }, signal)
        return { items: groupChanges(items), nextCursor }
      }}
      columns={isOfRecord ? ofRecord : ofAll}
      renderWhole={(group) => <WholeGroup group={group} isOfRecord={isOfRecord} />}
      isShort={isShort}
      emptyReason={emptyReason}
    />
  )
}

const ofAll = columnsOf({ isOfRecord: false })
const ofRecord = columnsOf({ isOfRecord: true })

function columnsOf({ isOfRecord }: { isOfRecord: boolean }): readonly FitColumn<ChangeGroup>[] {
  const onCell = () => ({ className: classes.cell })
  return [
    { key: 'at', title: 'When', minWidth: 190, onCell, render: (_, { first }) => <TimeText at={first.at} /> },
    {
      key: 'user',
      title: 'Who',
      minWidth: 170,
      onCell,
      render: (_, { first }) => <Changer record={first} />,
    },
    {
      key: 'changes',
      title: isOfRecord ? 'Change' : 'What was changed',
      minWidth: isOfRecord ? 400 : 620,
      onCell,
      render: (_, group) => <GroupParts group={group} isOfRecord={isOfRecord} />,
    },
  ]
}

interface GroupProps {
  group: ChangeGroup
  isOfRecord: boolean
}

/** Everything in one column. */
function WholeGroup({ group, isOfRecord }: GroupProps) {
  return (
    <Stack gap={4}>
      <div className={classes.type}>
        <TimeText at={group.first.at} /> · <Changer record={group.first} />
      </div>
      <GroupParts group={group} isOfRecord={isOfRecord} />
    </Stack>
  )
}

function Changer({ record: { userId, userName, fullName } }: { record: endpoints.ChangeRecord }) {
  const name = <PersonName userName={userName} fullName={fullName} />
  return userId === null ? name : <Link to={paths.manageRecord('users', userId)}>{name}</Link>
}

function GroupParts({ group: { parts }, isOfRecord }: GroupProps) {
  return (
    <Stack gap={8}>
      <Folded items={parts} limit={shownParts} what="records">
        {(part) => (
          <div key={part.records[0].id} className={isOfRecord ? undefined : classes.part}>
            {!isOfRecord && <Changed part={part} />}
            <Fields part={part} />
          </div>
        )}
      </Folded>
    </Stack>
  )
}

const shownParts = 5
const shownNames = 5
const shownFields = 12

function Changed({ part: { records } }: { part: ChangedRecords }) {
  const { tableType } = records[0]
  return (
    <Stack>
      <Folded items={records} limit={shownNames} what="records">
        {(record) => <RecordLink key={record.id} record={record} />}
      </Folded>
      <span className={classes.type}>{typeLabel(tableType)}</span>
    </Stack>
  )
}

function Fields({ part: { records, changes } }: { part: ChangedRecords }) {
  const [record] = records
  const { action, tableType: type, recordName, names } = record
  const isNew = action === 'create' && type !== 'setting'
  // Of a new record what it has, not what it has not.
  const shown = isNew ? changes.filter(({ to }) => !isEmpty(to)) : changes
  return (
    <Row gap={12} maxWidth={640}>
      <Text flex="none" minWidth={64}>
        {actionWord(record)}
      </Text>
      <Box as="ul" flex={1}>
        <Folded items={[...shown.entries()]} limit={shownFields} what="fields" as="li">
          {([place, change]) => (
            <FieldChange
              key={place}
              of={{ type, field: change.field, recordName, names }}
              change={change}
              isNew={isNew}
            />
          )}
        </Folded>
      </Box>
    </Row>
  )
}

interface FoldedProps<T> {
  items: readonly T[]
  limit: number
  /** Of the items, as in "5 more fields". */
  what: string
  /** What stands around the button, among the items. */
  as?: 'li' | 'div'
  children: (item: T) => ReactNode
}

/** The first of many, and all on request. */
function Folded<T>({ items, limit, what, as: Part = 'div', children }: FoldedProps<T>) {
  const [isWhole, setWhole] = useState(false)
  // One more takes no more room than the button.
  const isShort = isWhole || items.length <= limit + 1
  if (isShort) return items.map(children)
  return (
    <>
      {items.slice(0, limit).map(children)}
      <Part>
        <PlainButton look="link" onClick={() => setWhole(true)}>
          {formatCount(items.length - limit)} more {what}
        </PlainButton>
      </Part>
    </>
  )
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '' || value === false) return true
  return typeof value === 'object' && Object.keys(value ?? {}).length === 0
}

function RecordLink({ record: { tableType, recordId, recordName } }: { record: endpoints.ChangeRecord }) {
  const path = pathOfRecord(tableType, recordId)
  const name =
    recordName === '' ? 'Without a name' : <ChangedRecordName type={tableType} recordName={recordName} />
  return path === undefined ? <>{name}</> : <Link to={path}>{name}</Link>
}
