import { fields } from '@callboard/contract/call-fields'
import type { PartialCall } from '@callboard/contract/calls'
import { namesFor } from '@callboard/contract/field-declaration'
import { createContext, type ReactNode } from 'react'
import { renderField } from '#web/features/calls/filters/field-text.tsx'
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
    render: (call, timeZone) =>
      isInContact(call, keyword) ? 'Contact' : (renderFound(call, { keyword, timeZone }) ?? <NoValue />),
  }
}

/** `Tracking number: (312) 555-0100`; undefined where that is in nothing that is searched, or in what is shown already. */
export function renderFound(
  call: PartialCall,
  { keyword, timeZone, shown = [] }: { keyword: string; timeZone: string; shown?: readonly Searched[] },
): ReactNode | undefined {
  if (isInContact(call, keyword)) return undefined
  const name = searched.find((one) => isFound(call[one], keyword))
  if (name === undefined || shown.includes(name)) return undefined
  return (
    <>
      {fields[name].label}: {renderField(name, fields[name], { call, timeZone })}
    </>
  )
}

function isInContact({ contactNumber, callerName }: PartialCall, keyword: string): boolean {
  return isFound(contactNumber, keyword) || isFound(callerName, keyword)
}

function isFound(value: PartialCall[Searched], keyword: string): boolean {
  if (value === undefined || value === null) return false
  const texts = Array.isArray(value) ? value : [value]
  return texts.some((text) => patternOf(keyword).test(text))
}
