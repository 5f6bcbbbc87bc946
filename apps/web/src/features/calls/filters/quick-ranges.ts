import type { Filter } from '@callboard/contract/calls'
import { measures } from '@callboard/contract/measures'

/** Sets of filters that are one click away. Those on an outcome replace each other. */
export const quickRanges: readonly QuickRange[] = [
  { key: 'answered', ...measures.answered },
  { key: 'missed', ...measures.missed },
  { key: 'notReturned', ...measures.missedNotReturned, label: 'Not returned' },
  { key: 'voicemail', ...measures.voicemail },
  {
    key: 'inProgress',
    label: measures.inProgress.label,
    // Both ways, unlike the measure: it is about who talks now.
    filters: [{ field: 'status', op: 'eq', values: ['in-progress'] }],
  },
  {
    key: 'canBeHeard',
    label: 'With recording',
    filters: [{ field: 'canBeHeard', op: 'eq', values: [true] }],
  },
  { key: 'firstTime', ...measures.firstTimeCallers },
]

export interface QuickRange {
  key: string
  label: string
  filters: readonly Filter[]
}

const outcomeFields: ReadonlySet<string> = new Set(['direction', 'status', 'missedNotReturned'])

export function isChosen(filters: readonly Filter[], range: QuickRange): boolean {
  return range.filters.every((wanted) => filters.some((filter) => isSameFilter(filter, wanted)))
}

/** The filters after a click on a quick range: without it if it was chosen, otherwise with it as the only one of its kind. */
export function toggleRange(filters: readonly Filter[], range: QuickRange): Filter[] {
  const isOutcome = range.filters.some(({ field }) => outcomeFields.has(field))
  const others = filters.filter(({ field }) =>
    isOutcome ? !outcomeFields.has(field) : !range.filters.some((own) => own.field === field),
  )
  return isChosen(filters, range) ? others : [...others, ...range.filters]
}

/** Whether one of the quick ranges that are chosen says a filter. */
export function isSaidByRange(filters: readonly Filter[], filter: Filter): boolean {
  return quickRanges.some(
    (range) => isChosen(filters, range) && range.filters.some((own) => isSameFilter(own, filter)),
  )
}

function isSameFilter(one: Filter, other: Filter): boolean {
  return one.field === other.field && one.op === other.op && isSameSet(one.values, other.values)
}

function isSameSet(one: Filter['values'], other: Filter['values']): boolean {
  return one.length === other.length && one.every((value) => other.includes(value))
}
