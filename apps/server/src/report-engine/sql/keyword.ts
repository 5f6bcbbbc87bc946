import { fields } from '@callboard/contract/call-fields'
import { namesFor } from '@callboard/contract/field-declaration'
import type { Bindings } from './bindings.ts'
import { constantColumn } from './constant-sql.ts'

const searched = namesFor(fields, 'search').map((name) => ({
  kind: fields[name].kind,
  column: constantColumn(name),
}))

/** Calls that contain a keyword in a number (by its digits), a name, an id, where the call came from or who took it. */
export function keywordSql(keyword: string, bindings: Bindings): string {
  const wanted = bindings.bind(keyword.toLowerCase(), 'String')
  const digits = keyword.replaceAll(/[\s().+-]/g, '')
  const number = /^\d{3,}$/.test(digits) ? bindings.bind(digits, 'String') : undefined
  const found = searched.flatMap(({ kind, column }) => {
    if (kind === 'phone') return number === undefined ? [] : `position(${column}, ${number}) > 0`
    if (kind === 'tags') return `arrayExists(tag -> position(lowerUTF8(tag), ${wanted}) > 0, ${column})`
    return `position(lowerUTF8(${column}), ${wanted}) > 0`
  })
  return `(${found.join(' OR ')})`
}
