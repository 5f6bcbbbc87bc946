import { randomUUID } from 'node:crypto'
import type { RedactedSpan } from '@callboard/contract/recordings'
import type { TimeRange } from '../../../audio/overwrite.ts'
import type { RedactedSpan as FoundSpan } from './redaction.ts'

/**
 * The ranges of a recording after it was examined again: those by hand stay, and of what was found what is in the same
 * place is the same, so that what somebody lifted stays lifted.
 */
export function mergeSpans(earlier: readonly RedactedSpan[], found: readonly FoundSpan[]): RedactedSpan[] {
  const byHand = earlier.filter(({ kind }) => kind === 'hand')
  const placeOf = (kind: string, start: number, step = 0) =>
    `${kind} ${Math.floor(start / samePlaceSeconds) + step}`
  const places = Map.groupBy(earlier, ({ kind, start }) => placeOf(kind, start))
  const merged = found.map(({ start, end, kind }) => {
    const same = [-1, 0, 1]
      .flatMap((step) => places.get(placeOf(kind, start, step)) ?? [])
      .find((one) => isSamePlace(one, { start, end }))
    return { id: same?.id ?? randomUUID(), start, end, kind, isLifted: same?.isLifted ?? false }
  })
  return [...byHand, ...merged].toSorted((left, right) => left.start - right.start || left.end - right.end)
}

/** Where nothing of the original may be heard. */
export function rangesInForce(spans: readonly RedactedSpan[]): TimeRange[] {
  return spans.filter(({ isLifted }) => !isLifted).map(({ start, end }) => ({ start, end }))
}

/** A tenth of a second: what is a little longer may hold what nobody has looked at. */
const samePlaceSeconds = 0.1

function isSamePlace(one: TimeRange, other: TimeRange): boolean {
  return (
    Math.abs(one.start - other.start) <= samePlaceSeconds && Math.abs(one.end - other.end) <= samePlaceSeconds
  )
}
