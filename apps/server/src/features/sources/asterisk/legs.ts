import type { CallStatus } from '@callboard/contract/fields'
import type { StatusWord } from '@callboard/contract/sources'
import { maxLineLength } from '#server/lib/files/text-lines.ts'
import type { LocalClock } from '#server/lib/local-time.ts'
import { shownValue } from '#server/lib/shown-value.ts'
import type { RejectedLine } from '../adapter.ts'
import type { CdrValues } from './cdr-columns.ts'
import { neverForm } from './switch-clock.ts'

const dispositions = ['ANSWERED', 'NO ANSWER', 'BUSY', 'FAILED', 'CONGESTION'] as const
type Disposition = (typeof dispositions)[number]

/** A call detail record: a channel that dialled, or that the switch itself answered. Times are UTC ms. */
export interface Leg {
  readonly line: number
  readonly raw: string
  readonly fieldCount: number
  /** `linkedid`, which all legs of a call share; else `uniqueid`, which those of one channel share; else ''. */
  readonly callId: string
  readonly src: string
  readonly dst: string
  readonly context: string
  /** As sent: `"Name" <number>`. */
  readonly callerId: string
  readonly channel: string
  /** Empty when nobody was dialled. */
  readonly dstChannel: string
  readonly lastApp: string
  readonly lastData: string
  /** As sent, in the switch's own time. */
  readonly localStart: string
  readonly startedAtMs: number
  readonly answeredAtMs: number | null
  readonly endedAtMs: number
  readonly duration: number
  /** From the answer of the switch, which need not be that of a person. */
  readonly billsec: number
  readonly disposition: Disposition
  readonly uniqueId: string
  readonly linkedId: string
  readonly sequence: number | null
  /** The public number that was called, where FreePBX says it. */
  readonly did: string
  /** The name of its sound file, where FreePBX says it. */
  readonly recordingFile: string
  /** The number that FreePBX showed to whom it called. */
  readonly outboundNumber: string
}

const legErrorCodes = [
  'unbalancedQuote',
  'fieldCount',
  'badTime',
  'badNumber',
  'badDisposition',
  'endBeforeStart',
  'tooLong',
  'noChannel',
  'binary',
  'cutLine',
  'lateLeg',
  'tooManyLegs',
  'badJson',
  'badEvent',
] as const
export type LegErrorCode = (typeof legErrorCodes)[number]

/** Why a line is rejected. */
export interface LineProblem {
  readonly code: LegErrorCode
  readonly description: string
  /** What is wrong, as it stands in the line. */
  readonly value?: string
}

export interface RejectedLeg extends RejectedLine {
  readonly code: LegErrorCode
}

/** `uniqueid`: an optional system name, the second in which the channel was created, and a counter. */
export const uniqueIdForm = /^(?:\S+-)?(\d{10})\.\d+$/

const maxDuration = 10_000_000
const maxNumberLength = 64
const maxIdLength = 150

/** How the records of one switch are read. */
export interface LegReading {
  /** Tells the switch's local time, or UTC with `usegmtime=yes`. */
  readonly clock: LocalClock
  readonly dispositions: DispositionWords
}

/** Voicemail is no disposition of Asterisk, but may be a word of somebody's own. */
export type DispositionWords = ReadonlyMap<string, Disposition | 'VOICEMAIL'>

/** As `CDR(disposition,u)` writes them. */
const numbered = [
  ['0', 'NO ANSWER'],
  ['1', 'NO ANSWER'],
  ['2', 'FAILED'],
  ['4', 'BUSY'],
  ['8', 'ANSWERED'],
  ['16', 'CONGESTION'],
] as const

const ofStatus = {
  answered: 'ANSWERED',
  voicemail: 'VOICEMAIL',
  missed: 'NO ANSWER',
  abandoned: 'NO ANSWER',
  busy: 'BUSY',
  failed: 'FAILED',
  'in-progress': 'NO ANSWER',
} as const satisfies Record<CallStatus, Disposition | 'VOICEMAIL'>

/** The words of Asterisk, and those that somebody has said of a source, which go before. In upper case. */
export function dispositionWords(words: readonly StatusWord[]): DispositionWords {
  return new Map([
    ...dispositions.map((word) => [word, word] as const),
    ...numbered,
    ...words.map(({ word, status }) => [word.toUpperCase(), ofStatus[status]] as const),
  ])
}

export function isLeg(parsed: Leg | RejectedLeg): parsed is Leg {
  return 'callId' in parsed
}

export function reject(
  at: Pick<RejectedLine, 'line' | 'raw'>,
  { value, ...problem }: LineProblem,
): RejectedLeg {
  const kept = at.raw.length > maxLineLength ? at.raw.slice(0, maxLineLength) : at.raw
  const raw = kept.includes('\0') ? kept.replaceAll('\0', '␀') : kept
  return { line: at.line, raw, ...problem, value: shownValue(value) }
}

/** A record as it stood in a file or a table; `line` counts from 1. */
export interface LegRecord {
  readonly line: number
  readonly raw: string
  readonly fieldCount: number
  readonly values: CdrValues
}

export function legOf(record: LegRecord, { clock, dispositions: words }: LegReading): Leg | RejectedLeg {
  const { values } = record
  const [, src = '', dst = '', context = '', callerId = '', channel = '', dstChannel = '', lastApp = ''] =
    values
  const result = values[14] ?? ''
  const word = words.get(result.toUpperCase())
  const times = timesOf(record, { clock, isAnswered: word === 'ANSWERED' })
  if ('code' in times) return times
  if (word === undefined)
    return reject(record, {
      code: 'badDisposition',
      description: 'The disposition is none that is known.',
      value: result,
    })
  if (channel === '') return reject(record, { code: 'noChannel', description: 'The line names no channel.' })
  // Tables hold 0 where the column is not filled.
  const uniqueId = values[16] ?? ''
  const linked = values[19] ?? ''
  const sequence = values[20] ?? ''
  const linkedId = linked === '0' ? '' : linked
  const callId = linkedId || uniqueId
  if (
    Math.max(src.length, dst.length) > maxNumberLength ||
    Math.max(callId.length, channel.length) > maxIdLength
  ) {
    const description = `A number has more than ${maxNumberLength} characters, or an id or channel more than ${maxIdLength}.`
    return reject(record, { code: 'tooLong', description })
  }
  return {
    line: record.line,
    raw: record.raw,
    fieldCount: record.fieldCount,
    callId,
    src,
    dst,
    context,
    callerId,
    channel,
    dstChannel: word === 'VOICEMAIL' ? '' : dstChannel,
    lastApp: word === 'VOICEMAIL' ? 'VoiceMail' : lastApp,
    lastData: values[8] ?? '',
    localStart: values[9] ?? '',
    startedAtMs: times.startedAtMs,
    answeredAtMs: times.answeredAtMs,
    endedAtMs: times.endedAtMs,
    duration: times.duration,
    billsec: times.billsec,
    disposition: word === 'VOICEMAIL' ? 'ANSWERED' : word,
    uniqueId,
    linkedId,
    sequence: /^\d+$/.test(sequence) ? Number(sequence) : null,
    did: values[21] ?? '',
    recordingFile: values[22] ?? '',
    outboundNumber: values[23] ?? '',
  }
}

type Times = Pick<Leg, 'startedAtMs' | 'answeredAtMs' | 'endedAtMs' | 'duration' | 'billsec'>

/** What a format does not have follows from the rest: a table has no end and no answer. */
function timesOf(
  record: LegRecord,
  { clock, isAnswered }: { clock: LocalClock; isAnswered: boolean },
): Times | RejectedLeg {
  const { values } = record
  const [start = '', answer, end] = [values[9], values[10], values[11]]
  const [total, billed] = [values[12], values[13]]
  const uniqueId = values[16] ?? ''
  const givenDuration = total === undefined ? undefined : secondsOf(total)
  const givenBillsec = billed === undefined ? undefined : secondsOf(billed)
  if (Number.isNaN(givenDuration) || Number.isNaN(givenBillsec)) {
    const description = 'The duration or the billed seconds are not a number of seconds.'
    return reject(record, { code: 'badNumber', description, value: `${total ?? ''}, ${billed ?? ''}` })
  }
  // When clocks go back, the second in the id and the durations tell which of the two hours it was.
  const startedAtMs = clock.instant(start, createdAtOf(uniqueId))
  const expectedEndMs = startedAtMs + (givenDuration ?? 0) * 1000
  const endedAtMs =
    end === undefined && givenDuration !== undefined ? expectedEndMs : clock.instant(end ?? '', expectedEndMs)
  const billedFromMs = endedAtMs - (givenBillsec ?? 0) * 1000
  const isBilled = isAnswered || (givenBillsec ?? 0) > 0
  const derived = isBilled && givenBillsec !== undefined ? billedFromMs : null
  const sent = answer === undefined || neverForm.test(answer) ? null : clock.instant(answer, billedFromMs)
  const answeredAtMs = answer === undefined ? derived : sent
  if (Number.isNaN(startedAtMs) || Number.isNaN(endedAtMs) || Number.isNaN(answeredAtMs)) {
    const description = 'One of start, answer and end is not a time such as 2026-03-10 09:00:00.'
    const value = [start, answer, end].filter(Boolean).join(', ')
    return reject(record, { code: 'badTime', description, value })
  }
  if (endedAtMs < startedAtMs)
    return reject(record, {
      code: 'endBeforeStart',
      description: 'It ends before it starts.',
      value: `${start}, ${end ?? ''}`,
    })
  const duration = givenDuration ?? Math.floor((endedAtMs - startedAtMs) / 1000)
  const talked = answeredAtMs === null ? 0 : Math.max(Math.floor((endedAtMs - answeredAtMs) / 1000), 0)
  return { startedAtMs, answeredAtMs, endedAtMs, duration, billsec: givenBillsec ?? talked }
}

/** The instant, in ms, that a `uniqueid` or `linkedid` names; undefined when it has another form. */
export function createdAtOf(id: string): number | undefined {
  const seconds = uniqueIdForm.exec(id)?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

/** Of two channels of the same second the one that was made first has the smaller count. */
export function countIn(uniqueId: string): number {
  const count = Number(uniqueId.slice(uniqueId.lastIndexOf('.') + 1))
  return Number.isNaN(count) ? 0 : count
}

/** Whole ones, as the other ways in which a switch tells of a call have no fractions. */
function secondsOf(text: string): number {
  const seconds = /^\d{1,9}(?:\.\d*)?$/.test(text) ? Math.floor(Number(text)) : Number.NaN
  return seconds <= maxDuration ? seconds : Number.NaN
}
