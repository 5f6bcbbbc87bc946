import type { Leg } from './legs.ts'

const units = 10_000

/** What the legs cost together, as far as it is known; nothing while they are in several currencies. */
export function costOf(legs: readonly Leg[]): { cost?: string; currency?: string } {
  const priced = legs.flatMap(({ cost, currency }) =>
    cost === undefined || currency === undefined ? [] : [{ cost, currency }],
  )
  const [first] = priced
  if (first === undefined || priced.some(({ currency }) => currency !== first.currency)) return {}
  const total = priced.reduce((sum, { cost }) => sum + Math.round(Number(cost) * units), 0)
  return { cost: (total / units).toFixed(4).replace(/\.?0+$/, ''), currency: first.currency }
}
