import type { ChangeRecord } from '@callboard/contract/change-tracking'
import { partWords } from '@callboard/contract/record-fields'
import { partText, type Said, type SaidPart } from '@callboard/contract/said-value'
import type { ReactNode } from 'react'
import classes from '#web/records/changes/ChangeList.module.css'
import { isLink, type PartChange, partChanges } from '#web/records/changes/change-words.ts'
import {
  type ChangedField,
  ChangedFieldName,
  ChangedValue,
  useSaid,
} from '#web/records/changes/ChangeValue.tsx'
import { QuietText, Text } from '#web/ui/layout.tsx'

interface FieldChangeProps {
  of: ChangedField
  change: ChangeRecord['changes'][number]
  isNew: boolean
}

/** What a field became, in a line or several. */
export function FieldChange({ of, change: { from, to }, isNew }: FieldChangeProps) {
  const name = <FieldName of={of} />
  const say = useSaid(of)
  const [before, after] = [say(from), say(to)]
  if (before !== undefined || after !== undefined)
    return <SaidChange of={of} from={before} to={after} isNew={isNew} />
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
      <Text as="del" tone="quiet">
        <ChangedValue of={of} value={from} />
      </Text>{' '}
      → <ChangedValue of={of} value={to} />
    </>
  )
}

interface SaidChangeProps {
  of: ChangedField
  from: Said | undefined
  to: Said | undefined
  isNew: boolean
}

/** Of what has parts, those that differ. */
function SaidChange({ of, from = noParts, to = noParts, isNew }: SaidChangeProps) {
  const [before, after] = [partsOf(from), partsOf(to)]
  return [...new Set([...before.keys(), ...after.keys()])].map((part) => (
    <PartChangeLines
      key={part}
      name={
        <>
          <FieldName of={of} />
          {part !== '' && `, ${part}`}
        </>
      }
      from={before.get(part)}
      to={after.get(part)}
      isNew={isNew}
    />
  ))
}

interface PartChangeLinesProps {
  name: ReactNode
  from: SaidPart | undefined
  to: SaidPart | undefined
  isNew: boolean
}

function PartChangeLines({ name, from = '', to = '', isNew }: PartChangeLinesProps) {
  const [before, after] = [partText(from), partText(to)]
  if (before === after) return null
  const isLists = typeof from !== 'string' && typeof to !== 'string'
  const added = isLists ? to.filter((one) => !from.includes(one)) : []
  const removed = isLists ? from.filter((one) => !to.includes(one)) : []
  // Of a list that was put in another order, the whole.
  if (added.length + removed.length > 0) {
    return (
      <>
        {added.length > 0 && (
          <li className={classes.field}>
            {name} added: {added.join(', ')}
          </li>
        )}
        {removed.length > 0 && (
          <li className={classes.field}>
            {name} removed: {removed.join(', ')}
          </li>
        )}
      </>
    )
  }
  return (
    <li className={classes.field}>
      {name}:{' '}
      {isNew ? (
        after
      ) : (
        <>
          <Text as="del" tone="quiet">
            {before || 'nothing'}
          </Text>{' '}
          → {after || 'nothing'}
        </>
      )}
    </li>
  )
}

const noParts: Said = new Map()

/** What is one thing is a part without a name. */
function partsOf(said: Said): ReadonlyMap<string, SaidPart> {
  return typeof said === 'string' ? new Map([['', said]]) : said
}

interface ListChangeProps {
  of: ChangedField
  from: readonly unknown[]
  to: readonly unknown[]
}

/** For a list, what was added, removed and changed: nobody would read the whole of it before and after. */
function ListChange({ of, from, to }: ListChangeProps) {
  const name = <FieldName of={of} />
  const parts = partChanges(from, to, of.names)
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
