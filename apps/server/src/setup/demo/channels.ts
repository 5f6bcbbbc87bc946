import { weighted } from './random.ts'

/** A way in which people come upon a number. */
export interface Channel {
  source: string
  medium: string
  /** '' for none; `*` stands for the service that was looked for. */
  campaign: string
  /** How many calls it draws against the other channels of a business. */
  weight: number
  /** Searched words are known. */
  hasKeyword?: boolean
  /** The caller saw a page of the business. */
  hasPage?: boolean
  referrer?: string
  /** Google's click id. */
  hasClickId?: boolean
  /** Only while it is paid for: `daysAgo` is how long before the last day. */
  strength?: (daysAgo: number) => number
}

const google = 'https://www.google.com/'
const facebook = 'https://www.facebook.com/'

const googleAds = {
  source: 'Google Ads',
  medium: 'cpc',
  hasKeyword: true,
  hasPage: true,
  referrer: google,
  hasClickId: true,
} as const
const paidSocial = { source: 'Facebook', medium: 'paid social', hasPage: true, referrer: facebook } as const

const postcards = [82, 54, 25] as const

/** Cards lie on kitchen tables for a week or two. */
function afterMailing(daysAgo: number): number {
  const last = postcards.find((mailed) => mailed <= daysAgo + 40 && mailed >= daysAgo)
  return last === undefined ? 0.15 : 0.15 + 2.6 * Math.exp((daysAgo - last) / 6)
}

function onAir(daysAgo: number): number {
  return (daysAgo <= 72 && daysAgo > 51) || (daysAgo <= 31 && daysAgo > 16) ? 2.1 : 0.12
}

export const channels = {
  organic: {
    source: 'Google organic',
    medium: 'organic',
    campaign: '',
    weight: 5,
    hasPage: true,
    referrer: google,
  },
  profile: {
    source: 'Google Business Profile',
    medium: 'organic',
    campaign: '',
    weight: 3,
    referrer: google,
  },
  website: { source: 'Website', medium: 'direct', campaign: '', weight: 8, hasPage: true },
  adsBrand: { ...googleAds, campaign: 'Brand', weight: 9 },
  adsServices: { ...googleAds, campaign: 'Search: *', weight: 15 },
  adsUrgent: { ...googleAds, campaign: 'Urgent help', weight: 5 },
  adsOffers: {
    ...googleAds,
    campaign: 'Seasonal offers',
    weight: 4,
    strength: (daysAgo) => (daysAgo < 45 ? 1.5 : 0.4),
  },
  bing: {
    source: 'Bing Ads',
    medium: 'cpc',
    campaign: 'Bing search',
    weight: 4,
    hasKeyword: true,
    hasPage: true,
    referrer: 'https://www.bing.com/',
  },
  facebook: { ...paidSocial, campaign: 'Local awareness', weight: 5 },
  facebookAgain: { ...paidSocial, campaign: 'Second look', weight: 2 },
  directMail: {
    source: 'Direct mail',
    medium: 'print',
    campaign: 'Postcards',
    weight: 7,
    strength: afterMailing,
  },
  mailNeighbours: {
    source: 'Direct mail',
    medium: 'print',
    campaign: 'Neighbor letters',
    weight: 3,
    strength: afterMailing,
  },
  radio: { source: 'Radio', medium: 'audio', campaign: 'Morning drive', weight: 4, strength: onAir },
  referral: {
    source: 'Referral',
    medium: 'referral',
    campaign: 'Partner directory',
    weight: 4,
    hasPage: true,
    referrer: 'https://directory.example.net/',
  },
} as const satisfies Record<string, Channel>

export type ChannelName = keyof typeof channels

const shareOfBranch: ReadonlyMap<Channel, number> = new Map<Channel, number>([
  [channels.organic, 0.5],
  [channels.profile, 0.34],
  [channels.website, 0.16],
])

/** How the callers of a branch's own number came upon it. */
export const branchChannels = weighted<Channel>(
  [...shareOfBranch.keys()],
  (channel) => shareOfBranch.get(channel) ?? 0,
)

/** How much of a channel's usual calls come on a day. */
export function strengthOn(channel: Channel, daysAgo: number): number {
  return channel.strength?.(daysAgo) ?? 1
}

export const networks = [
  { code: 'NLC', name: 'Northline Carrier', country: 'US' },
  { code: 'BRV', name: 'Broadlane Voice', country: 'US' },
  { code: 'SKY', name: 'Skylark SIP', country: 'US' },
  { code: 'TLM', name: 'Tall Timber Telecom', country: 'CA' },
] as const
