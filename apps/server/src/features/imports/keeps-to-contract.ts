import type { AsteriskCall } from './call-of-legs.ts'

/**
 * Whether the contract's schema is sure to take a call: told by its lengths and figures, as its form is certain, in a
 * tenth of the time. Where this says no, the schema has the word, and the reason.
 */
export function keepsToContract(call: AsteriskCall): boolean {
  return (
    isText(call.externalCallId, { least: 1, most: 200 }) &&
    isText(call.trackingNumber, { least: 1, most: 64 }) &&
    isTextOrNull(call.callerNumber, 64) &&
    isTextOrNull(call.targetNumber, 64) &&
    isTextOrNull(call.callerName, 200) &&
    isTextOrNull(call.agent, 200) &&
    isInstant(call.startedAt) &&
    isInstant(call.endedAt) &&
    (call.answeredAt === null || isInstant(call.answeredAt)) &&
    isSeconds(call.duration) &&
    isSeconds(call.ringDuration) &&
    isSeconds(call.ivrDuration) &&
    isSeconds(call.queueDuration) &&
    isSeconds(call.talkDuration) &&
    isSeconds(call.billableDuration) &&
    call.routeTrace.length <= 200 &&
    call.routeTrace.every(({ at, detail }) => isInstant(at) && isText(detail, { least: 0, most: 500 }))
  )
}

function isText(text: string, { least, most }: { least: number; most: number }): boolean {
  return text.length >= least && text.length <= most && text.isWellFormed() && !text.includes('\0')
}

function isTextOrNull(text: string | null, most: number): boolean {
  return text === null || isText(text, { least: 0, most })
}

/** Within the years 1000 to 2999: further off an instant has another form. */
function isInstant(instant: string): boolean {
  return instant.length === 24 && (instant.startsWith('1') || instant.startsWith('2'))
}

function isSeconds(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= 10_000_000
}
