import { groupLegs, type LegGroup } from './asterisk-calls.ts'
import { createdAtOf, isLeg, type RejectedLine } from './asterisk-legs.ts'
import { lineReader, type Parsed } from './asterisk-lines.ts'
import { callOfLegs, type AsteriskCall, type AsteriskCallRules } from './call-of-legs.ts'
import { localClock } from './local-time.ts'
import { ImportFileError, readTextLines } from './text-lines.ts'

export interface AsteriskImport extends AsteriskCallRules {
  /** Of the switch's clock: an IANA name, `UTC` with `usegmtime=yes`. */
  readonly timeZone: string
  /** See `groupLegs`. */
  readonly window?: number
}

/** The result of a portion of the file; the figures are those of the portion. */
export interface AsteriskBatch {
  readonly calls: AsteriskCall[]
  readonly rejected: RejectedLine[]
  /** Lines that were read as legs; their calls may come in a later batch. */
  readonly legs: number
  readonly bytes: number
  /**
   * By how many minutes the local times are ahead of the seconds in the ids, for most calls so far. Other than 0, the
   * zone is probably not that of the switch. Null while no id contains a time.
   */
  readonly clockErrorMinutes: number | null
}

const callsPerBatch = 1000
const bytesPerBatch = 1_000_000
/** A file that starts with this many lines without a leg is not a `Master.csv`. */
const linesToRecognise = 50

/**
 * Reads a `Master.csv` of `cdr_csv` as a stream. Every line is in a call or in `rejected`. Read again when the file has
 * grown, it gives the same ids, with more legs in the calls that were not over. Throws `ImportFileError`, before the
 * first batch, when the file is empty or not a `Master.csv`.
 */
export async function* readAsteriskCalls(
  stream: AsyncIterable<Uint8Array>,
  options: AsteriskImport,
): AsyncGenerator<AsteriskBatch, void, void> {
  const lines = lineReader(localClock(options.timeZone))
  const grouping = groupLegs(options.window)
  const clock = clockCheck()
  let rejected: RejectedLine[] = []
  let legs = 0
  let bytes = 0
  let allLegs = 0
  let allRejected = 0

  function add(parsed: Parsed): void {
    const rejectedLines = isLeg(parsed) ? grouping.add(parsed) : [parsed]
    if (isLeg(parsed)) {
      legs++
      allLegs++
    }
    rejected.push(...rejectedLines)
    allRejected += rejectedLines.length
    if (allLegs === 0 && allRejected >= linesToRecognise) throw notAsterisk(rejected)
  }

  function takeBatch(): AsteriskBatch {
    const groups = grouping.take(callsPerBatch)
    for (const group of groups) clock.add(group)
    const calls = groups.map((group) => callOfLegs(group, options))
    const batch = { calls, rejected, legs, bytes, clockErrorMinutes: clock.errorMinutes() }
    rejected = []
    legs = 0
    bytes = 0
    return batch
  }

  // Until a leg is found the file may still turn out not to be a `Master.csv`.
  const isFull = () =>
    allLegs > 0 &&
    (grouping.readyCount >= callsPerBatch || rejected.length >= callsPerBatch || bytes >= bytesPerBatch)

  for await (const portion of readTextLines(stream)) {
    bytes += portion.bytes
    for (const line of portion.lines) {
      for (const parsed of lines.read(line, portion.isCut)) add(parsed)
      if (isFull()) yield takeBatch()
    }
  }
  for (const line of lines.end()) add(line)
  if (allLegs === 0 && allRejected === 0) throw new ImportFileError('emptyFile', 'The file has no lines.')
  grouping.end()
  while (grouping.readyCount > callsPerBatch) yield takeBatch()
  yield takeBatch()
}

function notAsterisk(rejected: readonly RejectedLine[]): ImportFileError {
  const first = rejected[0]?.description ?? ''
  const description = `None of the first ${linesToRecognise} lines is one of an Asterisk Master.csv. Line 1: ${first}`
  return new ImportFileError('wrongFormat', description)
}

interface ClockCheck {
  add(group: LegGroup): void
  errorMinutes(): number | null
}

const quarterMinutes = 15

/** Compares the start of calls with the second in their ids, to quarters of an hour, in which zones differ. */
function clockCheck(): ClockCheck {
  const counts = new Map<number, number>()
  return {
    add(group) {
      const first = group.find((leg) => leg.uniqueId !== '' && leg.uniqueId === leg.callId)
      const createdAtMs = first === undefined ? undefined : createdAtOf(first.uniqueId)
      if (first === undefined || createdAtMs === undefined) return
      const quarters = Math.round((first.startedAtMs - createdAtMs) / (quarterMinutes * 60_000))
      counts.set(quarters, (counts.get(quarters) ?? 0) + 1)
    },
    errorMinutes() {
      const [most] = [...counts].toSorted((a, b) => b[1] - a[1])
      return most === undefined ? null : most[0] * quarterMinutes
    },
  }
}
