import type { CallStatus, Direction } from '@callboard/contract/fields'
import type { SourceContext } from '../adapter.ts'
import type { Span } from '../spans.ts'
import type { Leg } from './leg.ts'
import type { CallLegs } from './leg-parties.ts'
import { settingsOf } from './settings.ts'

/** The switch answers the caller when somebody answered it, and joins the two in about this time. */
const joiningMs = 1000

/** When somebody was spoken to, once for each person. */
export function talksOf({ caller, dialled }: CallLegs, source: SourceContext): Span[] {
  const talks = dialled.flatMap(({ answeredMs, endedMs }) =>
    answeredMs === undefined ? [] : spanOf(Math.max(answeredMs, caller?.answeredMs ?? 0), endedMs),
  )
  if (talks.length > 0 || caller?.answeredMs === undefined) return talks
  const { answeredMs, bridgedMs, endedMs } = caller
  if (bridgedMs !== undefined)
    return spanOf(bridgedMs - answeredMs > joiningMs ? bridgedMs : answeredMs, endedMs)
  const { answeringApplications } = settingsOf(source)
  return answeringApplications.includes(caller.variable('last_app')) ? spanOf(answeredMs, endedMs) : []
}

function spanOf(from: number, to: number | undefined): Span[] {
  return to === undefined ? [] : [{ from: Math.min(from, to), to }]
}

/** Why a leg was not answered, or ended, in FreeSWITCH's words. */
export function causeOf(leg: Leg): string {
  return leg.variable('hangup_cause')
}

/** Why nobody was reached: what became of the last attempt to reach somebody, else of the caller's own leg. */
function outcomesOf({ caller, dialled }: CallLegs): string[] {
  if (caller === undefined) return dialled.map(causeOf)
  const attempted = caller.variable('originate_disposition')
  return [attempted === '' || attempted === 'SUCCESS' ? causeOf(caller) : attempted]
}

/** Nobody answered, or the caller gave up: the portal decides which by the time that it took. */
const unanswered = new Set([
  '',
  'NONE',
  'NORMAL_CLEARING',
  'NORMAL_UNSPECIFIED',
  'NO_ANSWER',
  'NO_USER_RESPONSE',
  'ALLOTTED_TIMEOUT',
  'PROGRESS_TIMEOUT',
  'ORIGINATOR_CANCEL',
  'LOSE_RACE',
  'PICKED_OFF',
  'ATTENDED_TRANSFER',
  'BLIND_TRANSFER',
  'MANAGER_REQUEST',
])

/** Undefined where nobody answered. */
export function statusOf(
  legs: CallLegs,
  isTalked: boolean,
  { statusWords }: SourceContext,
): CallStatus | undefined {
  const outcomes = outcomesOf(legs)
  const said = statusWords.find(({ word }) => outcomes.includes(word.toUpperCase()))
  if (said !== undefined) return said.status
  if (isTalked) return 'answered'
  if (legs.caller?.answeredMs !== undefined && isVoicemail(legs.caller)) return 'voicemail'
  if (outcomes.some((outcome) => unanswered.has(outcome))) return undefined
  return outcomes.includes('USER_BUSY') ? 'busy' : 'failed'
}

export function isVoicemail(leg: Leg): boolean {
  return leg.variable('last_app') === 'voicemail'
}

/** Causes that are given only by the switch, or by whoever runs it. */
const systemCauses = new Set([
  'ALLOTTED_TIMEOUT',
  'PROGRESS_TIMEOUT',
  'MEDIA_TIMEOUT',
  'RECOVERY_ON_TIMER_EXPIRE',
  'MANAGER_REQUEST',
  'SYSTEM_SHUTDOWN',
  'NORMAL_TEMPORARY_FAILURE',
])

/**
 * Who ended the call. Each leg says whether the switch received or sent the end of it: what it received came from there,
 * and an originated leg that was refused was refused by whoever it rang at.
 */
export function hangupByOf(
  { caller, dialled }: CallLegs,
  { direction, isTalked }: { direction: Direction; isTalked: boolean },
): string | undefined {
  const [callerWord, calledWord] = direction === 'inbound' ? ['caller', 'agent'] : ['agent', 'callee']
  const own = dispositionOf(caller)
  if (own.startsWith('recv_')) return callerWord
  const [last] = dialled.filter(({ answeredMs }) => !isTalked || answeredMs !== undefined).toReversed()
  if (/^recv_|_refuse$/.test(dispositionOf(last))) return calledWord
  if (own === '' && dispositionOf(last) === '') return undefined
  // Where one leg alone came, the switch ended it because the other one had ended.
  const [only, otherWord] = last === undefined ? [caller, calledWord] : [last, callerWord]
  const isPassedOn = isTalked && (caller === undefined || last === undefined) && only?.bridgedMs !== undefined
  return isPassedOn && !systemCauses.has(causeOf(only)) ? otherWord : 'system'
}

function dispositionOf(leg: Leg | undefined): string {
  return leg?.variable('sip_hangup_disposition') ?? ''
}
