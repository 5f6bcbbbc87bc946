import type { QueryParams, QueryValue } from '#server/db/calls/call-store.ts'
import { checkParams, suffixPlaceholders, textLiteral } from '#server/db/calls/statement-text.ts'

/**
 * Values for a statement on one chDB session: run `set`, then `sql`, on that session.
 *
 * chDB 3.4's own bound calls cannot be used: `queryBindAsync` runs all bound queries of the process one after the other
 * (the engine mixes up the values of two at once), and `queryStreamBind` analyses on the main thread. `SET param_…` is
 * kept per session. The number of the session is part of each name, so that a value of another session could at most be
 * missing, never be used; all parameters of a statement are set anew, so that no older value can be used.
 */
export function bindToSession(
  sql: string,
  params: QueryParams = {},
  slot: number,
): { set?: string; sql: string } {
  checkParams(sql, params)
  const entries = Object.entries(params)
  if (entries.length === 0) return { sql }
  const suffix = `_${slot}`
  const assignments = entries.map(
    ([name, value]) => `param_${name}${suffix} = ${textLiteral(paramText(value))}`,
  )
  return { set: `SET ${assignments.join(', ')}`, sql: suffixPlaceholders(sql, suffix) }
}

/** The text ClickHouse reads a parameter from: TSV escapes at the top, SQL literals inside arrays. */
function paramText(value: QueryValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return value.replace(/[\\\t\n\r\0\b\f]/g, escapeControl)
  if (typeof value === 'object') return `[${value.map(elementText).join(',')}]`
  return scalarText(value)
}

function elementText(value: QueryValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'string') return `'${value.replace(/[\\'\t\n\r\0\b\f]/g, escapeControl)}'`
  if (typeof value === 'object') return `[${value.map(elementText).join(',')}]`
  return scalarText(value)
}

function scalarText(value: number | bigint | boolean): string {
  if (
    typeof value === 'number' &&
    (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
  ) {
    throw new TypeError('A number that is not exact: pass a bigint or a text')
  }
  return String(value)
}

const escapes = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\0', '\\0'],
  ['\b', '\\b'],
  ['\f', '\\f'],
])

function escapeControl(character: string): string {
  return escapes.get(character) ?? character
}
