import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readGeodataTables } from './geodata-tables.ts'
import { loadGeography, nowhere } from './place-of-number.ts'

const geography = loadGeography()

describe('ofNumber', () => {
  it('places a number by its exchange', () => {
    expect(geography.ofNumber('+14155550123')).toEqual({
      city: 'San Francisco',
      state: 'US-CA',
      county: '06075',
      zipcode: '',
      postalcode: '',
      country: 'US',
      npanxx: '415555',
      metro: 'San Francisco-Oakland-Hayward, CA',
      latitude: 37.772,
      longitude: -122.425,
      timeZone: 'America/Los_Angeles',
      precision: 'city',
    })
  })

  it.each([
    {
      number: '+12127365000',
      city: 'New York',
      state: 'US-NY',
      county: '36061',
      timeZone: 'America/New_York',
    },
    {
      number: '+12025550123',
      city: 'Washington',
      state: 'US-DC',
      county: '11001',
      timeZone: 'America/New_York',
    },
    { number: '+13125550123', city: 'Chicago', state: 'US-IL', county: '17031', timeZone: 'America/Chicago' },
    {
      number: '+19075620123',
      city: 'Anchorage',
      state: 'US-AK',
      county: '02020',
      timeZone: 'America/Anchorage',
    },
    {
      number: '+18085230123',
      city: 'Honolulu',
      state: 'US-HI',
      county: '15003',
      timeZone: 'Pacific/Honolulu',
    },
    {
      number: '+18504320123',
      city: 'Pensacola',
      state: 'US-FL',
      county: '12033',
      timeZone: 'America/Chicago',
    },
    {
      number: '+18502220123',
      city: 'Tallahassee',
      state: 'US-FL',
      county: '12073',
      timeZone: 'America/New_York',
    },
    {
      number: '+12086640123',
      city: "Coeur d'Alene",
      state: 'US-ID',
      county: '16055',
      timeZone: 'America/Los_Angeles',
    },
    {
      number: '+18602490123',
      city: 'Hartford',
      state: 'US-CT',
      county: '09003',
      timeZone: 'America/New_York',
    },
    {
      number: '+13142310123',
      city: 'Saint Louis',
      state: 'US-MO',
      county: '29510',
      timeZone: 'America/Chicago',
    },
    { number: '+16132320123', city: 'Ottawa', state: 'CA-ON', county: '', timeZone: 'America/Toronto' },
    { number: '+18074680123', city: 'Kenora', state: 'CA-ON', county: '', timeZone: 'America/Winnipeg' },
    { number: '+15149330123', city: 'Montreal', state: 'CA-QC', county: '', timeZone: 'America/Toronto' },
  ])('places $number in $city', ({ number, ...place }) => {
    expect(geography.ofNumber(number)).toMatchObject({ ...place, precision: 'city' })
  })

  it.each([
    ['+14165550199', 'CA-ON', 'America/Toronto'],
    ['+16045550199', 'CA-BC', 'America/Vancouver'],
    ['+18795550199', 'CA-NL', 'America/St_Johns'],
    ['+13065550199', 'CA-SK', 'America/Regina'],
    ['+17875550199', 'US-PR', 'America/Puerto_Rico'],
    ['+16715550199', 'US-GU', 'Pacific/Guam'],
    ['+17755550199', 'US-NV', 'America/Los_Angeles'],
    ['+19755550199', 'US-MO', 'America/Chicago'],
    ['+16455550199', 'US-FL', 'America/New_York'],
  ])('knows of %s the state alone and names no city', (number, state, timeZone) => {
    const place = geography.ofNumber(number)
    expect(place).toMatchObject({ city: '', state, county: '', metro: '', timeZone, precision: 'state' })
    expect(place).toMatchObject({ latitude: null, longitude: null, npanxx: number.slice(2, 8) })
  })

  it('gives no zone where the area code has two and the exchange does not decide', () => {
    expect(geography.ofNumber('+12085550123')).toMatchObject({ state: 'US-ID', timeZone: '' })
  })

  it('gives no state where provinces share the area code', () => {
    expect(geography.ofNumber('+19025550199')).toMatchObject({
      country: 'CA',
      state: '',
      timeZone: 'America/Halifax',
      precision: 'country',
    })
    expect(geography.ofNumber('+18675550199')).toMatchObject({ country: 'CA', state: '', timeZone: '' })
  })

  it.each(['+18005551212', '+18335550123', '+18885550123', '+19005550123', '+15005550123'])(
    'finds no place in %s, which is not issued anywhere',
    (number) => {
      expect(geography.ofNumber(number)).toEqual({ ...nowhere, country: 'US' })
    },
  )

  it('keeps the exchange of an area code newer than the data', () => {
    expect(geography.ofNumber('+19245550123')).toEqual({ ...nowhere, npanxx: '924555' })
  })

  it.each([
    ['+12425550123', 'BS'],
    ['+18765550123', 'JM'],
    ['+442079460123', 'GB'],
    ['+441481960123', 'GG'],
    ['+79245559078', 'RU'],
    ['+77015550123', 'KZ'],
    ['+525555550123', 'MX'],
  ])('knows the country of %s', (number, country) => {
    expect(geography.ofNumber(number)).toMatchObject({ country, state: '', city: '', precision: 'country' })
  })

  it.each([
    null,
    '',
    '211553',
    '4155550123',
    '+',
    '+1',
    '+1415555',
    '+11155550123',
    '+99912345678',
    'anonymous',
  ])('finds %j nowhere', (number) => {
    expect(geography.ofNumber(number)).toEqual(nowhere)
  })

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(geography.ofNumber(`+1${text}`).zipcode).toBe('')
      }),
    )
  })
})

describe('ofZip', () => {
  it('gives city, county, metro and zone', () => {
    expect(geography.ofZip('94107')).toEqual({
      city: 'San Francisco',
      state: 'US-CA',
      county: '06075',
      zipcode: '94107',
      postalcode: '',
      country: 'US',
      npanxx: '',
      metro: 'San Francisco-Oakland-Hayward, CA',
      latitude: 37.762,
      longitude: -122.397,
      timeZone: 'America/Los_Angeles',
      precision: 'zip',
    })
  })

  it.each([
    ['06103', '09003', 'Hartford-West Hartford-East Hartford, CT'],
    ['06901', '09001', 'Bridgeport-Stamford-Norwalk, CT'],
    ['06510', '09009', 'New Haven-Milford, CT'],
    ['06226', '09015', 'Worcester, MA-CT'],
    ['06790', '09005', 'Torrington, CT'],
  ])('puts %s of Connecticut into the former county that the map draws', (zip, county, metro) => {
    expect(geography.ofZip(zip)).toMatchObject({ state: 'US-CT', county, metro })
  })

  it('reads ZIP+4', () => {
    expect(geography.ofZip(' 02108-1234 ')).toMatchObject({ zipcode: '02108', city: 'Boston' })
  })

  it('knows the zone by the county', () => {
    expect(geography.ofZip('47906').timeZone).toBe('America/New_York')
    expect(geography.ofZip('79901').timeZone).toBe('America/Denver')
    expect(geography.ofZip('32501').timeZone).toBe('America/Chicago')
  })

  it('knows Puerto Rico', () => {
    expect(geography.ofZip('00901')).toMatchObject({ city: 'San Juan', state: 'US-PR', county: '72127' })
  })

  it('gives the state of an unknown ZIP code, and does not pretend to know the code', () => {
    expect(geography.ofZip('10048')).toMatchObject({
      state: 'US-NY',
      zipcode: '',
      city: '',
      precision: 'state',
    })
  })

  it.each(['', 'abc', '00000', '09001', 'K1A0B1', '1'])('knows nothing of %j', (zip) => {
    expect(geography.ofZip(zip)).toEqual(nowhere)
  })
})

describe('ofPostalCode', () => {
  it.each([
    { code: 'm5v 2t6', postalcode: 'M5V2T6', city: 'Toronto', state: 'CA-ON' },
    { code: 'V6B', postalcode: 'V6B', city: 'Vancouver', state: 'CA-BC' },
    { code: 'T2P1J9', postalcode: 'T2P1J9', city: 'Calgary', state: 'CA-AB' },
  ])('places $code', ({ code, ...place }) => {
    expect(geography.ofPostalCode(code)).toMatchObject({ ...place, country: 'CA', precision: 'zip' })
  })

  it('names no city where the area is a region or a government', () => {
    expect(geography.ofPostalCode('K1A0B1')).toMatchObject({ city: '', state: 'CA-ON', latitude: 45.421 })
    expect(geography.ofPostalCode('X0A')).toMatchObject({ city: '', state: 'CA-NU', timeZone: '' })
  })

  it('gives the province of an unknown area', () => {
    expect(geography.ofPostalCode('H0H0H0')).toMatchObject({
      state: 'CA-QC',
      postalcode: '',
      precision: 'state',
    })
  })

  it.each(['', '94107', 'D1A', 'M5'])('knows nothing of %j', (code) => {
    expect(geography.ofPostalCode(code)).toEqual(nowhere)
  })
})

describe('ofCity', () => {
  it.each([
    { sent: 'SAN FRANCISCO', within: 'CA', city: 'San Francisco', state: 'US-CA', county: '06075' },
    { sent: 'St. Louis', within: 'MO', city: 'Saint Louis', state: 'US-MO', county: '29510' },
    { sent: 'ft worth', within: 'Texas', city: 'Fort Worth', state: 'US-TX', county: '48439' },
    { sent: 'Mc Lean', within: 'us-va', city: 'McLean', state: 'US-VA', county: '51059' },
    { sent: 'Hasbrouck Hts', within: 'NJ', city: 'Hasbrouck Heights', state: 'US-NJ', county: '34003' },
    { sent: 'montreal', within: 'QC', city: 'Montreal', state: 'CA-QC', county: '' },
  ])('finds $sent, $within', ({ sent, within, ...place }) => {
    expect(geography.ofCity(sent, within)).toMatchObject({ ...place, precision: 'city' })
  })

  it('takes the county with most of the ZIP codes', () => {
    expect(geography.ofCity('Atlanta', 'GA')).toMatchObject({ county: '13121' })
    expect(geography.ofCity('Kansas City', 'MO')).toMatchObject({ county: '29095' })
  })

  it('gives the state of an unknown city', () => {
    expect(geography.ofCity('Nowhereville', 'TX')).toMatchObject({
      city: '',
      state: 'US-TX',
      precision: 'state',
    })
    expect(geography.ofCity('', 'CA')).toMatchObject({ state: 'US-CA', timeZone: 'America/Los_Angeles' })
  })

  it('knows nothing of a city without a state', () => {
    expect(geography.ofCity('Springfield', '')).toEqual(nowhere)
    expect(geography.ofCity('London', 'England')).toEqual(nowhere)
  })
})

it('names counties', () => {
  expect(geography.countyName('06075')).toBe('San Francisco')
  expect(geography.countyName('99999')).toBe('')
})

describe('the tables', () => {
  const tables = readGeodataTables()

  it('join: each city has a county that exists, and each zone is one', () => {
    const known = new Set([...Intl.supportedValuesOf('timeZone'), ''])
    const errors = tables.cities.filter(
      (city) => city.county.length === 5 && !tables.counties.has(city.county),
    )
    expect(errors).toEqual([])
    expect(tables.zones.filter((zone) => !known.has(zone))).toEqual([])
    expect([...tables.counties.values()].filter((county) => !known.has(county.zone))).toEqual([])
  })

  it('put every city into North America or one of the islands', () => {
    const isThere = (latitude: number, longitude: number) =>
      (latitude > 13 && latitude < 84 && (longitude < -52 || longitude > 144)) ||
      (latitude < -14 && longitude < -169)
    const elsewhere = tables.cities.filter(
      ({ latitude, longitude }) => latitude !== null && longitude !== null && !isThere(latitude, longitude),
    )
    expect(elsewhere).toEqual([])
  })

  it('give a county to 97 of 100 cities of the US', () => {
    const inUs = tables.cities.filter((city) => city.state.startsWith('US-') && city.name !== '')
    expect(inUs.filter((city) => city.county.length === 5).length / inUs.length).toBeGreaterThan(0.97)
  })
})

// A table that were read anew for each of them would take hours.
it('places 100,000 numbers', () => {
  const numbers = Array.from({ length: 100_000 }, (_, n) => `+1${2_005_550_000 + n * 77_777}`)
  expect(numbers.filter((number) => geography.ofNumber(number).state !== '').length).toBeGreaterThan(0)
})
