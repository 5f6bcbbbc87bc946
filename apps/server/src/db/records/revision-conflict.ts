import { isDeepStrictEqual } from 'node:util'
import type { ErrorItem } from '@callboard/contract/errors'
import { fieldWords } from '@callboard/contract/record-fields'
import type { RecordType } from '@callboard/contract/record-types'
import { sql } from 'kysely'
import { AppError, notFound } from '../../lib/app-error.ts'
import { fieldOfColumn } from '../tables/column-names.ts'
import { recordTables } from '../tables/record-tables.ts'
import type { Transaction } from '../tables/schema.ts'
import { currentFullName } from './full-name.ts'

/**
 * Why an update changed nothing: `notFound` when the record is gone, else `revisionConflict` with an item for each field
 * that is another one than at the given revision, by whom and to what, the last change first. Whoever changes something
 * in the transaction is told of their own changes as such.
 */
export async function revisionConflict(
  transaction: Transaction,
  type: RecordType,
  { id, revision = 0 }: { id: string; revision: number | undefined },
): Promise<AppError> {
  const { table } = recordTables[type]
  const { rows } = await sql`SELECT 1 FROM ${sql.table(table)} WHERE id = ${id}`.execute(transaction)
  if (rows.length === 0) return notFound()
  const since = await transaction
    .selectFrom('change_record')
    .where('table_type', '=', type)
    .where('record_id', '=', id)
    .where('revision', '>', revision)
    .select(['changes', isOwn.as('isOwn')])
    .select(currentFullName({ id: 'change_record.user_id', recorded: 'user_name' }).as('person'))
    .orderBy('sequence', 'desc')
    .limit(maxRead)
    .execute()
  const made = since.flatMap(({ person, isOwn: own, changes }) =>
    changes.map((one) => ({ ...one, person, isOwn: own === true })),
  )
  const items = [...Map.groupBy(made, ({ field }) => field).values()]
    .flatMap(asOne)
    .slice(0, maxShown)
    .map((one) => conflictItem(type, one))
  const isAllOwn = made.length > 0 && made.every((one) => one.isOwn)
  return new AppError('revisionConflict', isAllOwn ? ownText : 'Someone else changed this in the meantime.', {
    field: 'revision',
    ...(items.length > 0 && { items }),
  })
}

const ownText = 'You changed this in another tab or window.'

const isOwn = sql<
  boolean | null
>`user_id::text = nullif(current_setting('callboard.actor', true), '')::json ->> 'userId'`

interface MadeChange {
  field: string
  from: unknown
  to: unknown
  person: string
  isOwn: boolean
}

/**
 * The changes of one field, the last first, as one from what it was to what it is; none where that is the same. Of what was
 * added to a list and taken out of it each.
 */
function asOne(changes: readonly MadeChange[]): readonly MadeChange[] {
  const [last, first] = [changes[0], changes.at(-1)]
  if (last === undefined || first === undefined) return []
  const isOneLine = changes.every((one, place) => {
    const before = changes[place + 1]
    return before === undefined || isSameValue(before.to, one.from)
  })
  if (!isOneLine) return changes
  return isSameValue(first.from, last.to) ? [] : [{ ...last, from: first.from }]
}

/** A part that is absent is the same as one that says nothing: defaults are stored, or not. */
function isSameValue(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(withoutEmpty(one), withoutEmpty(other))
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [name, withoutEmpty(part)] as const)
  return Object.fromEntries(parts.filter(([, part]) => !isEmpty(part)))
}

function isEmpty(part: unknown): boolean {
  if (part === null || part === false || part === '') return true
  return Array.isArray(part) && part.length === 0
}

function conflictItem(
  type: RecordType,
  { field: column, from, to, person, isOwn: own }: MadeChange,
): ErrorItem {
  const field = fieldOfColumn(column)
  // Lists and parts of a record say nothing to people as they are stored.
  const values = isSayable(from) && isSayable(to) ? ` from ${shown(from)} to ${shown(to)}` : ''
  const what = `changed ${fieldWords(type, field)}${values}`
  const description = own ? `You ${what} in another tab or window.` : `${person} ${what} in the meantime.`
  return { code: 'revisionConflict', description, field }
}

function isSayable(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}

const maxRead = 200
const maxShown = 20
const maxShownLength = 80

function shown(value: unknown): string {
  if (value === null) return 'nothing'
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
}
