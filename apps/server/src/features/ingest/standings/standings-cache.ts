import { selectNumberFirst, selectStandings, type StoredStanding } from '../../../db/number-assignments.ts'
import { type MergedCodes, selectMergedCodesOf, withMergedCodes } from '../../../db/merged-entities.ts'
import type { Db } from '../../../db/tables/schema.ts'
import { noStandings, type Standing, type Standings } from './attribute.ts'

/** Standings that are kept, of all customers. */
const maxKept = 500_000

interface Kept {
  standings: Promise<Standings>
  count: number
}

/** What the numbers of customers stand for, kept until it is forgotten. */
export class StandingsCache {
  readonly #db: Db
  readonly #kept = new Map<string, Kept>()

  constructor(db: Db) {
    this.#db = db
  }

  async of(customerId: string): Promise<Standings> {
    const known = this.#kept.get(customerId)
    if (known !== undefined) return await known.standings
    const kept: Kept = { standings: this.#load(customerId), count: 0 }
    this.#kept.set(customerId, kept)
    kept.standings.catch(() => {
      if (this.#kept.get(customerId) === kept) this.#kept.delete(customerId)
    })
    return await kept.standings
  }

  /** To be called when they were changed. */
  forget(customerId: string): void {
    this.#kept.delete(customerId)
  }

  async #load(customerId: string): Promise<Standings> {
    const [stored, numberFirst, codes] = await Promise.all([
      selectStandings(this.#db, { customerId }),
      selectNumberFirst(this.#db, customerId),
      selectMergedCodesOf(this.#db, customerId),
    ])
    const kept = this.#kept.get(customerId)
    if (kept !== undefined) kept.count = stored.length
    this.#evict()
    if (stored.length === 0) return codes.isEmpty ? noStandings : { ...noStandings, codes }
    const standings = stored.map((one) => standingOf(one, codes))
    const byNumber = Map.groupBy(standings, ({ number }) => number)
    for (const timeline of byNumber.values()) timeline.sort((one, other) => other.fromMs - one.fromMs)
    return {
      // The newest first.
      find: (number, atMs) => {
        const standing = byNumber.get(number)?.find(({ fromMs }) => fromMs <= atMs)
        return standing !== undefined && atMs < standing.untilMs ? standing : undefined
      },
      numberFirst: new Set(numberFirst),
      codes,
    }
  }

  #evict(): void {
    let sum = 0
    for (const { count } of this.#kept.values()) sum += count
    for (const [customerId, { count }] of this.#kept) {
      if (sum <= maxKept) return
      this.#kept.delete(customerId)
      sum -= count
    }
  }
}

export interface StandingOfNumber extends Standing {
  number: string
}

export function standingOf(
  { id, number, fromAt, untilAt, ...values }: StoredStanding,
  codes: MergedCodes,
): StandingOfNumber {
  return {
    id,
    number,
    fromMs: fromAt?.getTime() ?? -Infinity,
    untilMs: untilAt?.getTime() ?? Infinity,
    values: withMergedCodes(values, codes),
  }
}
