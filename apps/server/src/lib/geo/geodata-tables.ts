import { readFileSync } from 'node:fs'
import { stateOfCounty } from './states.ts'

/** The tables of `apps/server/geodata` in memory; its README describes sources, licences and columns. */
export interface GeodataTables {
  readonly cities: readonly CityRow[]
  /** Row in `cities` of each exchange, at `exchangeIndex`; `noCity` where none is known. */
  readonly cityOfExchange: Uint16Array
  /** Index in `zones` of each exchange, at `exchangeIndex`. */
  readonly zoneOfExchange: Uint8Array
  /** The first zone is '', for unknown. */
  readonly zones: readonly string[]
  /** At the area code minus 200. */
  readonly areaCodes: readonly (AreaCodeRow | undefined)[]
  readonly counties: ReadonlyMap<string, CountyRow>
  /** The state of all ZIP codes that begin with these three digits; '' when they are in several states or there are none. */
  stateOfZipPrefix(prefix: string): string
  findZip(zip: string): ZipRow | undefined
  findPostalArea(code: string): PostalRow | undefined
}

export interface CityRow {
  readonly state: string
  /** '' in a row that stands for a whole state. */
  readonly name: string
  /** FIPS; '' outside the US or when unknown. */
  readonly county: string
  readonly latitude: number | null
  readonly longitude: number | null
  /** Only where it differs from the county's or, in Canada, from the main one of the province. */
  readonly zone: string
}

interface AreaCodeRow {
  /** False for toll-free, premium and personal numbers. */
  readonly isPlace: boolean
  readonly country: string
  readonly state: string
}

interface CountyRow {
  readonly name: string
  readonly zone: string
  readonly metro: string
}

interface ZipRow {
  readonly city: string
  readonly county: string
  readonly latitude: number | null
  readonly longitude: number | null
}

interface PostalRow {
  readonly city: string
  readonly latitude: number | null
  readonly longitude: number | null
}

export const noCity = 0xffff

/** The index of an exchange in the tables; area codes begin with 2 to 9. */
export function exchangeIndex(areaCode: number, exchange: number): number {
  return (areaCode - 200) * 1000 + exchange
}

const exchanges = exchangeIndex(1000, 0)

export function readGeodataTables(): GeodataTables {
  const zones = ['']
  const zoneOfExchange = new Uint8Array(exchanges)
  const areaCodes = readAreaCodes((areaCode, zone) =>
    fillPrefix(zoneOfExchange, areaCode, zoneNumber(zones, zone)),
  )
  for (const [zone = '', prefixes = ''] of rowsOf('zones')) {
    const number = zoneNumber(zones, zone)
    for (const prefix of prefixes.split(' ')) fillPrefix(zoneOfExchange, prefix, number)
  }
  const counties = readCounties()
  const { cities, cityOfExchange } = readCities()
  return { cities, cityOfExchange, zones, zoneOfExchange, areaCodes, counties, ...readPostalCodes() }
}

/** By FIPS code. */
export function readCounties(): Map<string, CountyRow> {
  return new Map(
    rowsOf('counties').map(([fips = '', name = '', zone = '', metro = '']) => [fips, { name, zone, metro }]),
  )
}

function textOf(table: string): string {
  return readFileSync(new URL(`../../../geodata/${table}.tsv`, import.meta.url), 'utf8')
}

function rowsOf(table: string): string[][] {
  return textOf(table)
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
}

function zoneNumber(zones: string[], zone: string): number {
  const known = zones.indexOf(zone)
  return known === -1 ? zones.push(zone) - 1 : known
}

/** Sets all exchanges under a prefix of 3 to 6 digits; longer prefixes have to be set after the shorter ones. */
function fillPrefix(table: Uint16Array | Uint8Array, prefix: string, value: number): void {
  const width = 10 ** (6 - prefix.length)
  const from = (Number(prefix) - 2 * 10 ** (prefix.length - 1)) * width
  table.fill(value, from, from + width)
}

function readAreaCodes(onZone: (areaCode: string, zone: string) => void): (AreaCodeRow | undefined)[] {
  const rows: (AreaCodeRow | undefined)[] = Array.from({ length: 800 })
  for (const [code = '', kind = '', country = '', state = '', zone = ''] of rowsOf('areacodes')) {
    rows[Number(code) - 200] = { isPlace: kind === 'place', country, state }
    onZone(code, zone)
  }
  return rows
}

function readCities(): Pick<GeodataTables, 'cities' | 'cityOfExchange'> {
  const cityOfExchange = new Uint16Array(exchanges).fill(noCity)
  const cities: CityRow[] = []
  const prefixes: { prefix: string; city: number }[] = []
  for (const [state = '', name = '', county = '', latitude, longitude, zone = '', list = ''] of rowsOf(
    'cities',
  )) {
    if (list !== '') for (const prefix of list.split(' ')) prefixes.push({ prefix, city: cities.length })
    cities.push({ state, name, county, latitude: degrees(latitude), longitude: degrees(longitude), zone })
  }
  for (const length of [3, 4, 5, 6]) {
    for (const { prefix, city } of prefixes)
      if (prefix.length === length) fillPrefix(cityOfExchange, prefix, city)
  }
  return { cities, cityOfExchange }
}

type PostalTables = Pick<GeodataTables, 'stateOfZipPrefix' | 'findZip' | 'findPostalArea'>

/** The tables stay text and are searched: few of their 41,000 lines are ever needed, and loading is faster. */
function readPostalCodes(): PostalTables {
  const zips = textOf('zipcodes')
  const areas = textOf('postalcodes')
  const states = new Map<string, string>()
  return {
    stateOfZipPrefix(prefix) {
      const known = states.get(prefix)
      if (known !== undefined || !/^\d{3}$/.test(prefix)) return known ?? ''
      const lines = zips
        .slice(lineStart(zips, prefix), lineStart(zips, `${prefix}~`))
        .trimEnd()
        .split('\n')
      const [state = '', ...others] = new Set(lines.map((line) => stateOfCounty(line.split('\t')[2] ?? '')))
      states.set(prefix, others.length === 0 ? state : '')
      return states.get(prefix) ?? ''
    },
    findZip(zip) {
      const [, city = '', county = '', latitude, longitude] = findRow(zips, zip) ?? []
      if (latitude === undefined) return undefined
      return { city, county, latitude: degrees(latitude), longitude: degrees(longitude) }
    },
    findPostalArea(code) {
      const [, city = '', latitude, longitude] = findRow(areas, code) ?? []
      if (latitude === undefined) return undefined
      return { city, latitude: degrees(latitude), longitude: degrees(longitude) }
    },
  }
}

function findRow(table: string, key: string): string[] | undefined {
  const start = lineStart(table, key)
  const row = table.slice(start, table.indexOf('\n', start)).split('\t')
  return row[0] === key ? row : undefined
}

/** The start of the first line that does not sort before `key`, in a text of sorted lines. */
function lineStart(table: string, key: string): number {
  let low = 0
  let high = table.length
  while (low < high) {
    const middle = (low + high) >> 1
    const start = table.lastIndexOf('\n', middle - 1) + 1
    if (table.slice(start, start + key.length) < key) low = table.indexOf('\n', middle) + 1
    else high = start
  }
  return low
}

function degrees(text: string | undefined): number | null {
  return text === undefined || text === '' ? null : Number(text)
}
