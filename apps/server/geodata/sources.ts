import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { z } from 'zod'
import { fipsOfState, provinceOfPostalCode, stateCodeOf } from '../src/lib/geo/states.ts'
import type { CountyOutlines } from './county-outlines.ts'

/** A prefix of the national number (3–6 digits, without the 1) and what libphonenumber says of it. */
export interface NumberPlace {
  prefix: string
  /** `''` where only the state is known. */
  city: string
  state: string
}

export interface ZipCode {
  zip: string
  city: string
  state: string
  /** FIPS, of the counties that the map draws. */
  county: string
  latitude: number
  longitude: number
}

export interface PostalArea {
  /** The first three characters of a Canadian postal code. */
  code: string
  state: string
  description: string
  latitude: number | null
  longitude: number | null
}

export interface CensusCounty {
  fips: string
  name: string
  metro: string
}

// Names of states in libphonenumber's list that are not those of ISO 3166-2.
const stateNames: Readonly<Record<string, string>> = {
  'Washington State': 'US-WA',
  'British Colombia': 'CA-BC',
}

/** libphonenumber's `geocoding/en/1.txt`. Texts that name neither a state nor a province are left out. */
export function readNumberPlaces(path: string): NumberPlace[] {
  return prefixLines(path).flatMap(({ prefix, text }): NumberPlace[] => {
    // The national capital is a city and its own state.
    if (text === 'Washington D.C.') return [{ prefix, city: 'Washington', state: 'US-DC' }]
    const state = stateNames[text] ?? stateCodeOf(text)
    if (state !== '' && text.length > 2) return [{ prefix, city: '', state }]
    // `Downtown Brooklyn, Brooklyn, NY`: the last name before the state is the city.
    const [code = '', city = ''] = text.split(', ').toReversed()
    const named = stateCodeOf(code)
    return city !== '' && named !== '' ? [{ prefix, city, state: named }] : []
  })
}

/** libphonenumber's `timezones/map_data.txt`: the zones of each prefix of the North American plan. */
export function readNumberZones(path: string): Map<string, string[]> {
  return new Map(prefixLines(path).map(({ prefix, text }) => [prefix, text.split('&')]))
}

function prefixLines(path: string): { prefix: string; text: string }[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const match = /^1(\d{3,6})\|(.+)$/.exec(line.trim())
      return match === null ? [] : [{ prefix: match[1] ?? '', text: match[2] ?? '' }]
    })
}

/**
 * ZIP codes of GeoNames (`US.txt`) and, for the territories that file lacks, of npm `zipcodes`. GeoNames gives
 * Connecticut's planning regions of 2022, the map and the metro list its former counties, and the territories have no
 * county at all: there the county is the one whose outline holds the point. Military ZIP codes are left out.
 */
export function readZipCodes(geonames: string, zipcodes: string, outlines: CountyOutlines): ZipCode[] {
  const rows = new Map<string, ZipCode>()
  const add = (zip: Omit<ZipCode, 'county'>, given: string) => {
    const found = outlines.names.has(given)
      ? given
      : outlines.find(fipsOfState(zip.state), zip.latitude, zip.longitude)
    if (!rows.has(zip.zip)) rows.set(zip.zip, { ...zip, county: found ?? fipsOfState(zip.state) })
  }
  for (const line of readFileSync(geonames, 'utf8').split('\n')) {
    const [, zip = '', city = '', , abbreviation = '', , county = '', , , latitude, longitude] =
      line.split('\t')
    const state = stateCodeOf(abbreviation)
    if (!/^\d{5}$/.test(zip) || state === '') continue
    // GeoNames parts the names of clans: `Mc Lean`.
    const name = city.trim().replace(/\bMc (?=[A-Z])/g, 'Mc')
    const row = { zip, city: name, state, latitude: Number(latitude), longitude: Number(longitude) }
    add(row, fipsOfState(state) + county)
  }
  for (const code of readNpmZipcodes(zipcodes)) {
    const { zip, city, state, latitude, longitude } = code
    if (code.country !== 'US' || !['AS', 'GU', 'MP', 'PR', 'VI'].includes(state)) continue
    if (latitude !== null && longitude !== null)
      add({ zip, city, state: stateCodeOf(state), latitude, longitude }, '')
  }
  return [...rows.values()].toSorted((a, b) => (a.zip < b.zip ? -1 : 1))
}

const noPoint = { latitude: null, longitude: null }

/** Canadian areas of npm `zipcodes`. The province is read off the letter: that column holds other things too. */
export function readPostalAreas(zipcodes: string): PostalArea[] {
  return (
    readNpmZipcodes(zipcodes)
      // H0H, for letters to the North Pole, has its place there.
      .filter((code) => code.country === 'Canada' && code.zip !== 'H0H')
      .map(({ zip, city, latitude, longitude }) => ({
        code: zip,
        state: provinceOfPostalCode(zip),
        description: city,
        ...(latitude === null || longitude === null ? noPoint : { latitude, longitude }),
      }))
      .toSorted((a, b) => (a.code < b.code ? -1 : 1))
  )
}

const NpmZipcode = z.object({
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  // Half a point stands in some rows of Canada.
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
type NpmZipcode = z.infer<typeof NpmZipcode>

function readNpmZipcodes(folder: string): NpmZipcode[] {
  const loaded: unknown = createRequire(import.meta.url)(folder)
  const { codes } = z.object({ codes: z.record(z.string(), NpmZipcode) }).parse(loaded)
  return Object.values(codes)
}

/** Every county on the map, with its metro area in NBER's copy of the Census list (`cbsa2fipsxw.csv`). */
export function readCounties(path: string, outlines: CountyOutlines): CensusCounty[] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const columns = header.split(',')
  const metros = new Map(
    lines.map((line) => {
      const fields = line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((field) => field.replace(/^"|"$/g, ''))
      const field = (name: string) => fields[columns.indexOf(name)] ?? ''
      const fips = field('fipsstatecode').padStart(2, '0') + field('fipscountycode').padStart(3, '0')
      return [fips, field('cbsatitle')] as const
    }),
  )
  return [...outlines.names]
    .map(([fips, name]) => ({ fips, name, metro: metros.get(fips) ?? '' }))
    .toSorted((a, b) => (a.fips < b.fips ? -1 : 1))
}
