import type { CallStatus } from '@callboard/contract/fields'
import { between, chance, exponential, logNormal, type Random } from './random.ts'
import type { Trade } from './trades.ts'
import type { Phase } from './volume.ts'

/** What becomes of a call, and how long each part of it takes, in whole seconds; in the order in which they follow. */
export interface Outcome {
  status: CallStatus
  ivr: number
  queue: number
  ring: number
  /** With the person who answers. */
  talk: number
  /** Within the talk. */
  hold: number
  /** With the machine that takes messages. */
  message: number
}

export function secondsOf({ ivr, queue, ring, talk, message }: Outcome): number {
  return ivr + queue + ring + talk + message
}

const unheard = { ivr: 0, queue: 0, ring: 0, talk: 0, hold: 0, message: 0 } as const
const maxTalkSeconds = 5400

/** An inbound call. `load` is how many calls a branch has at the time, for each person who can take one. */
export function inboundOutcome(
  random: Random,
  { trade, phase, load }: { trade: Trade; phase: Phase; load: number },
): Outcome {
  const shares = trade.answered
  const share = phase === 'open' ? shares.open : phase === 'lunch' ? shares.lunch : shares.after
  const ivr = trade.hasMenu ? between(random, 5, 24) : 0
  const queue = load >= 1 && phase === 'open' ? Math.round(exponential(random, 18 + 30 * (load - 1))) : 0
  if (chance(random, share / (1 + 0.6 * Math.max(0, load - 1)))) {
    const talk = talkSeconds(random, trade.talkMedianSeconds)
    return {
      ...unheard,
      status: 'answered',
      ivr,
      queue,
      ring: ringSeconds(random),
      talk,
      hold: holdSeconds(random, talk),
    }
  }
  return unanswered(random, { ivr, queue, isOpen: phase === 'open' })
}

function unanswered(
  random: Random,
  { ivr, queue, isOpen }: { ivr: number; queue: number; isOpen: boolean },
): Outcome {
  const kind = random()
  const [voicemail, missed, abandoned, busy] = isOpen ? [0.3, 0.67, 0.9, 0.96] : [0.58, 0.82, 0.97, 0.98]
  if (kind < (voicemail ?? 0)) {
    const message = Math.min(180, Math.round(logNormal(random, 24, 0.6)) + 3)
    return { ...unheard, status: 'voicemail', ivr, queue, ring: between(random, 18, 30), message }
  }
  // Who waits for fifteen seconds has been missed; who hangs up before has abandoned the call.
  if (kind < (missed ?? 0)) {
    const ring = Math.max(15 - ivr - queue, 0) + Math.min(75, Math.round(exponential(random, 13)))
    return { ...unheard, status: 'missed', ivr, queue, ring }
  }
  if (kind < (abandoned ?? 0)) {
    const seconds = between(random, 2, 14)
    return { ...unheard, status: 'abandoned', ivr: Math.min(ivr, seconds), ring: Math.max(0, seconds - ivr) }
  }
  if (kind < (busy ?? 0)) return { ...unheard, status: 'busy', ring: between(random, 0, 2) }
  return { ...unheard, status: 'failed', ring: between(random, 0, 4) }
}

/** An outbound call: there is no menu, and who does not answer was not there. */
export function outboundOutcome(random: Random, trade: Trade): Outcome {
  const kind = random()
  if (kind < 0.66) {
    const talk = talkSeconds(random, trade.talkMedianSeconds * 0.8)
    return { ...unheard, status: 'answered', ring: ringSeconds(random) + 3, talk, hold: 0 }
  }
  if (kind < 0.84) {
    const message = between(random, 9, 40)
    return { ...unheard, status: 'voicemail', ring: between(random, 20, 32), message }
  }
  if (kind < 0.96) return { ...unheard, status: 'missed', ring: between(random, 18, 45) }
  return { ...unheard, status: 'busy', ring: between(random, 0, 3) }
}

/** A call that goes on for so long that it has not ended yet. */
export function outcomeInProgress(random: Random, trade: Trade): Outcome {
  const ivr = trade.hasMenu ? between(random, 4, 9) : 0
  const talk = between(random, 400, 900)
  return { ...unheard, status: 'answered', ivr, ring: between(random, 4, 9), talk }
}

function ringSeconds(random: Random): number {
  return Math.min(40, 2 + Math.round(logNormal(random, 9, 0.55)))
}

function talkSeconds(random: Random, median: number): number {
  return Math.min(maxTalkSeconds, 5 + Math.round(logNormal(random, median, 0.85)))
}

function holdSeconds(random: Random, talk: number): number {
  if (talk < 60 || !chance(random, 0.16)) return 0
  return Math.min(Math.round(talk * 0.6), 8 + Math.round(exponential(random, 45)))
}
