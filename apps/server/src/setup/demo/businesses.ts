import type { ChannelName } from './channels.ts'
import { carDealer, dentist, homeServices, lodge, outfitter, type Trade, veterinarian } from './trades.ts'

/** One of the customers that the demo data are about. All are made up, as is everybody who works there. */
export interface Business {
  customerId: string
  /** Code of the customer, with which the codes of all its entities begin. */
  code: string
  name: string
  timeZone: string
  country: 'US' | 'CA'
  currency: string
  /** Of all calls. */
  share: number
  /** Host under example.com, which nobody can own. */
  site: string
  trade: Trade
  branches: readonly Branch[]
  /** Advertised numbers for all branches together; each branch has one more of its own. */
  channels: readonly ChannelName[]
}

export interface Branch {
  /** Code of the location. */
  code: string
  name: string
  /** Only if it differs from that of the business. */
  timeZone?: string
  region?: string
  /** How busy it is relative to the other branches. */
  weight: number
  /** People who take calls at a time. */
  desks: number
  areaCodes: readonly string[]
  /** The first three characters of its callers' ZIP codes, or two of their postal codes. */
  postalPrefixes: readonly string[]
  /** What the customer calls this market: our own names, as the public list must not be copied. */
  market?: string
}

export const businesses: readonly Business[] = [
  {
    customerId: '0c000000-0000-7000-8000-000000000001',
    code: 'HH',
    name: 'Harbor & Hearth Home Services',
    timeZone: 'America/New_York',
    country: 'US',
    currency: 'USD',
    share: 0.4,
    site: 'harborhearth.example.com',
    trade: homeServices,
    branches: [
      branch('HH-BKN Brooklyn', {
        area: '718 347 929',
        postal: '112',
        weight: 20,
        desks: 6,
        region: 'HH-CITY',
        market: 'Five Boroughs',
      }),
      branch('HH-QNS Queens', {
        area: '718 347 929',
        postal: '110 111 113 114',
        weight: 17,
        desks: 5,
        region: 'HH-CITY',
        market: 'Five Boroughs',
      }),
      branch('HH-MAN Manhattan', {
        area: '212 646 917',
        postal: '100 101',
        weight: 15,
        desks: 5,
        region: 'HH-CITY',
        market: 'Five Boroughs',
      }),
      branch('HH-BRX Bronx', {
        area: '718 347 929',
        postal: '104',
        weight: 10,
        desks: 4,
        region: 'HH-CITY',
        market: 'Five Boroughs',
      }),
      branch('HH-WPL White Plains', {
        area: '914',
        postal: '105 106 107',
        weight: 9,
        desks: 4,
        region: 'HH-SUBURBS',
        market: 'Hudson & Sound',
      }),
      branch('HH-HEM Hempstead', {
        area: '516 631',
        postal: '115 117',
        weight: 12,
        desks: 4,
        region: 'HH-SUBURBS',
        market: 'Long Island',
      }),
      branch('HH-NWK Newark', {
        area: '973 862 201',
        postal: '070 071 073',
        weight: 11,
        desks: 4,
        region: 'HH-SUBURBS',
        market: 'North Jersey',
      }),
      branch('HH-STM Stamford', {
        area: '203 475',
        postal: '068 069',
        weight: 6,
        desks: 3,
        region: 'HH-SUBURBS',
        market: 'Hudson & Sound',
      }),
    ],
    channels: [
      'adsBrand',
      'adsServices',
      'bing',
      'facebook',
      'directMail',
      'radio',
      'referral',
      'website',
      'adsUrgent',
      'adsOffers',
      'facebookAgain',
      'mailNeighbours',
    ],
  },
  {
    customerId: '0c000000-0000-7000-8000-000000000002',
    code: 'LD',
    name: 'Lakeshore Dental Group',
    timeZone: 'America/Chicago',
    country: 'US',
    currency: 'USD',
    share: 0.22,
    site: 'lakeshoredental.example.com',
    trade: dentist,
    branches: [
      branch('LD-LOOP Chicago Loop', {
        area: '312 773 872',
        postal: '606',
        weight: 30,
        desks: 6,
        region: 'LD-CHICAGO',
      }),
      branch('LD-EVA Evanston', {
        area: '847 224',
        postal: '600 602',
        weight: 18,
        desks: 4,
        region: 'LD-SUBURBS',
      }),
      branch('LD-OAK Oak Park', {
        area: '708',
        postal: '603 604',
        weight: 16,
        desks: 4,
        region: 'LD-SUBURBS',
      }),
      branch('LD-NAP Naperville', {
        area: '630 331',
        postal: '605',
        weight: 20,
        desks: 5,
        region: 'LD-SUBURBS',
      }),
      branch('LD-SCH Schaumburg', {
        area: '847 224',
        postal: '601',
        weight: 16,
        desks: 4,
        region: 'LD-SUBURBS',
      }),
    ],
    channels: [
      'adsBrand',
      'adsServices',
      'bing',
      'facebook',
      'directMail',
      'referral',
      'website',
      'adsUrgent',
    ],
  },
  {
    customerId: '0c000000-0000-7000-8000-000000000003',
    code: 'PC',
    name: 'Pacific Crest Motors',
    timeZone: 'America/Los_Angeles',
    country: 'US',
    currency: 'USD',
    share: 0.15,
    site: 'pacificcrestmotors.example.com',
    trade: carDealer,
    branches: [
      branch('PC-GLE Glendale', {
        area: '818 747',
        postal: '912 915',
        weight: 28,
        desks: 5,
        market: 'Valley',
      }),
      branch('PC-TOR Torrance', {
        area: '310 424',
        postal: '902 905',
        weight: 26,
        desks: 5,
        market: 'South Bay',
      }),
      branch('PC-PAS Pasadena', { area: '626', postal: '910 911', weight: 24, desks: 4, market: 'Valley' }),
      branch('PC-LBC Long Beach', {
        area: '562',
        postal: '907 908',
        weight: 22,
        desks: 4,
        market: 'South Bay',
      }),
    ],
    channels: ['adsBrand', 'adsServices', 'radio', 'facebook', 'referral', 'website'],
  },
  {
    customerId: '0c000000-0000-7000-8000-000000000004',
    code: 'JL',
    name: 'Juniper Lodge Hotels',
    timeZone: 'America/Denver',
    country: 'US',
    currency: 'USD',
    share: 0.12,
    site: 'juniperlodge.example.com',
    trade: lodge,
    branches: [
      branch('JL-DEN Denver', { area: '303 720', postal: '800 801 802', weight: 44, desks: 5 }),
      branch('JL-BOU Boulder', { area: '303 720', postal: '803 805', weight: 24, desks: 3 }),
      branch('JL-SCO Scottsdale', {
        area: '480 602',
        postal: '850 852',
        weight: 32,
        desks: 4,
        timeZone: 'America/Phoenix',
      }),
    ],
    channels: ['adsBrand', 'adsServices', 'bing', 'referral', 'website'],
  },
  {
    customerId: '0c000000-0000-7000-8000-000000000005',
    code: 'MM',
    name: 'Maple & Main Outfitters',
    timeZone: 'America/Toronto',
    country: 'CA',
    currency: 'CAD',
    share: 0.07,
    site: 'mapleandmain.example.com',
    trade: outfitter,
    branches: [
      branch('MM-TOR Toronto', { area: '416 647 437', postal: 'M4 M5 M6', weight: 50, desks: 4 }),
      branch('MM-MIS Mississauga', { area: '905 289', postal: 'L4 L5', weight: 28, desks: 3 }),
      branch('MM-OTT Ottawa', { area: '613 343', postal: 'K1 K2', weight: 22, desks: 3 }),
    ],
    channels: ['adsServices', 'facebook'],
  },
  {
    customerId: '0c000000-0000-7000-8000-000000000006',
    code: 'PV',
    name: 'Plumeria Veterinary Care',
    timeZone: 'Pacific/Honolulu',
    country: 'US',
    currency: 'USD',
    share: 0.04,
    site: 'plumeriavet.example.com',
    trade: veterinarian,
    branches: [
      branch('PV-HNL Honolulu', { area: '808', postal: '968', weight: 60, desks: 3 }),
      branch('PV-KAI Kailua', { area: '808', postal: '967', weight: 40, desks: 3 }),
    ],
    channels: ['adsServices', 'referral'],
  },
]

/** Locations that stand for several branches, so that a right to one covers them all. */
export const regionNames: Readonly<Record<string, string>> = {
  'HH-CITY': 'New York City',
  'HH-SUBURBS': 'New York suburbs',
  'LD-CHICAGO': 'City of Chicago',
  'LD-SUBURBS': 'Chicago suburbs',
}

type BranchPlan = Omit<Branch, 'code' | 'name' | 'areaCodes' | 'postalPrefixes'> & {
  area: string
  postal: string
}

/** Code and name, and lists, as one text each. */
function branch(title: string, { area, postal, ...rest }: BranchPlan): Branch {
  const [code = '', ...name] = title.split(' ')
  return {
    code,
    name: name.join(' '),
    areaCodes: area.split(' '),
    postalPrefixes: postal.split(' '),
    ...rest,
  }
}
