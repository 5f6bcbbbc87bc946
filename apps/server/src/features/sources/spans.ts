/** From and to in ms. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Whole seconds that lie in at least one of the spans: phones ring side by side, and several legs tell of one talk. */
export function secondsIn(spans: readonly Span[]): number {
  let totalMs = 0
  let until = -Infinity
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    totalMs += Math.max(to - Math.max(from, until), 0)
    until = Math.max(until, to)
  }
  return Math.round(totalMs / 1000)
}
