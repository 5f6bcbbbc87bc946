import type { QuarantinedRecord } from '@callboard/contract/quarantine'

/** A field of a row, as it was sent, and what is wrong with it. */
export interface RowField {
  name: string
  /** As JSON; undefined where the row lacks it. */
  value: string | undefined
  error: string | undefined
}

/** The fields of a row that is an object: those in error first, also the ones that are missing. Undefined for any other row. */
export function fieldsOf({ raw, errors }: Pick<QuarantinedRecord, 'raw' | 'errors'>): RowField[] | undefined {
  const row = readRow(raw)
  if (row === undefined) return undefined
  const wrong = new Map<string, string>()
  for (const { field, description } of errors) {
    if (field === null) continue
    // Of what is inside a field, as `tags.3`, the field is told.
    const name = Object.hasOwn(row, field) ? field : (field.split('.')[0] ?? field)
    // Its name stands beside it.
    const words = description.startsWith(`${name} `) ? description.slice(name.length + 1) : description
    wrong.set(name, [wrong.get(name), words].filter(Boolean).join(' '))
  }
  const names = new Set([...wrong.keys(), ...Object.keys(row)])
  return [...names].map((name) => ({
    name,
    value: Object.hasOwn(row, name) ? JSON.stringify(row[name]) : undefined,
    error: wrong.get(name),
  }))
}

/** A row that is JSON with a line for each field; any other as it is. */
export function spreadOut(raw: string): string {
  const row = readRow(raw)
  return row === undefined ? raw : JSON.stringify(row, undefined, 2)
}

function readRow(raw: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(raw)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
