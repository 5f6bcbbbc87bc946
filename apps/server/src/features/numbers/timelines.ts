import {
  type Assignment,
  type AssignmentValues,
  assignmentValues,
  type GivenAssignment,
} from '@callboard/contract/numbers'
import { isDeepStrictEqual } from 'node:util'
import { plainDecimal } from '../../lib/decimal.ts'

/** One that may not be stored yet. */
export type Planned = Omit<Assignment, 'id'> & { id?: string | undefined }

interface Span {
  /** An instant; null: since ever. */
  from: string | null
  /** Exclusive; null: for ever. */
  until: string | null
}

const start = ({ from }: Span) => (from === null ? -Infinity : Date.parse(from))
const end = ({ until }: Span) => (until === null ? Infinity : Date.parse(until))

export const noValues: AssignmentValues = {
  source: null,
  medium: null,
  campaign: null,
  keyword: null,
  location: null,
  rotationgroup: null,
  network: null,
  targetNumber: null,
  monthlyCost: null,
  note: null,
}

/** Null where nothing was given, and amounts in one way of writing them. */
function valuesOf(given: Partial<AssignmentValues>): AssignmentValues {
  const values = { ...noValues, ...given }
  const { monthlyCost } = values
  return { ...values, monthlyCost: monthlyCost === null ? null : plainDecimal(monthlyCost) }
}

export function plannedOf({
  id,
  from,
  until,
  ...values
}: Omit<GivenAssignment, 'from' | 'until'> & Span): Planned {
  return { id, from, until, ...valuesOf(values) }
}

export function inOrderOfTime<One extends Span>(assignments: readonly One[]): One[] {
  return assignments.toSorted((one, other) => start(one) - start(other))
}

/** The first two of a timeline that overlap, in the order of time. */
export function findOverlap<One extends Span>(timeline: readonly One[]): [One, One] | undefined {
  for (const [at, one] of timeline.entries()) {
    const next = timeline[at + 1]
    if (next !== undefined && start(next) < end(one)) return [one, next]
  }
  return undefined
}

/**
 * The timeline with these values in a span of time. What it says else stays, and gaps get these values alone, or stay gaps
 * where these say nothing.
 */
export function withValues(
  timeline: readonly Planned[],
  span: Span,
  values: Partial<AssignmentValues>,
): Planned[] {
  const pieces: Planned[] = []
  const alone = { ...noValues, ...values }
  const fill = (fromMs: number, untilMs: number) => {
    if (fromMs < untilMs && !saysTheSame(alone, noValues))
      pieces.push({ ...alone, ...spanOf(fromMs, untilMs) })
  }
  let reached = start(span)
  for (const one of inOrderOfTime(timeline)) {
    const from = Math.max(start(one), start(span))
    const until = Math.min(end(one), end(span))
    if (from >= until) {
      pieces.push(one)
      continue
    }
    fill(reached, from)
    const parts = [
      { of: one, fromMs: start(one), untilMs: from },
      { of: { ...one, ...values }, fromMs: from, untilMs: until },
      { of: one, fromMs: until, untilMs: end(one) },
    ].filter(({ fromMs, untilMs }) => fromMs < untilMs)
    // The first goes on being the assignment that it was.
    for (const [at, { of, fromMs, untilMs }] of parts.entries())
      pieces.push({ ...of, ...spanOf(fromMs, untilMs), id: at === 0 ? one.id : undefined })
    reached = until
  }
  fill(reached, end(span))
  return joined(inOrderOfTime(pieces))
}

function spanOf(fromMs: number, untilMs: number): Span {
  return {
    from: fromMs === -Infinity ? null : new Date(fromMs).toISOString(),
    until: untilMs === Infinity ? null : new Date(untilMs).toISOString(),
  }
}

/** What follows without a gap and says the same is one assignment. */
function joined(timeline: readonly Planned[]): Planned[] {
  const result: Planned[] = []
  for (const one of timeline) {
    const before = result.at(-1)
    if (before !== undefined && end(before) === start(one) && saysTheSame(before, one))
      result[result.length - 1] = { ...before, id: before.id ?? one.id, until: one.until }
    else result.push(one)
  }
  return result
}

function saysTheSame(one: AssignmentValues, other: AssignmentValues): boolean {
  return assignmentValues.every((name) => one[name] === other[name])
}

/** What it takes to make one timeline another one. */
export function differences(before: readonly Assignment[], after: readonly Planned[]) {
  const known = new Map(before.map((one) => [one.id, one]))
  const kept = new Set(after.map(({ id }) => id))
  return {
    inserted: after.filter(({ id }) => id === undefined || !known.has(id)),
    updated: after.filter((one): one is Assignment => {
      const earlier = one.id === undefined ? undefined : known.get(one.id)
      return earlier !== undefined && !isDeepStrictEqual(earlier, { ...one })
    }),
    deleted: before.filter(({ id }) => !kept.has(id)),
  }
}
