import { cityKey } from '../src/lib/geo/city-key.ts'
import type { NumberPlace, PostalArea, ZipCode } from './sources.ts'

export interface City {
  /** `''` in a row that stands for a whole state. */
  name: string
  state: string
  county: string
  latitude: number | null
  longitude: number | null
  /** Of the numbers that are issued there. */
  prefixes: string[]
  /** Where it is another one than the county's, or in Canada the province's main one. */
  zone: string
}

/** By `keyOf`. */
export type Cities = Map<string, City>

function keyOf(state: string, name: string): string {
  return `${state} ${cityKey(name)}`
}

/**
 * One city for each name in a state. Where it lies in several counties the one with most of its ZIP codes counts, and
 * the point is the middle of these.
 */
export function citiesOf(zips: readonly ZipCode[]): Cities {
  const zipsByCity = Map.groupBy(zips, (zip) => keyOf(zip.state, zip.city))
  return new Map(
    [...zipsByCity].map(([key, all]) => {
      const county = mostFrequent(all.map((zip) => zip.county))
      const inside = all.filter((zip) => zip.county === county)
      const name = mostFrequent(all.map((zip) => zip.city))
      return [
        key,
        { name, state: inside[0]?.state ?? '', county, ...middleOf(inside), prefixes: [], zone: '' },
      ]
    }),
  )
}

/** Gives each city its prefixes, without those that a shorter one with the same place covers. */
export function addPrefixes(
  cities: Cities,
  places: readonly NumberPlace[],
  stateOfAreaCode: Map<string, string>,
): void {
  const keys = new Map<string, string>()
  for (const place of places.toSorted((a, b) => a.prefix.length - b.prefix.length)) {
    const key = keyOf(place.state, place.city)
    const covering =
      coveringKey(place.prefix, keys) ?? keyOf(stateOfAreaCode.get(place.prefix.slice(0, 3)) ?? '', '')
    keys.set(place.prefix, key)
    if (covering === key) continue
    const city = cities.get(key) ?? unplaced(place.state, place.city)
    city.prefixes.push(place.prefix)
    cities.set(key, city)
  }
}

function coveringKey(prefix: string, keys: ReadonlyMap<string, string>): string | undefined {
  for (let length = prefix.length - 1; length >= 3; length--) {
    const key = keys.get(prefix.slice(0, length))
    if (key !== undefined) return key
  }
  return undefined
}

function unplaced(state: string, name: string): City {
  return { name, state, county: '', latitude: null, longitude: null, prefixes: [], zone: '' }
}

const direction =
  '(?:inner|outer|upper|lower|north|south|east|west|central|northeast|northwest|southeast|southwest)'
const before = new RegExp(`^(?:central|downtown|old|${direction}) `)
const after = new RegExp(`(?: (?:${direction}|and|outskirts|city centre))+$`)

/**
 * The city of each Canadian area whose description names one that is known from the numbers: `Vancouver (killarney)`,
 * `Surrey North`; `''` for districts and regions. The cities get the middle of their areas.
 */
export function nameAreas(areas: readonly PostalArea[], cities: Cities): (PostalArea & { city: string })[] {
  const named = areas.map((area) => {
    const text = cityKey(area.description.replace(/\(.*$/, ''))
    const tries = [
      text,
      text.replace(after, ''),
      text.replace(before, ''),
      text.replace(before, '').replace(after, ''),
    ]
    const city = tries.map((name) => cities.get(keyOf(area.state, name))).find((found) => found !== undefined)
    return { ...area, city: city?.name ?? '' }
  })
  const areasByCity = Map.groupBy(named, (area) => keyOf(area.state, area.city))
  for (const [key, inside] of areasByCity) {
    const city = cities.get(key)
    if (city !== undefined && city.name !== '') Object.assign(city, middleOf(inside))
  }
  return named
}

export function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return first?.[0] ?? ''
}

type Point = Pick<City, 'latitude' | 'longitude'>

/** Of those that have a point; none when none has. */
function middleOf(places: readonly Point[]): Point {
  return {
    latitude: meanOf(places.map((place) => place.latitude)),
    longitude: meanOf(places.map((place) => place.longitude)),
  }
}

function meanOf(degrees: readonly (number | null)[]): number | null {
  const known = degrees.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
