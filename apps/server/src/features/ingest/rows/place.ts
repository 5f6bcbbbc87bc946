import type { CallInput } from '@callboard/contract/calls'
import { cityKey } from '../../../lib/geo/city-key.ts'
import { nowhere, type Geography, type Place, type Precision } from '../../../lib/geo/place-of-number.ts'
import { stateCodeOf } from '../../../lib/geo/states.ts'

export interface CallPlace extends Place {
  dma: string
  /** '' when no place is known. */
  geoSource: 'source' | 'number' | ''
}

/**
 * The place of the other party: what the source says, completed from its ZIP code or city, or, if the source says
 * nothing, where the number was issued. The two are never mixed, except for NPA-NXX, which only a number has, and a
 * missing time zone.
 */
export function placeOfCall(input: CallInput, e164: string | null, geography: Geography): CallPlace {
  const ofNumber = geography.ofNumber(e164)
  const dma = input.dma ?? ''
  const npanxx = (input.npanxx ?? '') || ofNumber.npanxx
  if (!hasPlace(input, ofNumber)) {
    return { ...ofNumber, npanxx, dma, geoSource: ofNumber.precision === 'none' ? '' : 'number' }
  }
  const sent = sentPlace(input, geography)
  const timeZone = sent.timeZone || (sent.state === ofNumber.state ? ofNumber.timeZone : '')
  return { ...sent, npanxx, dma, timeZone, geoSource: 'source' }
}

/** A country alone says nothing that a number of that country does not. */
function hasPlace(input: CallInput, ofNumber: Place): boolean {
  if (input.city || input.state || input.county || input.zipcode || input.postalcode || input.metro)
    return true
  if (typeof input.latitude === 'number' && typeof input.longitude === 'number') return true
  return Boolean(input.country) && input.country?.toUpperCase() !== ofNumber.country
}

function sentPlace(input: CallInput, geography: Geography): Place {
  const zipcode = zipOf(input.zipcode ?? '')
  const postalcode = (input.postalcode ?? '').replaceAll(/\s/g, '').toUpperCase()
  const country = (input.country ?? '').toUpperCase()
  const state = stateOf(input.state ?? '', country)
  const known = lookUp({ zipcode, postalcode, state, city: input.city ?? '' }, geography)
  const city = cityOf(input.city ?? '', known.city)
  const hasPoint = typeof input.latitude === 'number' && typeof input.longitude === 'number'
  const place = {
    city,
    state: state || known.state,
    county: (input.county ?? '') || known.county,
    zipcode,
    postalcode,
    country: country || known.country,
    npanxx: '',
    metro: (input.metro ?? '') || known.metro,
    latitude: hasPoint ? (input.latitude ?? null) : known.latitude,
    longitude: hasPoint ? (input.longitude ?? null) : known.longitude,
    timeZone: known.timeZone,
  }
  return { ...place, precision: precisionOf(place) }
}

interface Sent {
  zipcode: string
  postalcode: string
  state: string
  city: string
}

function lookUp({ zipcode, postalcode, state, city }: Sent, geography: Geography): Place {
  if (zipcode !== '') {
    const place = geography.ofZip(zipcode)
    if (place.precision !== 'none' && (state === '' || place.state === state)) return place
  }
  if (postalcode !== '') {
    const place = geography.ofPostalCode(postalcode)
    if (place.precision !== 'none' && (state === '' || place.state === state)) return place
  }
  return state === '' ? nowhere : geography.ofCity(city, state)
}

function precisionOf(place: Omit<Place, 'precision'>): Precision {
  if (place.zipcode !== '' || place.postalcode !== '') return 'zip'
  if (place.city !== '') return 'city'
  if (place.state !== '') return 'state'
  return place.country === '' ? 'none' : 'country'
}

/** `94107-1234` is in `94107`. */
function zipOf(sent: string): string {
  return /^\d{5}-?\d{4}$/.test(sent) ? sent.slice(0, 5) : sent
}

/** `CA` in the US becomes `US-CA`; elsewhere what the source sent is kept. */
function stateOf(sent: string, country: string): string {
  if (sent === '') return ''
  const code = stateCodeOf(sent)
  const isThere = country === '' || code.startsWith(country) || /^(PR|GU|VI|AS|MP)$/.test(country)
  return code !== '' && isThere ? code : sent
}

/** One spelling per city, so that `SAN FRANCISCO` and `San Francisco` are one row of a report. */
function cityOf(sent: string, known: string): string {
  if (sent === '') return known
  return known !== '' && cityKey(sent) === cityKey(known) ? known : sent
}
