import { isLocal } from './channels.ts'
import { reject, type Leg, type RejectedLeg } from './legs.ts'

/** At most this many legs may lie between two legs of one call. */
const defaultWindow = 50_000

/** Only a runaway id has more. */
const maxLegs = 10_000

/** Times are whole seconds, so the legs of one channel may seem to have a gap between them. */
const gapMs = 1000

export type LegGroup = readonly [Leg, ...Leg[]]

/**
 * Groups the legs of a file into calls, in the order of the file.
 *
 * - Legs are of one call when they share `linkedid`. Where the switch does not log it: when they share `uniqueid` (or
 *   without that, the channel at one time), or are the two halves of a Local channel.
 * - No call is split silently. A call stays open until `window` legs have followed its last one. Later legs are
 *   recognised, as one of them must have begun before the rest of the call ended. They are rejected as `lateLeg`, because
 *   as a call of their own they would replace the first part; so is a single leg that lasted that long. Only if a call
 *   had no leg at all for longer than the window do its parts replace each other.
 * - Within the window the order does not matter. Where the file goes back in time (older files appended to newer ones)
 *   late legs are not recognised until the calls from before are complete.
 * - Memory holds the legs of open calls: about `window`, whatever the size of the file.
 */
export interface LegGrouping {
  /** Returns the rejected legs: this one, and with it those of its call. */
  add(leg: Leg): RejectedLeg[]
  /** Called at the end of the file: all calls are complete. */
  end(): void
  /** How many complete calls have not been taken. */
  readonly readyCount: number
  /** Removes and returns the first complete calls, in the order in which they were completed. */
  take(max: number): LegGroup[]
}

interface OpenCall {
  readonly legs: [Leg, ...Leg[]]
  /** By which it is found in `open`. */
  readonly keys: Set<string>
  startedAtMs: number
  endedAtMs: number
  /** The horizon when it was opened: parts of the call that ended before may have been completed already. */
  horizonMs: number
  /** Count of legs read when its last one came. */
  touchedAt: number
}

export function groupLegs(window = defaultWindow): LegGrouping {
  const open = new Map<string, OpenCall>()
  // The call of each of the last legs, at the count of legs read modulo its length.
  const recent: (OpenCall | undefined)[] = []
  const ready: LegGroup[] = []
  let read = 0
  // The latest end of any call that the window has passed.
  let horizonMs = -Infinity
  // Ids of calls with a late part: all that follows is late as well.
  const late = new Set<string>()

  function complete(call: OpenCall): void {
    for (const key of call.keys) open.delete(key)
    call.touchedAt = Number.NaN
    ready.push(call.legs)
  }

  function touch(call: OpenCall): void {
    const slot = read % (window + 1)
    const oldest = recent[slot]
    if (oldest !== undefined && oldest !== call && oldest.touchedAt === read - window - 1) {
      horizonMs = Math.max(horizonMs, oldest.endedAtMs)
      complete(oldest)
    }
    call.touchedAt = read
    recent[slot] = call
  }

  /** The open call of a leg. Calls that turn out to be one are united. */
  function find(leg: Leg, keys: readonly string[]): OpenCall | undefined {
    let found: OpenCall | undefined
    for (const key of keys) {
      const call = open.get(key)
      if (call === undefined || call === found || !belongs(leg, call)) continue
      if (found !== undefined) unite(found, call, open)
      else found = call
    }
    return found
  }

  /** The leg, and the call it would belong to, are parts of a call that was completed before. */
  function rejectLate(leg: Leg, call: OpenCall | undefined): RejectedLeg[] {
    if (leg.callId !== '') late.add(leg.callId)
    for (const key of call?.keys ?? []) open.delete(key)
    if (call !== undefined) call.touchedAt = Number.NaN
    return [...(call?.legs ?? []), leg].map((part) => lateLeg(part, window))
  }

  return {
    add(leg) {
      if (leg.endedAtMs < horizonMs) horizonMs = -Infinity
      const keys = keysOf(leg)
      const known = find(leg, keys)
      const isLate = leg.startedAtMs <= (known?.horizonMs ?? horizonMs) + gapMs || late.has(leg.callId)
      if (isLate) return rejectLate(leg, known)
      if (known !== undefined && known.legs.length >= maxLegs) return [tooManyLegs(leg)]
      const call = known === undefined ? openCall(leg, horizonMs) : extended(known, leg)
      for (const key of keys) {
        const former = open.get(key)
        // The name of a channel is used again, so the former call is over.
        if (former !== undefined && former !== call) complete(former)
        call.keys.add(key)
        open.set(key, call)
      }
      read++
      touch(call)
      return []
    },
    end() {
      for (const call of new Set(open.values())) complete(call)
    },
    get readyCount() {
      return ready.length
    },
    take: (max) => ready.splice(0, max),
  }
}

/** The keys by which legs find each other, most reliable first. */
function keysOf(leg: Leg): string[] {
  if (leg.linkedId !== '') return [leg.linkedId]
  const own = leg.uniqueId === '' ? `channel ${leg.channel}` : leg.uniqueId
  const locals = [leg.channel, leg.dstChannel].filter(isLocal)
  return [own, ...locals.map((channel) => channel.replace(/;[12]$/, ''))]
}

/** Channel names start over when the switch restarts, so the times have to agree as well. */
function belongs(leg: Leg, call: OpenCall): boolean {
  if (leg.callId !== '' && call.legs[0].callId === leg.callId) return true
  return leg.startedAtMs <= call.endedAtMs + gapMs && leg.endedAtMs >= call.startedAtMs - gapMs
}

function openCall(leg: Leg, horizonMs: number): OpenCall {
  const { startedAtMs, endedAtMs } = leg
  return { legs: [leg], keys: new Set(), startedAtMs, endedAtMs, horizonMs, touchedAt: 0 }
}

function extended(call: OpenCall, leg: Leg): OpenCall {
  call.legs.push(leg)
  call.startedAtMs = Math.min(call.startedAtMs, leg.startedAtMs)
  call.endedAtMs = Math.max(call.endedAtMs, leg.endedAtMs)
  return call
}

function unite(call: OpenCall, other: OpenCall, open: Map<string, OpenCall>): void {
  call.legs.push(...other.legs)
  call.startedAtMs = Math.min(call.startedAtMs, other.startedAtMs)
  call.endedAtMs = Math.max(call.endedAtMs, other.endedAtMs)
  call.horizonMs = Math.max(call.horizonMs, other.horizonMs)
  for (const key of other.keys) {
    call.keys.add(key)
    open.set(key, call)
  }
  other.touchedAt = Number.NaN
}

function lateLeg(leg: Leg, window: number): RejectedLeg {
  const description = `This leg began more than ${window} legs before it was written; the rest of its call may be done already.`
  return reject(leg, { code: 'lateLeg', description })
}

function tooManyLegs(leg: Leg): RejectedLeg {
  const description = `More than ${maxLegs} legs have the same id.`
  return reject(leg, { code: 'tooManyLegs', description, value: leg.callId })
}
