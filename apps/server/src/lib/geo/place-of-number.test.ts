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
    ['+12127365000', 'New York', 'US-NY', '36061', 'America/New_York'],
    ['+12025550123', 'Washington', 'US-DC', '11001', 'America/New_York'],
    ['+13125550123', 'Chicago', 'US-IL', '17031', 'America/Chicago'],
    ['+19075620123', 'Anchorage', 'US-AK', '02020', 'America/Anchorage'],
    ['+18085230123', 'Honolulu', 'US-HI', '15003', 'Pacific/Honolulu'],
    ['+18504320123', 'Pensacola', 'US-FL', '12033', 'America/Chicago'],
    ['+18502220123', 'Tallahassee', 'US-FL', '12073', 'America/New_York'],
    ['+12086640123', "Coeur d'Alene", 'US-ID', '16055', 'America/Los_Angeles'],
    ['+18602490123', 'Hartford', 'US-CT', '09003', 'America/New_York'],
    ['+13142310123', 'Saint Louis', 'US-MO', '29510', 'America/Chicago'],
    ['+16132320123', 'Ottawa', 'CA-ON', '', 'America/Toronto'],
    ['+18074680123', 'Kenora', 'CA-ON', '', 'America/Winnipeg'],
    ['+15149330123', 'Montreal', 'CA-QC', '', 'America/Toronto'],
  ])('places %s in %s', (number, city, state, county, timeZone) => {
    expect(geography.ofNumber(number)).toMatchObject({ city, state, county, timeZone, precision: 'city' })
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
    fc.assert(fc.property(fc.string(), (text) => geography.ofNumber(`+1${text}`).zipcode === ''))
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
    ['m5v 2t6', 'M5V2T6', 'Toronto', 'CA-ON'],
    ['V6B', 'V6B', 'Vancouver', 'CA-BC'],
    ['T2P1J9', 'T2P1J9', 'Calgary', 'CA-AB'],
  ])('places %s', (code, postalcode, city, state) => {
    expect(geography.ofPostalCode(code)).toMatchObject({
      postalcode,
      city,
      state,
      country: 'CA',
      precision: 'zip',
    })
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
    ['SAN FRANCISCO', 'CA', 'San Francisco', 'US-CA', '06075'],
    ['St. Louis', 'MO', 'Saint Louis', 'US-MO', '29510'],
    ['ft worth', 'Texas', 'Fort Worth', 'US-TX', '48439'],
    ['Mc Lean', 'us-va', 'McLean', 'US-VA', '51059'],
    ['Hasbrouck Hts', 'NJ', 'Hasbrouck Heights', 'US-NJ', '34003'],
    ['montreal', 'QC', 'Montreal', 'CA-QC', ''],
  ])('finds %s, %s', (city, state, name, code, county) => {
    expect(geography.ofCity(city, state)).toMatchObject({
      city: name,
      state: code,
      county,
      precision: 'city',
    })
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
    const faults = tables.cities.filter(
      (city) => city.county.length === 5 && !tables.counties.has(city.county),
    )
    expect(faults).toEqual([])
    expect(tables.zones.filter((zone) => !known.has(zone))).toEqual([])
    expect([...tables.counties.values()].filter((county) => !known.has(county.zone))).toEqual([])
  })

  it('give a county to 97 of 100 cities of the US', () => {
    const inUs = tables.cities.filter((city) => city.state.startsWith('US-') && city.name !== '')
    expect(inUs.filter((city) => city.county.length === 5).length / inUs.length).toBeGreaterThan(0.97)
  })
})

// Ten times the time it takes, so that a busy machine passes and a table read anew for each number does not.
it('places 100,000 numbers in 0.2 s', () => {
  const numbers = Array.from({ length: 100_000 }, (_, n) => `+1${2_005_550_000 + n * 77_777}`)
  const startedAt = performance.now()
  for (const number of numbers) geography.ofNumber(number)
  expect(performance.now() - startedAt).toBeLessThan(200)
})
