import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { type Filter, spokenCallsLimit } from '@callboard/contract/calls'
import { describeEarlier } from '@callboard/contract/comparison-words'
import { describeFilter, describeFilterShort } from '@callboard/contract/filter-words'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { formatDateTime, formatInstantSpan } from '@callboard/contract/format-time'
import type { Span } from '@callboard/contract/period'
import { recalculatingNote } from '@callboard/contract/recalculating-note'
import { type CellNames, customerTexts, findEntityType, findNames } from '../../summary/cell-names.ts'
import { isoInstant } from '../../plan/period.ts'
import type { Comparison } from '../../plan/plan.ts'
import type { CustomerFields } from '../../sql/fields.ts'
import type { SpokenCalls } from '../../sql/spoken-words.ts'

/** What a file for people says of itself, besides what its plan says. */
export interface FileAbout {
  /** ISO instant; relative periods are those of this moment. */
  askedAt: string
  /** Names of the entity groups that were asked for. */
  groups: readonly string[]
}

interface Selection {
  span: Pick<Span, 'from' | 'to'>
  filters: readonly Filter[]
  customerFields?: CustomerFields | undefined
  keyword?: string | undefined
  comparison?: Comparison | undefined
  spoken?: SpokenCalls | undefined
  isRecalculating?: boolean
}

/** The fields of the conditions of a file, whose values stand in its name, and in what it says it is of. */
export function namedFields({ filters }: Pick<Selection, 'filters'>): string[] {
  return filters.map(({ field }) => field)
}

/** The conditions of a file in as few words as possible, those by which people tell files apart first. */
export function shortConditions(
  { span, filters, customerFields, keyword }: Selection,
  { groups, names }: Pick<NamedAbout, 'groups' | 'names'>,
): string[] {
  const timeZone = span.from.timeZoneId
  const isPlace = ({ field }: Filter) => field === 'customer' || findEntityType(field) !== undefined
  const ordered = [...filters.filter(isPlace), ...filters.filter((filter) => !isPlace(filter))]
  const texts = ordered.flatMap((filter) => {
    const words = { labels: labelsOf(filter.field, names), timeZone, attributes: customerFields }
    return describeFilterShort(filter, words)
  })
  return [...texts, ...groups, ...(keyword === undefined ? [] : [keyword])]
}

/** The period, what is compared, the conditions and the time of a file, a line each. */
export function describeFile(selection: Selection, about: NamedAbout): string[] {
  const { period, timeZone, compared, conditions, notes, rows } = describeParts(selection, about)
  return [
    `${period} · ${formatTimeZone(timeZone)}`,
    ...(compared === undefined ? [] : [`Compared with ${compared}`]),
    ...(conditions === undefined ? [] : [`Only where ${conditions}`]),
    ...notes,
    rows,
  ]
}

type NamedAbout = FileAbout & {
  names: CellNames
  rowCount: number
  /** If the limit of the report leaves some out: all that there are. */
  allRowCount?: number | undefined
}

/** What rows are of, in words. */
export interface AboutParts {
  period: string
  timeZone: string
  compared: string | undefined
  conditions: string | undefined
  /** That words were said in more calls than are looked at, or that calls are worked out anew: sentences. */
  notes: string[]
  /** How many there are, and as of when. */
  rows: string
}

export function describeParts(
  { span, filters, customerFields, keyword, comparison, spoken, isRecalculating }: Selection,
  { askedAt, groups, names, rowCount, allRowCount }: NamedAbout,
): AboutParts {
  const timeZone = span.from.timeZoneId
  const asOf = formatDateTime(askedAt, timeZone)
  const conditions = [
    ...filters.map((filter) =>
      describeFilter(filter, { labels: labelsOf(filter.field, names), timeZone, attributes: customerFields }),
    ),
    ...(groups.length === 0 ? [] : [`Entity group is ${groups.join(' or ')}`]),
    ...(keyword === undefined ? [] : [`any field contains “${keyword}”`]),
  ]
  return {
    period: formatInstantSpan(isoInstant(span.from), isoInstant(span.to), timeZone),
    timeZone,
    compared: comparison && comparisonText(span, comparison),
    conditions: conditions.length === 0 ? undefined : conditions.join(' and '),
    notes: [
      ...(spoken?.isCut === true ? [wordsCutNote] : []),
      ...(isRecalculating === true ? [recalculatingNote] : []),
    ],
    rows:
      allRowCount === undefined
        ? `${formatCounted(rowCount, 'row')} as of ${asOf}`
        : `The first ${formatCount(rowCount)} of ${formatCounted(allRowCount, 'row')} as of ${asOf}; the total is of all`,
  }
}

const wordsCutNote = `More calls contain these words. These are among the newest ${formatCount(spokenCallsLimit)}.`

function comparisonText(span: Selection['span'], { span: earlier, matchWeekdays }: Comparison): string {
  const timeZone = span.from.timeZoneId
  const compared = { current: instantsOf(span), earlier: { ...instantsOf(earlier), matchWeekdays }, timeZone }
  return describeEarlier(compared)
}

function instantsOf({ from, to }: Selection['span']) {
  return { from: isoInstant(from), to: isoInstant(to) }
}

/** The names of the values of a field; none for one whose values have none. */
export function labelsOf(field: string, names: CellNames): ReadonlyMap<string, string> {
  if (field === 'customer') return customerTexts(names, ({ name }) => name)
  return findNames(field, names) ?? new Map<string, string>()
}
