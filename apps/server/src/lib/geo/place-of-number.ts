import type { geoPrecisions } from '@callboard/contract/fields'
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { cityKey } from './city-key.ts'
import {
  exchangeIndex,
  noCity,
  readGeodataTables,
  type CityRow,
  type GeodataTables,
} from './geodata-tables.ts'
import { mainZoneOf, provinceOfPostalCode, stateCodeOf, stateOfCounty } from './states.ts'

export type Precision = (typeof geoPrecisions)[number]

/**
 * Where a caller is, or where the number was issued. What is unknown is '' (null for the coordinates), never guessed.
 * Coordinates are those of the ZIP code or the city; a state has none.
 */
export interface Place {
  readonly city: string
  /** ISO 3166-2: `US-CA`, `CA-ON`; the US territories as `US-PR`. */
  readonly state: string
  /** FIPS, five digits. In Connecticut one of the eight former counties, which maps and metro areas still use. */
  readonly county: string
  /** Only as it was given, never derived. */
  readonly zipcode: string
  readonly postalcode: string
  /** ISO 3166-1, two letters. */
  readonly country: string
  /** Area code and exchange of a North American number (`415555`); '' for toll-free ones. */
  readonly npanxx: string
  /** Title of the county's Census metro area. */
  readonly metro: string
  readonly latitude: number | null
  readonly longitude: number | null
  /** IANA name. */
  readonly timeZone: string
  readonly precision: Precision
}

export interface Geography {
  /**
   * By the exchange: where the number was issued, which may not be where a mobile or ported number is now. Toll-free and
   * other numbers without a place have only a country, with precision `none`.
   */
  ofNumber(e164: string | null): Place
  /** `94107` or `94107-1234`. Of an unknown ZIP code the state, if all with the same first three digits are in one. */
  ofZip(zip: string): Place
  /** Canadian, in full or its first three characters: `M5V`, `m5v 2t6`. */
  ofPostalCode(code: string): Place
  /** `SAN FRANCISCO`, `CA`. Of an unknown city the state, which may be given by code or by name. */
  ofCity(city: string, state: string): Place
  /** `San Francisco` of `06075`; '' when unknown. */
  countyName(fips: string): string
}

export const nowhere: Place = {
  city: '',
  state: '',
  county: '',
  zipcode: '',
  postalcode: '',
  country: '',
  npanxx: '',
  metro: '',
  latitude: null,
  longitude: null,
  timeZone: '',
  precision: 'none',
}

let loaded: Geography | undefined

/** It is read once, and the same for all. */
export function loadGeography(): Geography {
  loaded ??= readGeography()
  return loaded
}

function readGeography(): Geography {
  const tables = readGeodataTables()
  const countryOf = countryFinder()
  const findCity = cityFinder(tables.cities)
  return {
    ofNumber(e164) {
      if (e164 === null || !e164.startsWith('+')) return nowhere
      if (e164.charCodeAt(1) === one && e164.length === 12) return placeInPlan(tables, e164)
      const country = countryOf(e164)
      return country === '' ? nowhere : { ...nowhere, country, precision: 'country' }
    },
    ofZip: (zip) => placeOfZip(tables, zip.trim().slice(0, 5)),
    ofPostalCode: (code) => placeOfPostalCode(tables, code.replace(/\s/g, '').toUpperCase()),
    ofCity(city, state) {
      const code = stateCodeOf(state)
      const row = city === '' || code === '' ? undefined : findCity(code, city)
      if (row === undefined) return placeOfState(code)
      const county = tables.counties.get(row.county)
      const timeZone = row.zone === '' ? (county?.zone ?? mainZoneOf(code)) : row.zone
      return { ...placeOfState(code), ...detailsOf(tables, row), timeZone, precision: 'city' }
    },
    countyName: (fips) => tables.counties.get(fips)?.name ?? '',
  }
}

const one = 0x31
const nationalNumber = /^[2-9]\d{9}$/

/** Numbers of the North American plan, `+1` and ten digits. */
function placeInPlan(tables: GeodataTables, e164: string): Place {
  if (!nationalNumber.test(e164.slice(2))) return nowhere
  const areaCode = Number(e164.slice(2, 5))
  const area = tables.areaCodes[areaCode - 200]
  // An area code newer than the data may belong to any of the plan's twenty-five countries.
  if (area === undefined) return { ...nowhere, npanxx: e164.slice(2, 8) }
  if (!area.isPlace) return { ...nowhere, country: area.country }

  const index = exchangeIndex(areaCode, Number(e164.slice(5, 8)))
  const row = tables.cities[tables.cityOfExchange[index] ?? noCity]
  const state = row?.state ?? area.state
  const hasCity = row !== undefined && row.name !== ''
  const timeZone = tables.zones[tables.zoneOfExchange[index] ?? 0] ?? ''
  const county = hasCity ? row.county : ''
  return {
    city: hasCity ? row.name : '',
    state,
    county,
    zipcode: '',
    postalcode: '',
    country: area.country,
    npanxx: e164.slice(2, 8),
    metro: county === '' ? '' : (tables.counties.get(county)?.metro ?? ''),
    latitude: hasCity ? row.latitude : null,
    longitude: hasCity ? row.longitude : null,
    timeZone,
    precision: hasCity ? 'city' : state === '' ? 'country' : 'state',
  }
}

function placeOfState(state: string): Place {
  if (state === '') return nowhere
  return { ...nowhere, state, country: state.slice(0, 2), timeZone: mainZoneOf(state), precision: 'state' }
}

type Details = Pick<Place, 'city' | 'county' | 'metro' | 'latitude' | 'longitude'>

function detailsOf(tables: GeodataTables, row: CityRow): Details {
  const { county, latitude, longitude } = row
  return { city: row.name, county, metro: tables.counties.get(county)?.metro ?? '', latitude, longitude }
}

function placeOfZip(tables: GeodataTables, zip: string): Place {
  const row = tables.findZip(zip)
  if (row === undefined) return placeOfState(tables.stateOfZipPrefix(zip.slice(0, 3)))
  const county = tables.counties.get(row.county)
  const state = stateOfCounty(row.county)
  return {
    ...placeOfState(state),
    city: row.city,
    county: county === undefined ? '' : row.county,
    zipcode: zip,
    metro: county?.metro ?? '',
    latitude: row.latitude,
    longitude: row.longitude,
    timeZone: county?.zone ?? mainZoneOf(state),
    precision: 'zip',
  }
}

function placeOfPostalCode(tables: GeodataTables, code: string): Place {
  if (!/^[A-Z]\d[A-Z](?:\d[A-Z]\d)?$/.test(code)) return nowhere
  const state = provinceOfPostalCode(code)
  const row = tables.findPostalArea(code.slice(0, 3))
  if (row === undefined) return placeOfState(state)
  return { ...placeOfState(state), ...row, postalcode: code, precision: 'zip' }
}

type FindCity = (state: string, name: string) => CityRow | undefined

/** The index of a state is built when first needed: all of them would double the time to load. */
function cityFinder(cities: readonly CityRow[]): FindCity {
  const folded = new Map<string, Map<string, CityRow>>()
  return (state, name) => {
    let inState = folded.get(state)
    if (inState === undefined) {
      const named = cities.filter((city) => city.state === state && city.name !== '')
      inState = new Map(named.map((city) => [cityKey(city.name), city]))
      folded.set(state, inState)
    }
    return inState.get(cityKey(name))
  }
}

/** The country of a number by its calling code, and by the rest of the number where countries share a code. */
function countryFinder(): (e164: string) => string {
  const countries = Map.groupBy(getCountries(), (country) => getCountryCallingCode(country))
  return (e164) => {
    for (let length = 1; length <= 3; length++) {
      const [country, ...others] = countries.get(e164.slice(1, length + 1)) ?? []
      if (country === undefined) continue
      return others.length === 0 ? country : (parsePhoneNumberFromString(e164)?.country ?? '')
    }
    return ''
  }
}
