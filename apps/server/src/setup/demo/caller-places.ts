import type { Geography, Place } from '../../lib/geo/place-of-number.ts'
import type { Branch, Business } from './businesses.ts'
import { between, chance, pick, type Random } from './random.ts'

/** Finds places for callers: real towns, ZIP codes and exchanges, so that maps and reports by place make sense. */
export interface CallerPlaces {
  near(random: Random, branch: Branch): Place
  /** Where the area code of a number belongs. */
  ofNumber(random: Random, number: string): Place
}

const withZip = 0.78
const letters = 'ABCEGHJKLMNPRSTVWXYZ'.split('')

export function callerPlaces(business: Business, geography: Geography): CallerPlaces {
  const places = new Map(business.branches.map((branch) => [branch, placesNear(branch, geography)]))
  const exchanges = exchangesByCity(business, geography)
  const exchangeOf = (random: Random, { state, city }: Place, branch: Branch) => {
    const known = exchanges.get(`${state} ${city}`) ?? exchanges.get(`${state} `)
    return known === undefined
      ? `${pick(random, branch.areaCodes)}${between(random, 220, 989)}`
      : pick(random, known)
  }
  return {
    near(random, branch) {
      const place = pick(random, places.get(branch) ?? [])
      const npanxx = exchangeOf(random, place, branch)
      if (!chance(random, withZip)) {
        const city = geography.ofCity(place.city, place.state)
        if (city.precision === 'city') return { ...city, npanxx }
      }
      return {
        ...place,
        npanxx,
        postalcode: place.postalcode === '' ? '' : place.postalcode + localUnit(random),
      }
    },
    ofNumber(random, number) {
      const start = number.slice(0, 5)
      let place = geography.ofNumber(number)
      for (let tries = 0; tries < 60 && place.city === ''; tries++) {
        place = geography.ofNumber(`${start}${between(random, 200, 999)}0100`)
      }
      return place
    },
  }
}

function placesNear({ postalPrefixes }: Branch, geography: Geography): Place[] {
  return postalPrefixes
    .flatMap((prefix) =>
      /^\d/.test(prefix)
        ? Array.from({ length: 100 }, (_, last) => geography.ofZip(prefix + String(last).padStart(2, '0')))
        : letters.map((last) => geography.ofPostalCode(prefix + last)),
    )
    .filter((place) => place.precision === 'zip' && place.city !== '')
}

/** The exchanges of a business's area codes under `state city`; those of which only the state is known under `state `. */
function exchangesByCity({ branches }: Business, geography: Geography): Map<string, string[]> {
  const exchanges = new Map<string, string[]>()
  for (const areaCode of new Set(branches.flatMap((branch) => branch.areaCodes))) {
    for (let exchange = 200; exchange < 1000; exchange++) {
      // No number has an exchange such as 411.
      if (exchange % 100 === 11) continue
      const { npanxx, state, city } = geography.ofNumber(`+1${areaCode}${exchange}0100`)
      const key = `${state} ${city}`
      const known = exchanges.get(key)
      if (known === undefined) exchanges.set(key, [npanxx])
      else known.push(npanxx)
    }
  }
  return exchanges
}

/** The second half of a Canadian postal code. */
function localUnit(random: Random): string {
  return `${between(random, 1, 9)}${pick(random, letters)}${between(random, 0, 9)}`
}
