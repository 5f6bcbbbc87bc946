import type { CallStatus } from '@callboard/contract/fields'
import type { Business } from './businesses.ts'
import type { Callers, DemoCaller } from './callers.ts'
import type { DemoCall } from './demo-call.ts'
import { dayMs, hourMs, type LocalClock } from './local-clock.ts'
import { inboundOutcome, outboundOutcome, outcomeInProgress, secondsOf } from './outcome.ts'
import { chance, exponential, pick, pickWeighted, type Random, type Weighted } from './random.ts'
import { type Extension, type Line, linesOn, type Rules, rulesAt, type Switchboard } from './switchboard.ts'
import { type Phase, phaseOf } from './volume.ts'

export interface Simulation {
  business: Business
  switchboard: Switchboard
  callers: Callers
  random: Random
  clocks: ReadonlyMap<string, LocalClock>
  /** People who take calls, for each of those the plans name. */
  deskFactor: number
  arrivals: Float64Array
  /** Starts of the calls that go on now, in order. */
  live: readonly number[]
  nowMs: number
  /** End of the day of now: what is planned up to then must not depend on the hour. */
  endMs: number
}

/** A call that follows from another one. */
interface FollowUp {
  atMs: number
  kind: 'redial' | 'callBack'
  line: Line
  extension: Extension
  caller: DemoCaller
}

const withheldShare = 0.04
const rangSomebody: ReadonlySet<CallStatus> = new Set(['answered', 'missed'])

/** Lives through the calls of a business in their order, up to now. */
export function simulate(simulation: Simulation): DemoCall[] {
  const { arrivals, live, nowMs } = simulation
  const desk = new Desk(simulation)
  let next = 0
  for (;;) {
    const arrivalMs = arrivals[next] ?? Infinity
    const followUp = desk.followUpBefore(Math.min(arrivalMs, nowMs))
    if (followUp !== undefined) {
      if (desk.postpone(followUp)) continue
      if (followUp.kind === 'redial') desk.takeCall(followUp.atMs, followUp)
      else desk.placeCall(followUp)
      continue
    }
    if (arrivalMs >= nowMs) break
    desk.takeCall(arrivalMs)
    next++
  }
  // What else would go on now is left out: how many calls are in progress is decided beforehand.
  const ended = desk.calls.filter((call) => (call.endedMs ?? Infinity) < nowMs)
  return [...ended, ...live.map((atMs) => desk.takeLiveCall(atMs))]
}

/** The state of a business while time goes by: who is on the telephone, and whom to call back. */
class Desk {
  readonly calls: DemoCall[] = []
  readonly #simulation: Simulation
  readonly #followUps: FollowUp[] = []
  readonly #ends = new Map<Extension, number[]>()
  /** When the latest call of each caller ends. */
  readonly #busyUntil = new Map<DemoCaller, number>()
  readonly #linesByDay = new Map<number, Weighted<Line>>()
  #sequence = 0

  constructor(simulation: Simulation) {
    this.#simulation = simulation
  }

  /** The earliest, taken out of the list. */
  followUpBefore(limitMs: number): FollowUp | undefined {
    const [first] = this.#followUps
    return first !== undefined && first.atMs < limitMs ? this.#followUps.shift() : undefined
  }

  /** Nobody is on two calls at once: whoever still talks is called, or calls, a while later. */
  postpone(followUp: FollowUp): boolean {
    const freeMs = this.#busyUntil.get(followUp.caller) ?? 0
    if (freeMs < followUp.atMs) return false
    this.#plan({
      ...followUp,
      atMs: Math.floor(freeMs + 30_000 + exponential(this.#simulation.random, hourMs / 8)),
    })
    return true
  }

  takeCall(startedMs: number, again?: FollowUp): void {
    const { random, business } = this.#simulation
    const parties = again ?? this.#newParties(startedMs)
    const phase = this.#phaseAt(parties.extension, startedMs)
    const load = this.#loadOf(parties.extension, startedMs)
    const outcome = inboundOutcome(random, { trade: business.trade, phase, load })
    const call = this.#add({ ...parties, startedMs, outcome, direction: 'inbound' })
    if (call.caller !== null) this.#follow(call, call.caller)
  }

  placeCall({ atMs, line, extension, caller }: FollowUp): void {
    const { random, business } = this.#simulation
    const outcome = outboundOutcome(random, business.trade)
    this.#add({ line, extension, caller, startedMs: atMs, outcome, direction: 'outbound' })
  }

  takeLiveCall(startedMs: number): DemoCall {
    const { random, business } = this.#simulation
    const outcome = outcomeInProgress(random, business.trade)
    const call = this.#add({ ...this.#newParties(startedMs), startedMs, outcome, direction: 'inbound' })
    return { ...call, status: 'in-progress', endedMs: null }
  }

  #newParties(startedMs: number): Pick<DemoCall, 'line' | 'extension' | 'caller'> {
    const { random, switchboard } = this.#simulation
    const line = pickWeighted(random, this.#lines(startedMs))
    const near = line.branch ?? pickWeighted(random, switchboard.byWeight)
    const caller = chance(random, withheldShare) ? null : this.#freeCaller(near, startedMs)
    // Who calls again wants the branch they know.
    const known = switchboard.extensions.find(({ branch }) => branch === caller?.branch)
    return { line, caller, extension: line.branch ?? known ?? near }
  }

  /** Somebody who is on no other call then. */
  #freeCaller({ branch }: Extension, startedMs: number): DemoCaller | null {
    const isFree = (caller: DemoCaller) => (this.#busyUntil.get(caller) ?? 0) < startedMs
    return this.#simulation.callers.next(branch, isFree) ?? null
  }

  #lines(instantMs: number): Weighted<Line> {
    const { switchboard, endMs } = this.#simulation
    const daysAgo = Math.ceil((endMs - instantMs) / dayMs) - 1
    let lines = this.#linesByDay.get(daysAgo)
    if (lines === undefined) {
      lines = linesOn(switchboard, daysAgo)
      this.#linesByDay.set(daysAgo, lines)
    }
    return lines
  }

  #phaseAt({ branch }: Extension, instantMs: number): Phase {
    const { business, clocks } = this.#simulation
    const clock = clocks.get(branch.timeZone ?? business.timeZone)
    if (clock === undefined) throw new Error(`no clock for ${branch.code}`)
    return phaseOf(business, clock(instantMs))
  }

  #loadOf(extension: Extension, instantMs: number): number {
    const ends = this.#ends.get(extension)?.filter((endMs) => endMs > instantMs) ?? []
    this.#ends.set(extension, ends)
    return ends.length / (extension.branch.desks * this.#simulation.deskFactor)
  }

  #add(
    made: Pick<DemoCall, 'line' | 'extension' | 'caller' | 'startedMs' | 'outcome' | 'direction'>,
  ): DemoCall {
    const { business, random } = this.#simulation
    const { outcome, extension, startedMs } = made
    const beforeAnswer = outcome.ivr + outcome.queue + outcome.ring
    const isInbound = made.direction === 'inbound'
    const call: DemoCall = {
      ...made,
      id: '',
      version: 0,
      business,
      sequence: ++this.#sequence,
      status: outcome.status,
      channel: isInbound ? pickWeighted(random, made.line.channels) : null,
      agent: !isInbound || rangSomebody.has(outcome.status) ? pick(random, extension.agents) : '',
      rules: isInbound ? this.#rulesAt(extension, startedMs) : null,
      answeredMs:
        outcome.status === 'answered' ? startedMs + beforeAnswer * 1000 + Math.floor(random() * 400) : null,
      endedMs: startedMs + secondsOf(outcome) * 1000 + 400 + Math.floor(random() * 600),
      priorCalls: null,
      returnedMs: null,
    }
    this.calls.push(call)
    if (call.endedMs !== null) this.#ends.get(extension)?.push(call.endedMs)
    if (call.caller !== null) this.#busyUntil.set(call.caller, call.endedMs ?? Infinity)
    return call
  }

  #rulesAt(extension: Extension, instantMs: number): Rules {
    const { switchboard, random } = this.#simulation
    return rulesAt(switchboard, { random, phase: this.#phaseAt(extension, instantMs), instantMs })
  }

  /** Some try again within minutes, some are called back in business hours, and some are called days later. */
  #follow(call: DemoCall, caller: DemoCaller): void {
    const { random } = this.#simulation
    const endedMs = call.endedMs ?? call.startedMs
    const { line, extension } = call
    const plan = (kind: FollowUp['kind'], atMs: number) =>
      this.#plan({ kind, atMs: Math.floor(atMs), line, extension, caller })
    if (call.status === 'answered') {
      if (chance(random, 0.03))
        plan('callBack', this.#openFrom(extension, endedMs + exponential(random, 2 * dayMs)))
      return
    }
    const isVoicemail = call.status === 'voicemail'
    if (!isVoicemail && chance(random, 0.24))
      plan('redial', endedMs + 20_000 + exponential(random, hourMs / 8))
    if (chance(random, isVoicemail ? 0.62 : call.status === 'abandoned' ? 0.18 : 0.42)) {
      plan('callBack', this.#openFrom(extension, endedMs + 60_000 + exponential(random, 0.8 * hourMs)))
    }
  }

  /** The same instant where the branch is open then, else some time in its next hours of business. */
  #openFrom(extension: Extension, instantMs: number): number {
    let atMs = instantMs
    // Beyond a few closed days nobody remembers.
    for (let hours = 0; hours < 120 && atMs < this.#simulation.endMs; hours++) {
      if (this.#phaseAt(extension, atMs) === 'open') return atMs
      atMs = Math.floor(atMs / hourMs + 1) * hourMs + exponential(this.#simulation.random, hourMs / 3)
    }
    return Infinity
  }

  #plan(followUp: FollowUp): void {
    if (followUp.atMs >= this.#simulation.endMs) return
    const at = this.#followUps.findIndex((other) => other.atMs > followUp.atMs)
    if (at < 0) this.#followUps.push(followUp)
    else this.#followUps.splice(at, 0, followUp)
  }
}
