/** Numbers from 0 up to 1, exclusive; the same ones for the same seed, on every machine. */
export type Random = () => number

/** A stream of its own for each list of parts (sfc32, the parts mixed by FNV-1a). */
export function randomOf(...parts: readonly (string | number)[]): Random {
  let a = mix(parts, 0x811c9dc5)
  let b = mix(parts, 0x9e3779b9)
  let c = mix(parts, 0x85ebca6b)
  let counter = 1
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }
  for (let round = 0; round < 12; round++) next()
  return next
}

function mix(parts: readonly (string | number)[], start: number): number {
  let state = start
  for (const part of parts) {
    const text = String(part)
    for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
    state = Math.imul(state ^ 0xff, 0x01000193)
  }
  return state
}

export function chance(random: Random, share: number): boolean {
  return random() < share
}

/** A whole number of the range, both ends included. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

export function pick<T>(random: Random, list: readonly T[]): T {
  const item = list[Math.floor(random() * list.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

/** Mean 0, deviation 1. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

export function logNormal(random: Random, median: number, spread: number): number {
  return median * Math.exp(spread * normal(random))
}

export function exponential(random: Random, mean: number): number {
  return -mean * Math.log(1 - random())
}

/** Items with the running sums of their weights. */
export interface Weighted<T> {
  items: readonly T[]
  ends: Float64Array
}

export function weighted<T>(items: readonly T[], weightOf: (item: T) => number): Weighted<T> {
  const ends = new Float64Array(items.length)
  let sum = 0
  for (const [at, item] of items.entries()) {
    sum += weightOf(item)
    ends[at] = sum
  }
  return { items, ends }
}

export function pickWeighted<T>(random: Random, { items, ends }: Weighted<T>): T {
  const item = items[placeOf(random() * (ends.at(-1) ?? 0), ends)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

/** Index of the first end above. */
export function placeOf(at: number, ends: Float64Array): number {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ends[middle] ?? 0) > at) high = middle
    else low = middle + 1
  }
  return low
}
