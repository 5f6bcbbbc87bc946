import type { Branch, Business } from './businesses.ts'
import { branchChannels, channels, type Channel, networks, strengthOn } from './channels.ts'
import { dayMs } from './local-clock.ts'
import { fullName } from './names.ts'
import { chance, pick, type Random, randomOf, type Weighted, weighted } from './random.ts'
import type { Phase } from './volume.ts'

/** An advertised number. */
export interface Line {
  number: string
  name: string
  /** Null where it is for all branches. */
  branch: Extension | null
  channels: Weighted<Channel>
  network: string
}

/** A branch as the telephone system knows it. */
export interface Extension {
  branch: Branch
  /** The number that rings there. */
  number: string
  agents: readonly string[]
}

export interface Named {
  code: string
  name: string
}

export interface RouteVersion extends Named {
  rule: string
  version: number
  fromMs: number
}

/** How a business has set up its telephones. */
export interface Switchboard {
  extensions: readonly Extension[]
  lines: readonly Line[]
  byWeight: Weighted<Extension>
  /** Rotation groups, main one first. */
  teams: readonly Named[]
  phases: readonly (Named & { phase: Phase })[]
  /** Oldest first; of each rule the last that had begun is in force. */
  routes: readonly RouteVersion[]
}

export function buildSwitchboard(
  business: Business,
  { seed, toMs }: { seed: number; toMs: number },
): Switchboard {
  const random = randomOf(seed, business.code, 'switchboard')
  const nextNumber = numbering()
  const extensions = business.branches.map((branch) => ({
    branch,
    number: nextNumber(branch.areaCodes),
    agents: Array.from({ length: branch.desks * 2 }, () => fullName(random)),
  }))
  return {
    extensions,
    lines: linesOf(business, { extensions, nextNumber, random }),
    byWeight: weighted(extensions, ({ branch }) => branch.weight),
    teams: business.trade.teams.map((name) => ({ code: `${business.code}-${slug(name)}`, name })),
    phases: phasesOf(business),
    routes: routesOf(business, toMs),
  }
}

const ownNumbersOfAreaCode = 10

/** `+1 NPA 555 0100` to `0109`: numbers that no telephone has. The rest of the hundred belongs to callers. */
function numbering(): (areaCodes: readonly string[]) => string {
  const used = new Map<string, number>()
  return (areaCodes) => {
    const areaCode = areaCodes.find((code) => (used.get(code) ?? 0) < ownNumbersOfAreaCode)
    if (areaCode === undefined) throw new RangeError('no number is left in these area codes')
    const place = used.get(areaCode) ?? 0
    used.set(areaCode, place + 1)
    return `+1${areaCode}555010${place}`
  }
}

function linesOf(
  business: Business,
  {
    extensions,
    nextNumber,
    random,
  }: {
    extensions: readonly Extension[]
    nextNumber: (areaCodes: readonly string[]) => string
    random: Random
  },
): Line[] {
  const carriers = networks.filter((network) => network.country === business.country)
  const network = () => carriers[Math.floor(random() * carriers.length)]?.code ?? ''
  const own = extensions.map((extension): Line => ({
    number: nextNumber(extension.branch.areaCodes),
    name: `${extension.branch.name} main line`,
    branch: extension,
    channels: branchChannels,
    network: network(),
  }))
  const shared = business.channels.map((name, at): Line => {
    const channel: Channel = channels[name]
    const { areaCodes } = business.branches[at % business.branches.length] ?? { areaCodes: [] }
    return {
      number: nextNumber([
        ...areaCodes.slice(-1),
        ...business.branches.flatMap((branch) => branch.areaCodes),
      ]),
      name:
        channel.campaign === ''
          ? channel.source
          : `${channel.source} · ${channel.campaign.replace('Search: *', 'Search')}`,
      branch: null,
      channels: weighted([channel], () => 1),
      network: network(),
    }
  })
  return [...own, ...shared]
}

const ownLinesWeight = 34

/** Which number a caller of a day dials. */
export function linesOn({ lines, byWeight }: Switchboard, daysAgo: number): Weighted<Line> {
  const branchWeight = byWeight.ends.at(-1) ?? 1
  return weighted(lines, (line) => {
    if (line.branch !== null) return (ownLinesWeight * line.branch.branch.weight) / branchWeight
    const [channel] = line.channels.items
    return channel === undefined ? 0 : channel.weight * strengthOn(channel, daysAgo)
  })
}

function phasesOf({ code, trade }: Business): Switchboard['phases'] {
  const names: Record<Phase, string> = {
    open: 'Business hours',
    lunch: 'Lunch break',
    after: trade.answered.after > 0.5 ? 'Night desk' : 'After hours',
    holiday: 'Holidays',
  }
  const phases: readonly Phase[] = trade.hasLunchBreak
    ? ['open', 'lunch', 'after', 'holiday']
    : ['open', 'after', 'holiday']
  return phases.map((phase) => ({ phase, code: `${code}-${phase.toUpperCase()}`, name: names[phase] }))
}

/** Days before the end at which a next version of the day's routing came into force. */
const changesOfRouting: Readonly<Record<string, readonly number[]>> = {
  HH: [47, 13],
  LD: [39],
  PC: [52],
  JL: [33],
  MM: [44],
}

function routesOf({ code }: Business, toMs: number): RouteVersion[] {
  const changes = [Infinity, ...(changesOfRouting[code] ?? [28])]
  const day = changes.map((daysAgo, at) => ({
    code: `${code}-DAY-${at + 1}`,
    name: `Day routing, version ${at + 1}`,
    rule: 'DAY',
    version: at + 1,
    // Changes are made in the evening, when few call.
    fromMs: daysAgo === Infinity ? 0 : toMs - daysAgo * dayMs + dayMs / 8,
  }))
  const night = {
    code: `${code}-NIGHT-1`,
    name: 'Night routing, version 1',
    rule: 'NIGHT',
    version: 1,
    fromMs: 0,
  }
  return [...day, night]
}

/** What routes an inbound call. */
export interface Rules {
  tod: Named
  route: RouteVersion
  team: Named
}

export function rulesAt(
  { phases, routes, teams }: Switchboard,
  { random, phase, instantMs }: { random: Random; phase: Phase; instantMs: number },
): Rules {
  const tod = phases.find((rule) => rule.phase === phase)
  const rule = phase === 'open' || phase === 'lunch' ? 'DAY' : 'NIGHT'
  const route = routes.findLast((version) => version.rule === rule && version.fromMs <= instantMs)
  if (tod === undefined || route === undefined) throw new Error('a switchboard without a rule for this time')
  return { tod, route, team: chance(random, 0.68) ? (teams[0] ?? pick(random, teams)) : pick(random, teams) }
}

function slug(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z]+/g, '-')
}
