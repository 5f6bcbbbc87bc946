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
    branches: branchesOf(`
      HH-BKN Brooklyn | 718 347 929 | 112 | 20 | 6 | HH-CITY | Five Boroughs
      HH-QNS Queens | 718 347 929 | 110 111 113 114 | 17 | 5 | HH-CITY | Five Boroughs
      HH-MAN Manhattan | 212 646 917 | 100 101 | 15 | 5 | HH-CITY | Five Boroughs
      HH-BRX Bronx | 718 347 929 | 104 | 10 | 4 | HH-CITY | Five Boroughs
      HH-WPL White Plains | 914 | 105 106 107 | 9 | 4 | HH-SUBURBS | Hudson & Sound
      HH-HEM Hempstead | 516 631 | 115 117 | 12 | 4 | HH-SUBURBS | Long Island
      HH-NWK Newark | 973 862 201 | 070 071 073 | 11 | 4 | HH-SUBURBS | North Jersey
      HH-STM Stamford | 203 475 | 068 069 | 6 | 3 | HH-SUBURBS | Hudson & Sound
    `),
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
    branches: branchesOf(`
      LD-LOOP Chicago Loop | 312 773 872 | 606 | 30 | 6 | LD-CHICAGO
      LD-EVA Evanston | 847 224 | 600 602 | 18 | 4 | LD-SUBURBS
      LD-OAK Oak Park | 708 | 603 604 | 16 | 4 | LD-SUBURBS
      LD-NAP Naperville | 630 331 | 605 | 20 | 5 | LD-SUBURBS
      LD-SCH Schaumburg | 847 224 | 601 | 16 | 4 | LD-SUBURBS
    `),
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
    branches: branchesOf(`
      PC-GLE Glendale | 818 747 | 912 915 | 28 | 5 |  | Valley
      PC-TOR Torrance | 310 424 | 902 905 | 26 | 5 |  | South Bay
      PC-PAS Pasadena | 626 | 910 911 | 24 | 4 |  | Valley
      PC-LBC Long Beach | 562 | 907 908 | 22 | 4 |  | South Bay
    `),
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
    branches: branchesOf(`
      JL-DEN Denver | 303 720 | 800 801 802 | 44 | 5
      JL-BOU Boulder | 303 720 | 803 805 | 24 | 3
      JL-SCO Scottsdale | 480 602 | 850 852 | 32 | 4 |  |  | America/Phoenix
    `),
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
    branches: branchesOf(`
      MM-TOR Toronto | 416 647 437 | M4 M5 M6 | 50 | 4
      MM-MIS Mississauga | 905 289 | L4 L5 | 28 | 3
      MM-OTT Ottawa | 613 343 | K1 K2 | 22 | 3
    `),
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
    branches: branchesOf(`
      PV-HNL Honolulu | 808 | 968 | 60 | 3
      PV-KAI Kailua | 808 | 967 | 40 | 3
    `),
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

/** A branch a line: code and name, area codes, postal prefixes, weight, desks, and what else there is to say of it. */
function branchesOf(lines: string): Branch[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const parts = line.split('|').map((part) => part.trim())
      const [title = '', area = '', postal = '', weight, desks, region = '', market = '', timeZone = ''] =
        parts
      const [code = '', ...name] = title.split(' ')
      return {
        code,
        name: name.join(' '),
        areaCodes: area.split(' '),
        postalPrefixes: postal.split(' '),
        weight: Number(weight),
        desks: Number(desks),
        ...(region !== '' && { region }),
        ...(market !== '' && { market }),
        ...(timeZone !== '' && { timeZone }),
      }
    })
}
