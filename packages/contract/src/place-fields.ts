import { type FieldTable, fieldOf } from './field-declaration.ts'
import { geoPrecisions } from './fields.ts'

const text = fieldOf('text')
const entity = fieldOf('entity')
const code = fieldOf('code')
const choice = fieldOf('choice')
const number = fieldOf('number')

/** Where the other party of a call is. */
export const placeFields = {
  city: text('City', 'City of the other party.', { sent: { max: 120 }, uses: ['list', 'common', 'group'] }),
  state: code('State', 'State or province of the other party: US-CA.', {
    sent: { max: 16 },
    uses: ['common', 'group'],
  }),
  zipcode: code('ZIP code', 'ZIP code of the other party.', {
    sent: { max: 16 },
    uses: ['list', 'filter', 'group'],
    section: 'place',
  }),
  postalcode: code('Postal code', 'Canadian postal code of the other party.', {
    sent: { max: 16 },
    uses: ['filter', 'group'],
    section: 'place',
  }),
  county: entity('County', 'County of the other party, by its FIPS code.', {
    sent: { max: 16 },
    uses: ['filter', 'group'],
    section: 'place',
  }),
  metro: text('Metro area', 'Metropolitan area of the other party.', {
    sent: { max: 160 },
    uses: ['list', 'filter', 'group'],
    section: 'place',
  }),
  dma: code('DMA', 'Television market of the other party.', {
    sent: { max: 120 },
    uses: ['filter', 'group'],
    section: 'place',
  }),
  npanxx: code('NPA-NXX', 'Area code and exchange of the other party’s number.', {
    sent: { max: 6 },
    uses: ['filter', 'group'],
    section: 'place',
  }),
  country: text('Country', 'Country of the other party, by its ISO 3166 code.', {
    sent: { max: 2 },
    uses: ['filter', 'group'],
    section: 'place',
  }),
  latitude: number('Latitude', 'Of the place of the other party.', { sent: { min: -90, max: 90 } }),
  longitude: number('Longitude', 'Of the place of the other party.', { sent: { min: -180, max: 180 } }),
  callerTimeZone: text('Contact’s time zone', 'Time zone of the other party.', { section: 'place' }),
  geoPrecision: choice('Place known to', 'How well the place of the other party is known.', {
    values: geoPrecisions,
    isKnown: true,
    uses: ['filter'],
  }),
  geoSource: text('Place known from', 'Whether the source sent the place, or it is that of the number.', {
    section: 'place',
  }),
} as const satisfies FieldTable
