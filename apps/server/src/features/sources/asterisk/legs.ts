import { splitCsvLine } from '#server/lib/files/csv-line.ts'
import type { LocalClock } from '#server/lib/local-time.ts'
import { longestLine } from '#server/lib/files/text-lines.ts'
import type { RejectedLine } from '../adapter.ts'

const dispositions = ['ANSWERED', 'NO ANSWER', 'BUSY', 'FAILED', 'CONGESTION'] as const
type Disposition = (typeof dispositions)[number]

/** One line of `Master.csv`: a channel that dialled, or that the switch itself answered. Times are UTC ms. */
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
] as const
export type LegErrorCode = (typeof legErrorCodes)[number]

export interface RejectedLeg extends RejectedLine {
  readonly code: LegErrorCode
}

/** The columns that `loguniqueid`, `loguserfield` and `newcdrcolumns` add after the first sixteen. */
const minFields = 16
const maxFields = 21

/** `uniqueid`: an optional system name, the second in which the channel was created, and a counter. */
const uniqueIdForm = /^(?:\S+-)?(\d{10})\.\d+$/

const longestDuration = 10_000_000
const longestNumber = 64
const longestId = 150

/** `line` counts from 1. `clock` tells the switch's local time, or UTC with `usegmtime=yes`. */
export function parseAsteriskLine(raw: string, line: number, clock: LocalClock): Leg | RejectedLeg {
  if (raw.length > longestLine) {
    return reject({ line, raw }, 'tooLong', `The line has more than ${longestLine} characters.`)
  }
  const fields = splitCsvLine(raw)
  if (fields === undefined) {
    return reject(
      { line, raw },
      'unbalancedQuote',
      'A quotation mark is not closed, or text follows a closed one.',
    )
  }
  if (raw.includes('\0')) return reject({ line, raw }, 'binary', 'The line holds zero bytes.')
  if (fields.length < minFields || fields.length > maxFields) {
    const description = `The line has ${fields.length} fields; Master.csv has ${minFields} to ${maxFields}.`
    return reject({ line, raw }, 'fieldCount', description)
  }
  return legOf({ fields, raw, line, clock })
}

export function isLeg(parsed: Leg | RejectedLeg): parsed is Leg {
  return 'callId' in parsed
}

export function reject(
  at: Pick<RejectedLine, 'line' | 'raw'>,
  code: LegErrorCode,
  description: string,
): RejectedLeg {
  const kept = at.raw.length > longestLine ? at.raw.slice(0, longestLine) : at.raw
  return { line: at.line, raw: kept.includes('\0') ? kept.replaceAll('\0', '␀') : kept, code, description }
}

interface Line {
  readonly fields: readonly string[]
  readonly raw: string
  readonly line: number
  readonly clock: LocalClock
}

function legOf({ fields, raw, line, clock }: Line): Leg | RejectedLeg {
  const [, src = '', dst = '', context = '', callerId = '', channel = '', dstChannel = '', lastApp = ''] =
    fields
  const [lastData = '', start = '', answer = '', end = '', total = '', billed = '', result = ''] =
    fields.slice(8)
  const { uniqueId, linkedId, sequence } = idsOf(fields)

  const duration = secondsOf(total)
  const billsec = secondsOf(billed)
  if (Number.isNaN(duration) || Number.isNaN(billsec)) {
    return reject(
      { line, raw },
      'badNumber',
      `${quoted(total)} or ${quoted(billed)} is not a number of seconds.`,
    )
  }
  const disposition = dispositions.find((known) => known === result)
  if (disposition === undefined) {
    return reject({ line, raw }, 'badDisposition', `${quoted(result)} is not a disposition.`)
  }
  // When clocks go back, the second in the id and the durations tell which of the two hours it was.
  const startedAtMs = clock.instant(start, createdAtOf(uniqueId))
  const endedAtMs = clock.instant(end, startedAtMs + duration * 1000)
  const answeredAtMs = answer === '' ? null : clock.instant(answer, endedAtMs - billsec * 1000)
  if (Number.isNaN(startedAtMs) || Number.isNaN(endedAtMs) || Number.isNaN(answeredAtMs)) {
    const times = [start, answer, end].map(quoted).join(', ')
    return reject(
      { line, raw },
      'badTime',
      `One of start, answer and end is not a time YYYY-MM-DD HH:MM:SS: ${times}.`,
    )
  }
  if (endedAtMs < startedAtMs)
    return reject({ line, raw }, 'endBeforeStart', `It ends at ${end}, before it starts.`)
  if (channel === '') return reject({ line, raw }, 'noChannel', 'The line names no channel.')
  const callId = linkedId || uniqueId
  if (
    Math.max(src.length, dst.length) > longestNumber ||
    Math.max(callId.length, channel.length) > longestId
  ) {
    const description = `A number has more than ${longestNumber} characters, or an id or channel more than ${longestId}.`
    return reject({ line, raw }, 'tooLong', description)
  }
  return {
    line,
    raw,
    fieldCount: fields.length,
    callId,
    src,
    dst,
    context,
    callerId,
    channel,
    dstChannel,
    lastApp,
    lastData,
    localStart: start,
    startedAtMs,
    answeredAtMs,
    endedAtMs,
    duration,
    billsec,
    disposition,
    uniqueId,
    linkedId,
    sequence,
  }
}

type Ids = Pick<Leg, 'uniqueId' | 'linkedId' | 'sequence'>

/**
 * 16 fields have no id; 18 and 21 have uniqueid and userfield; in 17 and 20 the seventeenth is one of them, told by
 * its form. From 19 on peeraccount, linkedid and sequence are the last three.
 */
function idsOf(fields: readonly string[]): Ids {
  const hasNewColumns = fields.length >= 19
  const optional = fields.length - minFields - (hasNewColumns ? 3 : 0)
  const seventeenth = fields[16] ?? ''
  const isUniqueId = optional === 2 || (optional === 1 && uniqueIdForm.test(seventeenth))
  const [linkedId = '', sequence = ''] = hasNewColumns ? fields.slice(-2) : []
  return {
    uniqueId: isUniqueId ? seventeenth : '',
    linkedId,
    sequence: /^\d+$/.test(sequence) ? Number(sequence) : null,
  }
}

/** The instant, in ms, that a `uniqueid` or `linkedid` names; undefined when it has another form. */
export function createdAtOf(id: string): number | undefined {
  const seconds = uniqueIdForm.exec(id)?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

function secondsOf(text: string): number {
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return seconds <= longestDuration ? seconds : Number.NaN
}

function quoted(text: string): string {
  return `“${text.slice(0, 40)}”`
}
