import { fields } from '@callboard/contract/call-fields'
import type { CallInput } from '@callboard/contract/calls'
import type { FieldKind, FieldTable } from '@callboard/contract/field-declaration'
import type { AttributeColumn } from '../../../db/tables/attribute-columns.ts'
import { buildCallColumns, type CallColumnName } from '../../../report-engine/summary/call-columns.ts'
import { storedInstant } from './stored-instant.ts'

/** What is found out here and not stored as it was sent. What is undefined is left out of the row. */
export type FoundColumns = Readonly<
  Partial<
    Record<CallColumnName | AttributeColumn | 'content_hash', string | number | readonly string[] | undefined>
  >
>

/** How a sent value of a kind is stored where that is not as it was sent. */
const stored: Partial<Record<FieldKind, (value: unknown) => unknown>> = {
  instant: (value) => (typeof value === 'string' ? storedInstant(Date.parse(value)) : value),
  // Lists of objects are kept as JSON.
  list: (value) => (Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : undefined),
}

/**
 * Writes a call as the columns of its row: what is found out here, and all else as it was sent. One line of
 * JSONEachRow without its braces; a column that is left out has its default, "no value".
 */
export function buildRowText(
  table: FieldTable,
): (input: Readonly<Record<string, unknown>>, found: FoundColumns) => string {
  const sent = buildCallColumns(table)
    // The revision is known when the batch is written.
    .filter(({ name, field }) => name !== 'revision' && field.sent !== undefined && !field.sent.isIgnored)
    .map(({ name, column, field }) => ({ name, column, start: `,"${column}":`, write: stored[field.kind] }))
  // The same columns are found out for every call.
  let asSent: typeof sent | undefined
  return (input, found) => {
    asSent ??= sent.filter(({ column }) => !Object.hasOwn(found, column))
    // Put together as text: one object of all columns would be too large for the engine's fast objects. Joined, as a text
    // that was appended to keeps all of its pieces, many times as large, for as long as it waits.
    const pieces = [JSON.stringify(found).slice(1, -1)]
    for (const { name, start, write } of asSent) {
      const value = write === undefined ? input[name] : write(input[name])
      if (value !== undefined && value !== null && value !== '') pieces.push(start, JSON.stringify(value))
    }
    return pieces.join('')
  }
}

export const rowText: (input: CallInput, found: FoundColumns) => string = buildRowText(fields)
