import type { DemoCall } from './demo-call.ts'
import { between, chance, logNormal, normal, pick, type Random, randomOf } from './random.ts'

/** What a call has besides its parties, times and routing. '' and null mean no value. */
export interface CallDetails {
  campaign: string
  keyword: string
  landingPage: string
  referrer: string
  gclid: string
  cost: string
  value: string | null
  tags: readonly string[]
  note: string
  leadStatus: string
  score: number | null
  hangupBy: string
  /** Q.850. */
  hangupCause: number | null
}

/** Depends only on the seed and the call, whatever other calls there are. */
export function detailsOf(call: DemoCall, seed: number): CallDetails {
  const random = randomOf(seed, call.business.code, call.sequence)
  const service = pick(random, call.business.trade.services)
  return {
    ...marketingOf(random, call, service),
    ...endOf(random, call),
    cost: costOf(call),
    ...leadOf(random, call, service),
  }
}

type Marketing = Pick<CallDetails, 'campaign' | 'keyword' | 'landingPage' | 'referrer' | 'gclid'>

function marketingOf(random: Random, { channel, business, extension }: DemoCall, service: string): Marketing {
  const page = service.replaceAll(' ', '-')
  return {
    campaign: channel?.campaign.replace('*', service) ?? '',
    keyword: channel?.hasKeyword === true ? keywordOf(random, service, extension.branch.name) : '',
    landingPage:
      channel?.hasPage === true ? `https://${business.site}/${chance(random, 0.3) ? '' : page}` : '',
    referrer: channel?.referrer ?? '',
    gclid: channel?.hasClickId === true ? clickId(random) : '',
  }
}

function keywordOf(random: Random, service: string, place: string): string {
  return pick(random, [
    service,
    `${service} near me`,
    `${service} ${place.toLowerCase()}`,
    `best ${service}`,
    `${service} prices`,
  ])
}

const clickIdLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function clickId(random: Random): string {
  let id = 'Cj0KCQ'
  while (id.length < 30) id += clickIdLetters[Math.floor(random() * 64)] ?? 'A'
  return id
}

const ratePerMinute = { USD: 0.0325, CAD: 0.041 } as const

/** Per started minute of talk or message; a call that nobody took only costs its set-up. */
function costOf({ outcome, business }: DemoCall): string {
  const minutes = Math.ceil((outcome.talk + outcome.message) / 60)
  const rate = business.currency === 'CAD' ? ratePerMinute.CAD : ratePerMinute.USD
  return (0.005 + minutes * rate).toFixed(4)
}

const causes = {
  answered: 16,
  voicemail: 16,
  missed: 19,
  abandoned: 16,
  busy: 17,
  failed: 41,
  'in-progress': null,
} as const

function endOf(random: Random, { status }: DemoCall): Pick<CallDetails, 'hangupBy' | 'hangupCause'> {
  const by = {
    answered: chance(random, 0.62) ? 'caller' : 'agent',
    busy: 'system',
    failed: 'system',
    'in-progress': '',
  }
  return {
    hangupBy: { ...by, voicemail: 'caller', missed: 'caller', abandoned: 'caller' }[status],
    hangupCause: causes[status],
  }
}

const notes = [
  'Wants a written quote by email.',
  'Asked to be called back after five.',
  'Spoke to us last week as well.',
  'Prefers the other branch.',
  'Compares prices, decides this week.',
] as const

type Lead = Pick<CallDetails, 'value' | 'tags' | 'note' | 'leadStatus' | 'score'>

const noLead: Lead = { value: null, tags: [], note: '', leadStatus: '', score: null }

/** Only callers who were spoken to are leads. */
function leadOf(
  random: Random,
  { status, direction, outcome, business, priorCalls }: DemoCall,
  service: string,
): Lead {
  if (status === 'voicemail') return { ...noLead, tags: chance(random, 0.2) ? ['call back'] : [] }
  if (status !== 'answered') return noLead
  if (direction === 'outbound') return { ...noLead, tags: chance(random, 0.5) ? ['call back'] : [] }
  const { trade } = business
  if (outcome.talk < 25 || chance(random, 0.06)) {
    return {
      ...noLead,
      tags: [pick(random, ['spam', 'wrong number', 'hung up'])],
      leadStatus: 'Not a lead',
      score: between(random, 0, 18),
    }
  }
  const isSold = chance(random, trade.valueShare)
  const score = Math.round(Math.min(100, Math.max(5, (isSold ? 76 : 52) + 15 * normal(random))))
  const tags = chance(random, 0.55) ? [service] : []
  if (priorCalls === 0 && chance(random, 0.6)) tags.push('new customer')
  if (chance(random, 0.04)) tags.push('complaint')
  return {
    value: isSold ? price(random, trade.valueMedian) : null,
    tags,
    note: chance(random, 0.025) ? pick(random, notes) : '',
    leadStatus: isSold ? 'Sold' : score > 65 ? 'Qualified' : score > 35 ? 'Open' : 'Not a lead',
    score: chance(random, 0.9) ? score : null,
  }
}

function price(random: Random, median: number): string {
  const step = median > 5000 ? 50 : 5
  return (Math.max(1, Math.round(logNormal(random, median, 0.55) / step)) * step).toFixed(2)
}
