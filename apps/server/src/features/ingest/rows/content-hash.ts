import { hash } from 'node:crypto'
import { fields } from '@callboard/contract/call-fields'
import type { FieldKind, FieldTable } from '@callboard/contract/field-declaration'
import { plainDecimal } from '../../../lib/decimal.ts'

/** How the values of a kind are written in one way. */
const canonical: Partial<Record<FieldKind, (value: unknown) => unknown>> = {
  instant: (value) => (typeof value === 'string' ? Date.parse(value) : value),
  amount: (value) => (typeof value === 'string' ? plainDecimal(value) : value),
}

/** The hash of the content of a call: of all that its source sends but what names the call and its version, and what is ignored. */
export function buildContentHash(table: FieldTable): (input: Readonly<Record<string, unknown>>) => string {
  const hashed = Object.entries(table)
    .filter(([, { sent }]) => sent !== undefined && sent.isIdentity !== true && sent.isIgnored !== true)
    .map(([name, { kind }]) => ({ name, canonical: canonical[kind] }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return (input) => {
    const content: unknown[] = []
    for (const { name, canonical: write } of hashed) {
      const value = input[name]
      if (value === undefined || value === null || value === '') continue
      if (Array.isArray(value) && value.length === 0) continue
      content.push(name, write === undefined ? value : write(value))
    }
    content.push(...contentOfAttributes(input['attributes']))
    return hash('sha256', JSON.stringify(content), 'buffer').readBigUInt64BE(0).toString()
  }
}

/** Those of a customer's own, in the order of their keys, as they are stored. */
function contentOfAttributes(attributes: unknown): unknown[] {
  const values = Object.entries(attributes ?? {})
  return values.length === 0 ? [] : ['attributes', values]
}

/**
 * 64 bits of SHA-256, as the decimal text of an unsigned integer. An absent, an empty and a null field are the same, as
 * are two spellings of one instant or amount. Numbers count as they were sent: how they are read may change with the
 * library, and a call sent again must still be the same.
 */
export const contentHash = buildContentHash(fields)
