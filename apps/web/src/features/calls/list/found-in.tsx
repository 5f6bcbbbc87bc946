import { fields } from '@callboard/contract/call-fields'
import type { PartialCall } from '@callboard/contract/calls'
import { namesFor } from '@callboard/contract/field-declaration'
import { createContext, type ReactNode } from 'react'
import { type CallInZone, renderField } from '#web/features/calls/filters/field-text.tsx'
import type { CallColumn } from '#web/features/calls/list/columns.tsx'
import { patternOf } from '#web/ui/tables/found-text.ts'
import { NoValue } from '#web/ui/values/NoValue.tsx'

/** The keyword by which the calls of a list are found. */
export const KeywordContext = createContext<string | undefined>(undefined)

type Searched = (typeof searched)[number]

/** What the search by keyword looks into, but for what every row shows. */
const searched = namesFor(fields, 'search').filter((name) => name !== 'callerNumber' && name !== 'callerName')

/** The columns of a list, with one for where a keyword was found, which may be in what no other column shows. */
export function withFoundIn(
  columns: readonly CallColumn[],
  keyword: string | undefined,
): readonly CallColumn[] {
  if (keyword === undefined) return columns
  const afterContact = columns.findIndex(({ key }) => key === 'caller') + 1
  return columns.toSpliced(afterContact, 0, foundInColumn(keyword))
}

function foundInColumn(keyword: string): CallColumn {
  return {
    key: 'foundIn',
    title: 'Found in',
    fields: searched,
    minWidth: 250,
    grow: 2,
    // After whom the call was with.
    priority: 2,
    render: (call, timeZone) => {
      const found = findIn(call, keyword)
      if (found === undefined) return <NoValue />
      return found === 'contact' ? 'Contact' : renderNamed(found, { call, timeZone })
    },
  }
}

/** `Tracking number: (312) 555-0100`; undefined where that is in nothing that is searched, or in what is shown already. */
export function renderFound(
  call: PartialCall,
  { keyword, timeZone, shown = [] }: { keyword: string; timeZone: string; shown?: readonly Searched[] },
): ReactNode | undefined {
  const found = findIn(call, keyword)
  if (found === undefined || found === 'contact' || shown.includes(found)) return undefined
  return renderNamed(found, { call, timeZone })
}

function renderNamed(name: Searched, of: CallInZone): ReactNode {
  return (
    <>
      {fields[name].label}: {renderField(name, fields[name], of)}
    </>
  )
}

/** In what of a call a keyword stands: in whom it was with before anything else, as every row shows that. */
function findIn(call: PartialCall, keyword: string): Searched | 'contact' | undefined {
  const pattern = patternOf(keyword)
  if (isFound(call.contactNumber, pattern) || isFound(call.callerName, pattern)) return 'contact'
  return searched.find((name) => isFound(call[name], pattern))
}

function isFound(value: PartialCall[Searched], pattern: RegExp): boolean {
  if (value === undefined || value === null) return false
  const texts = Array.isArray(value) ? value : [value]
  return texts.some((text) => text.search(pattern) !== -1)
}
