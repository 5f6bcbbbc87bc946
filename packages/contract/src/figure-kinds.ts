/** `change` is how two periods compare, of times by seconds (`absolute`); null where they do not. */
type FigureKind = KindParts &
  (
    | { readonly type: 'duration'; readonly change: 'absolute' | null }
    | { readonly type: 'integer' | 'ratio' | 'money' | 'time'; readonly change: 'percent' | 'points' | null }
  )

interface KindParts {
  /** Nothing happened, or there is no figure. */
  readonly whenNoCalls: 0 | null
  /** What the figure of all calls is of those of its parts: their sum, their mean by calls, or neither. */
  readonly ofParts: 'sum' | 'mean' | null
  /** It rests on what tracking numbers cost: it is known only by what they stand for, and no calls explain it. */
  readonly isOfNumbers?: true
}

const instant = { type: 'time', whenNoCalls: null, change: null, ofParts: null } as const
const seconds = { type: 'duration', whenNoCalls: null, change: 'absolute', ofParts: null } as const

/** What is worked out of the calls behind a measure. */
export const figureKinds = {
  count: { type: 'integer', whenNoCalls: 0, change: 'percent', ofParts: 'sum' },
  /** How many different values of a field. */
  distinct: { type: 'integer', whenNoCalls: 0, change: 'percent', ofParts: null },
  /** Those of the calls that are `part`, among all of them. */
  share: { type: 'ratio', whenNoCalls: null, change: 'points', ofParts: 'mean' },
  total: { ...seconds, whenNoCalls: 0, ofParts: 'sum' },
  average: { ...seconds, ofParts: 'mean' },
  median: seconds,
  ninetieth: seconds,
  /** How long ago the first of the calls started, or the first instant of a field is. */
  oldest: seconds,
  /** Instant of the start of the first of the calls. */
  first: instant,
  last: instant,
  /** By currency: amounts of different ones are never added. */
  sum: { type: 'money', whenNoCalls: null, change: 'percent', ofParts: 'sum' },
  /** What tracking numbers cost in the time, by currency. */
  numberCost: { type: 'money', whenNoCalls: null, change: 'percent', ofParts: 'sum', isOfNumbers: true },
  /** The same for each of the calls; none where it is in several currencies. */
  numberCostPer: { type: 'money', whenNoCalls: null, change: 'percent', ofParts: null, isOfNumbers: true },
} as const satisfies Record<string, FigureKind>
export type Figure = keyof typeof figureKinds
