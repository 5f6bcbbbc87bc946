import { readTextLines } from '#server/lib/files/text-lines.ts'
import type { FileBatch, RejectedLine, SourceContext, SourceEvent } from '../adapter.ts'
import { queueEventOf } from './calls-of-events.ts'
import { reject } from './legs.ts'
import { parseQueueLine } from './queue-log.ts'
import { readingOf } from './source-rules.ts'

const startForm = /^\d{9,11}(?:\.\d+)?\|[^|]*\|[^|]*\|[^|]*\|[A-Z]+/

/** Whether these lines are of a `queue_log`: by most of them, as some may be broken. */
export function isQueueLog(lines: readonly string[]): boolean {
  return lines.filter((line) => startForm.test(line)).length > lines.length / 2
}

/** Reads a `queue_log` as a stream. What a line says of a call is an event; some are about members alone. */
export async function* readQueueLog(
  stream: AsyncIterable<Uint8Array>,
  source: SourceContext,
): AsyncGenerator<FileBatch, void, void> {
  const { clock } = readingOf(source)
  const warnings = source.settings['queueLog'] === true ? [] : [aloneWarning]
  let line = 0
  for await (const portion of readTextLines(stream)) {
    const events: SourceEvent[] = []
    const rejected: RejectedLine[] = []
    for (const raw of portion.lines) {
      line += 1
      if (raw.trim() === '') continue
      const parsed = parseQueueLine(raw, clock)
      if (parsed === undefined) continue
      if ('code' in parsed) rejected.push(reject({ line, raw }, parsed))
      else events.push(queueEventOf(parsed))
    }
    yield { calls: [], events, rejected, rows: portion.lines.length, bytes: portion.bytes, warnings }
  }
}

const aloneWarning =
  'This is a queue_log. What it says is added to calls that CDR files have brought. If CDR files of the same switch are imported again, turn on “Queue log” in the settings of the source first: otherwise they take it away.'
