import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { ImportFileError, readTextLines } from '#server/lib/files/text-lines.ts'
import type { FileBatch, ReadCall, SourceContext } from '../adapter.ts'
import { keepsToContract } from '../reading/keeps-to-contract.ts'
import { callOfLegs, recordingFilesOf } from './call-of-legs.ts'
import type { AsteriskCallRules } from './call-ends.ts'
import { eventsOfLegs } from './cdr-events.ts'
import { lineReader, type Parsed } from './cdr-lines.ts'
import { groupLegs, type LegGroup } from './group-legs.ts'
import { createdAtOf, isLeg, type RejectedLeg } from './legs.ts'
import { masterCsv } from './master-csv.ts'
import type { RecognisedFile } from './recognise-layout.ts'
import { readingOf, rulesOf } from './source-rules.ts'

const callsPerBatch = 1000
const bytesPerBatch = 1_000_000
/** A file that starts with this many lines without a leg is of something else. */
const linesToRecognise = 50

/**
 * Reads the call detail records of a file as a stream. Every line is in a call or in `rejected`. Read again when the file has
 * grown, it gives the same ids, with more legs in the calls that were not over. Throws `ImportFileError`, before the
 * first batch, when the file is empty or holds no such records.
 */
export async function* readCdr(
  stream: AsyncIterable<Uint8Array>,
  source: SourceContext,
  file: RecognisedFile | undefined,
): AsyncGenerator<FileBatch, void, void> {
  const lines = lineReader(readingOf(source), file)
  const rules = rulesOf(source)
  const layout = file?.layout ?? masterCsv
  const isKeptAsEvents = source.settings['queueLog'] === true
  const grouping = groupLegs()
  const clock = clockCheck(source.timeZone)
  let rejected: RejectedLeg[] = []
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

  function takeBatch(): FileBatch {
    const groups = grouping.take(callsPerBatch)
    for (const group of groups) clock.add(group)
    const batch = {
      ...(isKeptAsEvents
        ? { calls: [], events: groups.flatMap((group) => eventsOfLegs(group, layout)) }
        : { calls: groups.map((group) => readCallOf(group, rules)) }),
      rejected,
      rows: legs,
      bytes,
      warnings: clock.warnings(),
    }
    rejected = []
    legs = 0
    bytes = 0
    return batch
  }

  // Until a leg is found the file may still turn out to be of something else.
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
  if (allLegs === 0 && allRejected === 0 && file?.hasHeader !== true)
    throw new ImportFileError('emptyFile', 'The file has no lines.')
  grouping.end()
  while (grouping.readyCount > callsPerBatch) yield takeBatch()
  yield takeBatch()
}

function readCallOf(group: LegGroup, rules: AsteriskCallRules): ReadCall {
  const [{ line }] = group
  const call = callOfLegs(group, rules)
  const names = recordingFilesOf(group)
  const row = { line, ...(names.length > 0 && { recordingFiles: names }) }
  return keepsToContract(call) ? { ...row, call, isChecked: true } : { ...row, call }
}

function notAsterisk(rejected: readonly RejectedLeg[]): ImportFileError {
  const first = rejected[0]?.description ?? ''
  const description = `None of the first ${linesToRecognise} lines is a call detail record of Asterisk. Line 1: ${first}`
  return new ImportFileError('wrongFormat', description)
}

interface ClockCheck {
  add(group: LegGroup): void
  warnings(): string[]
}

const quarterMinutes = 15

/** Compares the start of calls with the second in their ids, to quarters of an hour, in which zones differ. */
function clockCheck(timeZone: string): ClockCheck {
  const counts = new Map<number, number>()
  return {
    add(group) {
      const first = group.find((leg) => leg.uniqueId !== '' && leg.uniqueId === leg.callId)
      const createdAtMs = first === undefined ? undefined : createdAtOf(first.uniqueId)
      if (first === undefined || createdAtMs === undefined) return
      const quarters = Math.round((first.startedAtMs - createdAtMs) / (quarterMinutes * 60_000))
      counts.set(quarters, (counts.get(quarters) ?? 0) + 1)
    },
    warnings() {
      const [[quarters] = [0]] = [...counts].toSorted((a, b) => b[1] - a[1])
      if (quarters === 0) return []
      return [
        `The times in the file differ from its ids by ${quarters * quarterMinutes} minutes: the clock of the switch is probably not in ${formatTimeZone(timeZone)}.`,
      ]
    },
  }
}
