import type { Geography, Place } from '../../lib/geo/place-of-number.ts'
import { type Branch, type Business, businesses } from './businesses.ts'
import type { CallerPlaces } from './caller-places.ts'
import { fullName } from './names.ts'
import { chance, pick, type Random, randomOf } from './random.ts'

/** Somebody who calls a business, from a number that no telephone has. */
export interface DemoCaller {
  number: string
  name: string
  place: Place
  market: string
  branch: Branch
}

/** The numbers a business's callers have: of its own area codes, and of others. */
export interface NumberPool {
  local: string[]
  other: string[]
}

const firstCallerNumber = 110

/**
 * Deals `+1 NPA 555 0110` to `0199` of every area code of the two countries, each number to one business only: somebody
 * has one name and one home. Ninety an area code is all there are, so many callers have one of elsewhere.
 */
export function dealNumbers(seed: number, geography: Geography): ReadonlyMap<string, NumberPool> {
  const random = randomOf(seed, 'numbers')
  const pools = new Map(businesses.map(({ code }): [string, NumberPool] => [code, { local: [], other: [] }]))
  const home = new Map(
    businesses.flatMap(({ code, branches }) =>
      branches.flatMap(({ areaCodes }) => areaCodes.map((area) => [area, code])),
    ),
  )
  for (let areaCode = 200; areaCode < 1000; areaCode++) {
    const { country, state } = geography.ofNumber(`+1${areaCode}5550100`)
    const takers = businesses.filter((business) => business.country === country)
    if (state === '' || takers.length === 0) continue
    const local = home.get(String(areaCode))
    for (let line = firstCallerNumber; line < 200; line++) {
      const code = local ?? pickByShare(random, takers).code
      pools.get(code)?.[local === undefined ? 'other' : 'local'].push(`+1${areaCode}5550${line}`)
    }
  }
  for (const pool of pools.values()) {
    shuffle(random, pool.local)
    shuffle(random, pool.other)
  }
  return pools
}

function pickByShare(random: Random, takers: readonly Business[]): Business {
  let at = random() * takers.reduce((sum, { share }) => sum + share, 0)
  return takers.find(({ share }) => (at -= share) < 0) ?? pick(random, takers)
}

function shuffle(random: Random, list: string[]): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [one = '', two = ''] = [list[at], list[other]]
    list[at] = two
    list[other] = one
  }
}

/** Who calls next: somebody new, or somebody who has called before; a few call again and again. */
export interface Callers {
  /** Undefined where all who were tried are on another call. */
  next(branch: Branch, isFree: (caller: DemoCaller) => boolean): DemoCaller | undefined
}

interface CallersOptions {
  random: Random
  pool: NumberPool
  places: CallerPlaces
  /** Calls of known numbers that are to come. */
  expectedCalls: number
}

const maxNewShare = 0.36
/** Of the power law by which calls spread over callers. */
const exponent = 1.15
const maxCalls = 45
const maxTries = 20

export function callersOf(
  { trade }: Business,
  { random, pool, places, expectedCalls }: CallersOptions,
): Callers {
  const known: DemoCaller[] = []
  // One entry for each further call that a caller is going to make.
  const further: DemoCaller[] = []
  const left = { local: [...pool.local], other: [...pool.other] }
  const newShare = Math.min(maxNewShare, (left.local.length + left.other.length) / expectedCalls)

  const meet = (branch: Branch): DemoCaller | undefined => {
    const isFar = chance(random, trade.farShare)
    const localShare = left.local.length / (left.local.length + left.other.length)
    const number =
      isFar || !chance(random, localShare) ? (left.other.pop() ?? left.local.pop()) : left.local.pop()
    if (number === undefined) return undefined
    const place = isFar ? places.ofNumber(random, number) : places.near(random, branch)
    const caller = {
      number,
      name: chance(random, 0.72) ? fullName(random) : '',
      place,
      market: isFar ? '' : (branch.market ?? ''),
      branch,
    }
    known.push(caller)
    const calls = Math.floor((1 - random() * (1 - maxCalls ** -exponent)) ** (-1 / exponent))
    for (let call = 1; call < calls; call++) further.push(caller)
    return caller
  }

  const again = (): DemoCaller | undefined => {
    if (further.length === 0) return known.length === 0 ? undefined : pick(random, known)
    const at = Math.floor(random() * further.length)
    const caller = further[at]
    const last = further.pop()
    if (last !== undefined && at < further.length) further[at] = last
    return caller
  }

  return {
    next(branch, isFree) {
      const newOne = chance(random, newShare) ? meet(branch) : undefined
      if (newOne !== undefined) return newOne
      for (let tries = 0; tries < maxTries; tries++) {
        const caller = again() ?? meet(branch)
        if (caller === undefined) throw new Error('a business without a number for its callers')
        if (isFree(caller)) return caller
      }
      return undefined
    },
  }
}
