import { callId } from '../../db/call-id.ts'
import type { Geography } from '../../lib/geo/place-of-number.ts'
import { type Business, businesses } from './businesses.ts'
import { callerPlaces } from './caller-places.ts'
import { callersOf, dealNumbers, type DemoCaller } from './callers.ts'
import type { DemoCall } from './demo-call.ts'
import { dayMs, hourMs, localClock } from './local-clock.ts'
import { pickWeighted, randomOf, weighted } from './random.ts'
import { simulate } from './simulate.ts'
import { buildSwitchboard, type Switchboard } from './switchboard.ts'
import { arrivalsOf, pullAt, type Window } from './volume.ts'
import { changedRelations } from '../../features/ingest/relations/relation-rules.ts'

/** Source system of the demo calls. */
export const demoSource = 'demo'

export interface MakeCallsOptions {
  geography: Geography
  seed: number
  callCount: number
  nowMs: number
  returnedWithinMs: number
}

export interface MadeCalls {
  /** Ordered by start. */
  calls: DemoCall[]
  switchboards: ReadonlyMap<Business, Switchboard>
}

/** A few more days than the calls fill: what is too much is cut off at the old end. */
const days = 92

/**
 * Exactly this many calls, up to now. At any hour of a day all are the same, except in the last hour and the oldest days.
 */
export function makeCalls(options: MakeCallsOptions): MadeCalls {
  const { seed, callCount, nowMs } = options
  const today = Math.floor(nowMs / dayMs) * dayMs
  const window = { fromMs: today - (days - 1) * dayMs, toMs: today + dayMs }
  const switchboards = new Map(
    businesses.map((business) => [business, buildSwitchboard(business, { seed, toMs: window.toMs })]),
  )
  // Arrivals draw redials and call-backs after them, how many is known only afterwards; two rounds are rare.
  let arrivals = Math.ceil(callCount * arrivalsPerCall + 3 * Math.sqrt(callCount))
  let calls = simulateAll(options, { window, switchboards, arrivals })
  while (calls.length < callCount) {
    arrivals = Math.ceil(arrivals * Math.max(1.03, (callCount / Math.max(1, calls.length)) * 1.02))
    calls = simulateAll(options, { window, switchboards, arrivals })
  }
  for (const call of calls)
    call.id = callId(call.business.customerId, demoSource, externalId(call.business.code, call.sequence))
  calls.sort((one, other) => one.startedMs - other.startedMs || (one.id < other.id ? -1 : 1))
  const kept = calls.slice(calls.length - callCount)
  relate(kept, options.returnedWithinMs)
  return { calls: kept, switchboards }
}

const arrivalsPerCall = 0.875
const livePerPortal = 3
const minInLastHour = 12

export function externalId(businessCode: string, sequence: number): string {
  return `${businessCode}-${String(sequence).padStart(7, '0')}`
}

interface Plan {
  window: Window
  switchboards: ReadonlyMap<Business, Switchboard>
  arrivals: number
}

function simulateAll(options: MakeCallsOptions, { window, switchboards, arrivals }: Plan): DemoCall[] {
  const { geography, seed, callCount, nowMs } = options
  const clocks = clocksOf(window)
  const numbers = dealNumbers(seed, geography)
  const planned = new Map(
    businesses.map((business) => {
      const count = Math.round(arrivals * business.share)
      return [
        business,
        arrivalsOf(business, { seed, count, window, clock: clockOf(clocks, business.timeZone) }),
      ]
    }),
  )
  const { extra, live } = liven(planned, options, clocks)
  return businesses.flatMap((business) => {
    const own = planned.get(business) ?? new Float64Array()
    const random = randomOf(seed, business.code, 'calls')
    const callers = callersOf(business, {
      random,
      pool: numbers.get(business.code) ?? { local: [], other: [] },
      places: callerPlaces(business, geography),
      expectedCalls: own.length,
    })
    const switchboard = switchboards.get(business)
    if (switchboard === undefined) throw new Error(`no switchboard for ${business.code}`)
    return simulate({
      business,
      switchboard,
      callers,
      random,
      clocks,
      // As many people as keep up with so many calls, most of the time.
      deskFactor: Math.max(0.25, callCount / 400_000),
      arrivals: Float64Array.from([...own, ...(extra.get(business) ?? [])]).toSorted(),
      live: live.get(business) ?? [],
      nowMs,
      endMs: window.toMs,
    })
  })
}

type Clocks = ReadonlyMap<string, ReturnType<typeof localClock>>

function clocksOf(window: Window): Clocks {
  const span = { fromMs: window.fromMs, toMs: window.toMs + dayMs }
  const zones = businesses.flatMap(({ timeZone, branches }) => [
    timeZone,
    ...branches.flatMap((branch) => branch.timeZone ?? []),
  ])
  return new Map([...new Set(zones)].map((zone) => [zone, localClock(zone, span)]))
}

function clockOf(clocks: Clocks, timeZone: string): ReturnType<typeof localClock> {
  const clock = clocks.get(timeZone)
  if (clock === undefined) throw new Error(`no clock for ${timeZone}`)
  return clock
}

type Starts = Map<Business, number[]>

/** Whatever the hour: some calls in the last one, and a few that go on now, where somebody is at work. */
function liven(
  planned: ReadonlyMap<Business, Float64Array>,
  { seed, callCount, nowMs }: MakeCallsOptions,
  clocks: Clocks,
): { extra: Starts; live: Starts } {
  const random = randomOf(seed, nowMs, 'live')
  const byPull = weighted(businesses, (business) =>
    pullAt(business, clockOf(clocks, business.timeZone)(nowMs)),
  )
  let inLastHour = 0
  for (const arrivals of planned.values()) {
    inLastHour += arrivals.filter((atMs) => atMs > nowMs - hourMs && atMs < nowMs).length
  }
  const extra: Starts = new Map()
  const live: Starts = new Map()
  const add = (starts: Starts, atMs: number) => {
    const business = pickWeighted(random, byPull)
    starts.set(
      business,
      [...(starts.get(business) ?? []), Math.floor(atMs)].toSorted((one, other) => one - other),
    )
  }
  const wanted = Math.min(minInLastHour, Math.ceil(callCount / 50))
  for (let count = inLastHour; count < wanted; count++) add(extra, nowMs - (0.05 + 0.9 * random()) * hourMs)
  for (let count = 0; count < livePerPortal; count++) add(live, nowMs - 45_000 - random() * 150_000)
  return { extra, live }
}

/** Computes prior and returned calls by the rules of ingestion. Ordered by start and id. */
function relate(calls: readonly DemoCall[], returnedWithinMs: number): void {
  const histories = new Map<DemoCaller, DemoCall[]>()
  for (const call of calls) {
    // A caller is one number of one business.
    if (call.caller === null) continue
    const history = histories.get(call.caller)
    if (history === undefined) histories.set(call.caller, [call])
    else history.push(call)
  }
  for (const history of histories.values()) {
    const byId = new Map(history.map((call) => [call.id, call]))
    for (const { id, priorCalls, returnedMs } of changedRelations(history, returnedWithinMs)) {
      const call = byId.get(id)
      if (call !== undefined) Object.assign(call, { priorCalls, returnedMs })
    }
  }
}
