import { callerFields } from '@callboard/contract/field-names'
import { parseFilter } from '@callboard/contract/filter-text'
import { paths, readSegment } from '#web/lib/urls/paths.ts'
import { toQueryString } from '#web/lib/urls/url-state.ts'

const namesOfCallers: ReadonlySet<string> = new Set(callerFields)

/**
 * The address of a page as the history may keep it: with its parameters but those that may name a caller. Undefined where
 * the page is of one caller, or a search for what may be a number.
 */
export function withoutCallers({
  pathname,
  search,
}: {
  pathname: string
  search: string
}): string | undefined {
  if (pathname === paths.caller) return undefined
  const searched = paths.searchResults('')
  if (pathname.startsWith(searched) && mayBeNumber(readSegment(pathname.slice(searched.length))))
    return undefined
  const kept = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(search))
    if (!mayNameCaller(name, value)) kept.set(name, [...(kept.get(name) ?? []), value])
  return pathname + toQueryString(Object.fromEntries(kept))
}

function mayNameCaller(name: string, value: string): boolean {
  if (name === 'keyword') return mayBeNumber(value)
  if (name !== 'filter') return namesOfCallers.has(name) || /\+\d{7}/.test(value)
  const filter = parseFilter(value)
  return filter === undefined || namesOfCallers.has(filter.field)
}

/** Four digits may be the end of one, however they are written. */
function mayBeNumber(text: string): boolean {
  return text.replaceAll(/\P{Nd}/gu, '').length > 3
}
