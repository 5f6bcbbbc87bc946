import type { Bindings } from './bindings.ts'

const numberColumns = ['caller_number', 'tracking_number', 'target_number']
const textColumns = ['caller_name', 'external_call_id', 'source', 'campaign', 'location', 'agent']

/** Calls in which a word stands: in a number (by its digits), a name, an id, where it came from or who took it. */
export function keywordSql(keyword: string, bindings: Bindings): string {
  const wanted = bindings.bind(keyword.toLowerCase(), 'String')
  const found = textColumns.map((column) => `position(lowerUTF8(${column}), ${wanted}) > 0`)
  found.push(`arrayExists(tag -> position(lowerUTF8(tag), ${wanted}) > 0, tags)`)
  const digits = keyword.replaceAll(/[\s().+-]/g, '')
  if (/^\d{3,}$/.test(digits)) {
    const number = bindings.bind(digits, 'String')
    found.push(...numberColumns.map((column) => `position(${column}, ${number}) > 0`))
  }
  return `(${found.join(' OR ')})`
}
