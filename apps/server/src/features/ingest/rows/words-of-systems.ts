import type { CallInput } from '@callboard/contract/calls'
import { stirLabels } from '@callboard/contract/call-words'
import { parseHangupCause } from '@callboard/contract/hangup-cause-names'

const parties: Readonly<Record<string, 'caller' | 'callee' | 'system'>> = {
  caller: 'caller',
  calling: 'caller',
  originator: 'caller',
  callee: 'callee',
  called: 'callee',
  system: 'system',
  switch: 'system',
  network: 'system',
  carrier: 'system',
}

/** Who hung up: the called party of an inbound call is an agent. A word that is not known stays as it was sent. */
export function hangupParty({
  hangupBy,
  direction,
}: Pick<CallInput, 'hangupBy' | 'direction'>): string | undefined {
  if (hangupBy === null || hangupBy === undefined) return undefined
  const word = hangupBy.trim().toLowerCase()
  const party = Object.hasOwn(parties, word) ? parties[word] : undefined
  if (party === 'callee') return direction === 'inbound' ? 'agent' : party
  return party ?? (word === 'agent' ? word : hangupBy)
}

/** The number of a cause; what is no number and no word that is known is the reason, unless the source sends one. */
export function hangupOf({ hangupCause, hangupReason }: Pick<CallInput, 'hangupCause' | 'hangupReason'>): {
  cause: number | undefined
  reason: string | undefined
} {
  const sent = hangupCause ?? ''
  const cause = sent === '' ? undefined : parseHangupCause(sent)
  const reason = cause === undefined && typeof sent === 'string' ? sent.trim() : ''
  return { cause, reason: hangupReason || reason || undefined }
}

/** The words of Twilio, and those of the standard; any other stays as it was sent. */
export function stirVerdict(sent: string | null | undefined): string | undefined {
  if (sent === null || sent === undefined) return undefined
  const word = sent.trim()
  const known = Object.keys(stirLabels).find((verdict) => verdict.toLowerCase() === word.toLowerCase())
  if (known !== undefined) return known
  const passed = /^tn-validation-passed-([abc])(-|$)/i.exec(word)?.[1]
  if (passed !== undefined) return passed.toUpperCase()
  if (/^tn-validation-failed(-|$)/i.test(word)) return 'failed'
  return /^no-tn-validation$/i.test(word) ? 'none' : sent
}
