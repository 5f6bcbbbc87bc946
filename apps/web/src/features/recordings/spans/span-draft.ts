import { RedactedSpan } from '@callboard/contract/recordings'
import type { SpansEdit } from '@callboard/contract/recording-spans'
import { z } from 'zod'
import type { TimeRange } from '#web/lib/playback/playback.ts'

/** A range that somebody marked; `key` tells it from others while it is edited. */
export interface HandSpan extends TimeRange {
  key: string
}

/** Ranges as they are edited. */
export interface SpanDraft {
  found: readonly RedactedSpan[]
  byHand: readonly HandSpan[]
}

/** As it is kept in the browser. */
export const StoredSpans = z.object({
  found: z.array(RedactedSpan),
  byHand: z.array(z.object({ key: z.string(), start: z.number(), end: z.number() })),
})

/** The shortest range, in seconds. */
const minSpanSeconds = 0.1

export function draftOfSpans(spans: readonly RedactedSpan[]): SpanDraft {
  return {
    found: spans.filter(({ kind }) => kind !== 'hand'),
    byHand: spans
      .filter(({ kind }) => kind === 'hand')
      .map(({ id, start, end }) => ({ key: id, start, end })),
  }
}

export function withHandSpan(draft: SpanDraft, span: HandSpan): SpanDraft {
  const others = draft.byHand.filter(({ key }) => key !== span.key)
  return { ...draft, byHand: [...others, span].toSorted((one, other) => one.start - other.start) }
}

export function withoutHandSpan(draft: SpanDraft, key: string): SpanDraft {
  return { ...draft, byHand: draft.byHand.filter((span) => span.key !== key) }
}

/** Heard all the same, or not heard again. */
export function withLifted(draft: SpanDraft, id: string, isLifted: boolean): SpanDraft {
  return { ...draft, found: draft.found.map((span) => (span.id === id ? { ...span, isLifted } : span)) }
}

/** What is sent; edges to the hundredth of a second. */
export function editOfDraft({ found, byHand }: SpanDraft, revision: number): SpansEdit {
  return {
    found: found.map(({ id, isLifted }) => ({ id, isLifted })),
    byHand: byHand.map(({ start, end }) => ({ start: rounded(start), end: rounded(end) })),
    revision,
  }
}

/**
 * What somebody marked, on top of what somebody else has saved since. What they lifted or deleted is left as it is now: nothing is heard
 * by mistake.
 */
export function withMarksOf(now: SpanDraft, draft: SpanDraft): SpanDraft {
  const isThere = ({ start, end }: TimeRange) =>
    now.byHand.some((span) => rounded(span.start) === rounded(start) && rounded(span.end) === rounded(end))
  return draft.byHand.filter((span) => !isThere(span)).reduce((all, span) => withHandSpan(all, span), now)
}

export function isSameDraft(one: SpanDraft, other: SpanDraft): boolean {
  return JSON.stringify(editOfDraft(one, 0)) === JSON.stringify(editOfDraft(other, 0))
}

/** Both edges within the sound, and the end after the start. */
export function fittingRange({ start, end }: TimeRange, duration: number): TimeRange {
  const last = Math.floor(duration * 100) / 100
  const from = Math.max(0, Math.min(start, last - minSpanSeconds))
  return { start: rounded(from), end: rounded(Math.min(last, Math.max(end, from + minSpanSeconds))) }
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
