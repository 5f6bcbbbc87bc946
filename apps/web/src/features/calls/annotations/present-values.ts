import type { AnnotationField, CallValues } from '@callboard/contract/annotations'
import { fields as labels } from '@callboard/contract/call-fields'
import { formatCount, formatCounted, formatMoney } from '@callboard/contract/format'
import { compareTexts } from '@callboard/contract/format-names'

/** The fields of which an edit sets one value for all calls. */
type SingleField = 'leadStatus' | 'score' | 'value' | 'note'

/** A value that some of the calls have. */
interface Shared {
  text: string
  count: number
}

/** As many values are named, the most frequent first. */
const namedValues = 2

/** What the calls say of a field now: `All 3: Open`, `Mixed: Open on 2, none on 1`. */
export function presentText(field: SingleField, calls: readonly CallValues[]): string {
  const shared = sharedValues(field, calls)
  const set = calls.filter((call) => call[field] !== null)
  const [only, ...others] = shared
  if (others.length === 0 && (set.length === calls.length || only === undefined))
    return `${startOf(calls)} ${only?.text ?? 'none'}`
  const none = calls.length - set.length
  const rest = none > 0 ? [`none on ${formatCount(none)}`] : []
  if (field === 'note' && none === 0) return `All ${formatCount(calls.length)} have a note`
  return `Mixed: ${[...partsOf(field, set), ...rest].join(', ')}`
}

/** Which values what was entered takes the place of, and on how many calls. */
export function replacedText(
  field: SingleField,
  calls: readonly CallValues[],
  entered: string | number,
): string {
  const set = calls.filter((call) => call[field] !== null)
  const replaced = set.filter((call) => !isSame(field, call[field], entered))
  if (replaced.length === 0) {
    if (set.length < calls.length) return 'Replaces nothing'
    return calls.length === 1 ? 'Already set' : `Already set on all ${formatCount(calls.length)}`
  }
  const [only, ...others] = sharedValues(field, replaced)
  const where = calls.length === 1 ? '' : ` on ${formatCounted(replaced.length, 'call')}`
  if (field === 'note') return `Replaces the note${where}`
  const range = rangeOf(field, replaced) ?? (others.length === 0 ? only?.text : undefined)
  if (range !== undefined) return `Replaces ${range}${where}`
  return `Replaces ${partsOf(field, replaced).join(', ')}`
}

/** `Now: vip on 3, new patient on 2, 4 more tags, none on 1` */
export function presentTagsText(calls: readonly CallValues[]): string {
  const tags = countedTexts(calls.flatMap((call) => [...new Set(call.tags)]))
  if (tags.length === 0) return `${startOf(calls)} none`
  if (calls.length === 1) return `Now: ${tags.map(({ text }) => text).join(', ')}`
  const none = calls.filter((call) => call.tags.length === 0).length
  const named = tags
    .slice(0, namedTags)
    .map(({ text, count }) => `${text} on ${count === calls.length ? 'all ' : ''}${formatCount(count)}`)
  const more = tags.length - named.length
  return `Now: ${[
    ...named,
    ...(more > 0 ? [formatCounted(more, 'more tag')] : []),
    ...(none > 0 ? [`none on ${formatCount(none)}`] : []),
  ].join(', ')}`
}

const namedTags = 4

/** `Clears lead status on 2 calls, note on 1 call` */
export function clearedText(fields: readonly AnnotationField[], calls: readonly CallValues[]): string {
  const parts = fields.flatMap((field) => {
    const count = calls.filter((call) => (call[field] ?? '').toString() !== '').length
    const name = labels[field].label.toLowerCase()
    return count === 0 ? [] : [calls.length === 1 ? name : `${name} on ${formatCounted(count, 'call')}`]
  })
  return parts.length === 0 ? 'Clears nothing' : `Clears ${parts.join(', ')}`
}

/** On how many of the calls an edit changes the tags. */
export function changedTagsText(
  edit: 'add' | 'remove',
  calls: readonly CallValues[],
  entered: readonly string[],
): string {
  const tags = entered.map((tag) => tag.trim())
  const changed = calls.filter(({ tags: now }) =>
    tags.some((tag) => now.includes(tag) === (edit === 'remove')),
  )
  const one = tags.length === 1
  if (changed.length === 0) {
    if (edit === 'remove')
      return calls.length === 1 ? 'The call does not have it' : 'None of the calls has it'
    const has = one ? 'it' : 'them'
    return calls.length === 1 ? `Already has ${has}` : `All ${formatCount(calls.length)} already have ${has}`
  }
  const where = calls.length === 1 ? '' : ` ${edit === 'add' ? 'to' : 'from'} ${shareOf(changed, calls)}`
  return `${edit === 'add' ? 'Added' : 'Removed'}${where}; other tags stay`
}

function shareOf(some: readonly unknown[], all: readonly unknown[]): string {
  const count = formatCount(all.length)
  return some.length === all.length ? `all ${count} calls` : `${formatCount(some.length)} of ${count} calls`
}

function startOf(calls: readonly CallValues[]): string {
  return calls.length === 1 ? 'Now:' : `All ${formatCount(calls.length)}:`
}

/** What calls say that all have a value, the most frequent first. */
function partsOf(field: SingleField, calls: readonly CallValues[]): string[] {
  if (field === 'note') return [`a note on ${formatCount(calls.length)}`]
  const shared = sharedValues(field, calls)
  const range = rangeOf(field, calls)
  if (range !== undefined) return [`${range} on ${formatCount(calls.length)}`]
  const named = shared.slice(0, namedValues).map(({ text, count }) => `${text} on ${formatCount(count)}`)
  const others = shared.slice(namedValues)
  if (others.length === 0) return named
  const more = others.reduce((sum, { count }) => sum + count, 0)
  return [...named, `${formatCounted(others.length, 'more value')} on ${formatCount(more)}`]
}

/** From the least to the greatest of several scores, or amounts of one currency. */
function rangeOf(field: SingleField, calls: readonly CallValues[]): string | undefined {
  if (field !== 'score' && (field !== 'value' || new Set(calls.map(({ currency }) => currency)).size > 1))
    return undefined
  const sorted = calls.toSorted((one, other) => Number(one[field]) - Number(other[field]))
  const ends = [sorted.at(0), sorted.at(-1)].map((call) => call && textOf(field, call))
  return ends[0] === ends[1] ? undefined : ends.join(' to ')
}

function sharedValues(field: SingleField, calls: readonly CallValues[]): Shared[] {
  return countedTexts(calls.flatMap((call) => textOf(field, call) ?? []))
}

function countedTexts(texts: readonly string[]): Shared[] {
  const counts = Map.groupBy(texts, (text) => text)
  return Array.from(counts, ([text, all]) => ({ text, count: all.length })).toSorted(
    (one, other) => other.count - one.count || compareTexts(one.text, other.text),
  )
}

function textOf(field: SingleField, call: CallValues): string | undefined {
  if (field !== 'value') return call[field] === null ? undefined : String(call[field])
  const { value, currency } = call
  if (value === null) return undefined
  return currency === null ? value : formatMoney(value, currency)
}

function isSame(field: SingleField, now: string | number | null, entered: string | number): boolean {
  if (field === 'value' || field === 'score') return Number(now) === Number(entered)
  return now === (field === 'leadStatus' ? String(entered).trim() : entered)
}
