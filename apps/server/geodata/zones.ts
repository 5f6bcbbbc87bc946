import { mainZoneOf, stateOfCounty } from '../src/lib/geo/states.ts'
import { mostFrequent, type Cities, type City } from './cities.ts'
import type { ZipCode } from './sources.ts'

/** The zones of a prefix, without the 1, by libphonenumber; several where it does not decide. */
type NumberZones = ReadonlyMap<string, readonly string[]>

/** What libphonenumber tells: cities with their prefixes, and zones. */
export interface NumberData {
  readonly cities: Cities
  readonly zones: NumberZones
}

function zonesOfPrefix(prefix: string, zones: NumberZones): readonly string[] {
  for (let length = prefix.length; length >= 3; length--) {
    const found = zones.get(prefix.slice(0, length))
    if (found !== undefined) return found
  }
  return []
}

// The names a reader expects, before their synonyms of the same hours (America/Boise, America/Juneau).
const commonZones = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles']

const hours = new Map<string, string>()

/** The offsets of a zone in winter and summer. */
function hoursOf(zone: string): string {
  const known = hours.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const offsets = [0, 6].map((month) => format.format(Date.UTC(2026, month, 1)).split(' ')[1])
  hours.set(zone, offsets.join(' '))
  return offsets.join(' ')
}

function commonName(zone: string, state: string): string {
  const candidates = state.startsWith('US-') ? [mainZoneOf(state), ...commonZones] : [mainZoneOf(state)]
  return candidates.find((name) => name !== '' && hoursOf(name) === hoursOf(zone)) ?? zone
}

/**
 * The zone of each US county: that of most of its exchanges; without any, the main one of the state, else that of the
 * nearest county of the state that has some.
 */
export function countyZones(
  { cities, zones }: NumberData,
  zips: readonly ZipCode[],
  counties: readonly string[],
): Map<string, string> {
  const votes = new Map<string, string[]>()
  for (const city of cities.values()) {
    if (city.county.length !== 5) continue
    for (const prefix of city.prefixes) {
      const [zone = '', ...others] = zonesOfPrefix(prefix, zones)
      if (zone === '' || others.length > 0) continue
      const name = commonName(zone, city.state)
      votes.set(city.county, [...(votes.get(city.county) ?? []), name])
    }
  }
  const zipsByCounty = Map.groupBy(zips, (zip) => zip.county)
  const elected = new Map([...votes].map(([county, names]) => [county, mostFrequent(names)]))
  return new Map(
    counties.map((county) => {
      const zone = elected.get(county) ?? mainZoneOf(stateOfCounty(county))
      return [county, zone === '' ? nearestZone(county, zipsByCounty, elected) : zone]
    }),
  )
}

function nearestZone(
  county: string,
  zipsByCounty: ReadonlyMap<string, ZipCode[]>,
  elected: ReadonlyMap<string, string>,
): string {
  const here = zipsByCounty.get(county)?.[0]
  if (here === undefined) return ''
  let nearest = { zone: '', distance: Infinity }
  for (const [other, zone] of elected) {
    if (other.slice(0, 2) !== county.slice(0, 2)) continue
    for (const there of zipsByCounty.get(other) ?? []) {
      const distance = Math.hypot(
        there.latitude - here.latitude,
        (there.longitude - here.longitude) * Math.cos((here.latitude * Math.PI) / 180),
      )
      if (distance < nearest.distance) nearest = { zone, distance }
    }
  }
  return nearest.zone
}

/** The zone of each area code, and of the exchanges that have another one. */
export interface PrefixZones {
  areaCodes: Map<string, string>
  exchanges: Map<string, string>
}

/** `stateOfAreaCode` lists the geographic area codes, with '' for one of several states or of another country. */
export function prefixZones(
  { cities, zones }: NumberData,
  stateOfAreaCode: ReadonlyMap<string, string>,
  zoneOfCounty: ReadonlyMap<string, string>,
): PrefixZones {
  const cityOfPrefix = new Map(
    [...cities.values()].flatMap((city) => city.prefixes.map((prefix) => [prefix, city])),
  )
  const result: PrefixZones = { areaCodes: new Map(), exchanges: new Map() }
  for (const [areaCode, state] of stateOfAreaCode) {
    const all = Array.from({ length: 800 }, (_, index) => {
      const prefix = `${areaCode}${index + 200}`
      const city = cityOf(prefix, cityOfPrefix)
      const zone =
        zoneOf(zonesOfPrefix(prefix, zones), city?.state ?? state) ??
        zoneOfCounty.get(city?.county ?? '') ??
        mainZoneOf(city?.state ?? state)
      return { prefix, hasCity: city !== undefined, zone }
    })
    // The northern territories of Canada share an area code and have four zones between them.
    const isOpen = state === '' && new Set(all.map((exchange) => exchange.zone)).size > 1
    const main = isOpen ? '' : mostFrequent(all.map((exchange) => exchange.zone))
    result.areaCodes.set(areaCode, main)
    for (const { prefix, zone, hasCity } of all) {
      if (zone !== main && (hasCity || !isOpen)) result.exchanges.set(prefix, zone)
    }
  }
  return result
}

/** Sets the zone of the Canadian cities whose exchanges have another one than the province. */
export function nameCityZones(cities: Cities, zones: PrefixZones): void {
  for (const city of cities.values()) {
    if (!city.state.startsWith('CA-') || city.prefixes.length === 0) continue
    const zone = mostFrequent(
      city.prefixes.map(
        (prefix) => zones.exchanges.get(prefix) ?? zones.areaCodes.get(prefix.slice(0, 3)) ?? '',
      ),
    )
    if (zone !== mainZoneOf(city.state)) city.zone = zone
  }
}

function cityOf(prefix: string, cityOfPrefix: ReadonlyMap<string, City>): City | undefined {
  for (let length = prefix.length; length >= 3; length--) {
    const city = cityOfPrefix.get(prefix.slice(0, length))
    if (city !== undefined) return city
  }
  return undefined
}

/** Undefined where libphonenumber does not decide; then the city's counts, else the state's main one. */
function zoneOf([zone, ...others]: readonly string[], state: string): string | undefined {
  // The list is of 2018; Yukon left Pacific time in 2020.
  if (zone === undefined || others.length > 0 || state === 'CA-YT') return undefined
  return commonName(zone, state)
}
