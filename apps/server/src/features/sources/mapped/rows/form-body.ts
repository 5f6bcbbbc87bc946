import { parseJson } from '../../../../lib/json.ts'
import { isRow } from './json-rows.ts'

/** The fields of a form; where one of them is JSON, what is in it. */
export function formObject(text: string): Record<string, unknown> {
  const entries = [...new URLSearchParams(text.trim())].map(([name, value]): [string, unknown] => [
    name,
    parsed(value),
  ])
  const [only] = entries
  return entries.length === 1 && isRow(only?.[1]) ? { ...only[1] } : Object.fromEntries(entries)
}

function parsed(value: string): unknown {
  if (!value.startsWith('{')) return value
  try {
    return parseJson(value)
  } catch {
    return value
  }
}
