import { isDeepStrictEqual } from 'node:util'
import type { ErrorItem } from '@callboard/contract/errors'
import { subjectOf } from '../lib/zod-errors.ts'

/** A record in the form of JSON. */
export type ReadRecord = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is ReadRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * What a record that is sent back changes. Clients send it as they read it: with fields that the portal alone sets, and
 * with others in the form in which they are read. A field that is as in one of the readings is left out, which leaves it
 * as it is. What the body has to have, such as an id, stays, and the revision. Of an earlier revision what only the
 * portal sets is left out as well: that it differs is the conflict that whoever changes the record reports.
 */
export function changesOf(
  body: ReadRecord,
  readings: readonly ReadRecord[],
  { required, refused }: { required: ReadonlySet<string>; refused: ReadonlySet<string> },
): ReadRecord {
  const isStale = 'revision' in body && readings.every(({ revision }) => revision !== body['revision'])
  const isChange = (name: string, value: unknown) => {
    const known = readings.filter((record) => name in record)
    if (required.has(name) || (name === 'revision' && !refused.has(name))) return true
    if (isStale && known.length > 0 && refused.has(name)) return false
    return !known.some((record) => isDeepStrictEqual(record[name], value))
  }
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => isChange(name, value)))
}

/** A field that the record has and a body does not take is one that only the portal sets. */
export function explainReadOnly(item: ErrorItem, readings: readonly ReadRecord[]): ErrorItem {
  const { code, field } = item
  if (code !== 'unknownField' || field === undefined) return item
  if (!readings.some((record) => field in record)) return item
  return {
    code: 'invalid',
    description: `${subjectOf([field])} is set by the portal and cannot be changed. Leave it out or send its current value.`,
    field,
  }
}
