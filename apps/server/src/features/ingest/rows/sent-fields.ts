import { placeFields } from '@callboard/contract/place-fields'
import { z } from 'zod'
import { callColumns } from '../../../report-engine/summary/call-columns.ts'
import type { FoundColumns } from './row-text.ts'
import { storedInstant } from './stored-instant.ts'

/** What a source has sent of a call, by the names of the fields, without what names the call and without what it left empty. */
export type SentFields = Readonly<Record<string, unknown>>

const content = [...callColumns.values()].filter(
  ({ field: { sent } }) => sent !== undefined && sent.isIdentity !== true && sent.isIgnored !== true,
)

/** The columns that tell what a source has sent. */
export const sentColumns: readonly string[] = [...content.map(({ column }) => column), 'geo_source', 'sent']

let found: typeof content | undefined

/**
 * Where the columns of a call are not what its source sent, as JSON: by the field what was sent, or null where nothing was.
 * All else is in the columns, so that what was sent need not be kept twice.
 */
export function sentDifferences(input: SentFields, columns: FoundColumns): string {
  // The same columns are found out for every call.
  found ??= content.filter(({ column }) => Object.hasOwn(columns, column))
  const stored: Readonly<Record<string, unknown>> = columns
  let differences: Record<string, unknown> | undefined
  for (const { name, column, field } of found) {
    const sent = valueOf(input[name])
    const known = stored[column]
    if (sent === known) continue
    if (field.kind === 'instant' && typeof sent === 'string' && storedInstant(Date.parse(sent)) === known)
      continue
    differences ??= {}
    differences[name] = sent ?? null
  }
  // Which column is whose is not said by the call.
  const attributes = attributesOf(input)
  if (attributes !== undefined) differences = { ...differences, attributes }
  return differences === undefined ? '{}' : JSON.stringify(differences)
}

const Differences = z.record(z.string(), z.unknown())

function valueOf(value: unknown): unknown {
  return value === null || value === '' ? undefined : value
}

/** What a call says, without what names it and its version. */
export function contentOf(input: SentFields): SentFields {
  const fields: SentFields = Object.fromEntries(
    content.flatMap(({ name }) => (isNothing(input[name]) ? [] : [[name, input[name]]])),
  )
  const attributes = attributesOf(input)
  return attributes === undefined ? fields : { ...fields, attributes }
}

/** Values of the customer's own attributes by their keys; undefined where there are none. */
export function attributesOf({ attributes }: SentFields): object | undefined {
  const isGiven = typeof attributes === 'object' && attributes !== null && Object.keys(attributes).length > 0
  return isGiven ? attributes : undefined
}

/**
 * What was sent, read from the columns of a call as JSON has them: of a row of the table or of a line of the journal.
 * `beforeEdits` is what the source sent in the fields that people have edited since.
 */
export function sentFieldsOf(
  row: Readonly<Record<string, unknown>>,
  beforeEdits: SentFields = {},
): SentFields {
  const fields = new Map<string, unknown>()
  const set = (name: string, value: unknown) => {
    if (isNothing(value)) fields.delete(name)
    else fields.set(name, value)
  }
  for (const { name, column, value } of content)
    // A column of yes and no says no where nothing was sent.
    if (!isNothing(row[column]) && row[column] !== false) set(name, value.parse(row[column]))
  for (const [name, value] of Object.entries(beforeEdits)) set(name, value)
  const differences = row['sent']
  if (typeof differences === 'string' && differences !== '') {
    for (const [name, value] of Object.entries(Differences.parse(JSON.parse(differences)))) set(name, value)
  } else leaveOutFound(fields, row)
  return Object.fromEntries(fields)
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * Of a call from before what was sent was kept, which of its columns were sent is not known: all count as sent but what
 * comes from its numbers.
 */
function leaveOutFound(fields: Map<string, unknown>, row: Readonly<Record<string, unknown>>): void {
  if (fields.get('number') === fields.get('trackingNumber')) fields.delete('number')
  if (row['geo_source'] !== 'source') for (const name of Object.keys(placeFields)) fields.delete(name)
}
