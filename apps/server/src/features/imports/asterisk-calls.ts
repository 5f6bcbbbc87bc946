import { reject, type Leg, type RejectedLine } from './asterisk-legs.ts'

/** Two legs of one call are put together when at most this many lie between them. */
export const defaultWindow = 50_000

/** Only a runaway id has more. */
const mostLegs = 10_000

export type LegGroup = readonly [Leg, ...Leg[]]

/**
 * Puts the legs of a file, in the order of the file, together to calls.
 *
 * - No call is split in silence. A call stays open until `window` legs have followed its last one. A leg that comes
 *   later than that gives itself away: it must have begun before the rest of its call ended. It is not made a call of
 *   its own, which would replace the first, but rejected as `lateLeg`.
 * - The order need be neither that of start nor of end. Where the file steps back in time (older files put after newer
 *   ones), all open calls are let go first.
 * - Memory holds the legs of open calls: about `window`, whatever the size of the file.
 */
export interface LegGrouping {
  /** A leg that cannot be taken comes back as a fault. */
  add(leg: Leg): RejectedLine | undefined
  /** At the end of the file: all calls are complete. */
  end(): void
  /** How many complete calls wait to be taken. */
  readonly readyCount: number
  /** The first of the complete calls, in the order in which they were completed. */
  take(most: number): LegGroup[]
}

interface OpenCall {
  readonly legs: [Leg, ...Leg[]]
  endedAtMs: number
  /** Count of legs read when its last one came. */
  touchedAt: number
}

export function groupLegs(window = defaultWindow): LegGrouping {
  const open = new Map<string, OpenCall>()
  // The call of each of the last legs, at the count of legs read modulo its length.
  const recent: (OpenCall | undefined)[] = []
  const ready: LegGroup[] = []
  let read = 0
  // The latest end of any call that was let go.
  let horizonMs = -Infinity

  function letGo(call: OpenCall): void {
    open.delete(call.legs[0].callKey)
    horizonMs = Math.max(horizonMs, call.endedAtMs)
    ready.push(call.legs)
  }

  function letAllGo(): void {
    for (const call of open.values()) letGo(call)
    recent.length = 0
  }

  function touch(call: OpenCall): void {
    const slot = read % (window + 1)
    const oldest = recent[slot]
    if (oldest !== undefined && oldest !== call && oldest.touchedAt === read - window - 1) letGo(oldest)
    call.touchedAt = read
    recent[slot] = call
  }

  return {
    add(leg) {
      if (leg.endedAtMs < horizonMs) {
        letAllGo()
        horizonMs = -Infinity
      }
      let call = open.get(leg.callKey)
      if (call !== undefined && call.legs.length >= mostLegs) return tooManyLegs(leg)
      if (call === undefined) {
        if (leg.startedAtMs <= horizonMs) return lateLeg(leg, window)
        call = { legs: [leg], endedAtMs: leg.endedAtMs, touchedAt: 0 }
        open.set(leg.callKey, call)
      } else {
        call.legs.push(leg)
        call.endedAtMs = Math.max(call.endedAtMs, leg.endedAtMs)
      }
      read++
      touch(call)
      return undefined
    },
    end: letAllGo,
    get readyCount() {
      return ready.length
    },
    take: (most) => ready.splice(0, most),
  }
}

function lateLeg({ line, raw }: Leg, window: number): RejectedLine {
  const description = `This leg began more than ${window} legs before it was written; the rest of its call may be done already.`
  return reject(line, raw, 'lateLeg', description)
}

function tooManyLegs({ line, raw, callKey }: Leg): RejectedLine {
  return reject(line, raw, 'tooManyLegs', `More than ${mostLegs} legs have the id ${callKey}.`)
}
