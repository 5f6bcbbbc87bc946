import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CallInput } from '@callboard/contract/calls'
import type {
  FileBatch,
  SourceAdapter,
  SourceContext,
  SourceEvent,
} from '../../src/features/sources/adapter.ts'
import { sourceContext } from './source-context.ts'

/** A source as somebody has just made it, with what is said of it. */
export function sourceOf(adapter: SourceAdapter, given: Partial<SourceContext> = {}): SourceContext {
  const defaults = adapter.settings.flatMap(({ name, default: value }) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const settings = { ...Object.fromEntries(defaults), ...given.settings }
  return sourceContext({ sourceSystem: 'Front desk', timeZone: 'UTC', ...given, settings })
}

/** What an adapter reads out of a file, and the calls that it makes of it, sorted by their ids. */
export async function readSourceFile(
  adapter: SourceAdapter,
  content: string | Uint8Array,
  source: SourceContext,
) {
  const folder = await mkdtemp(join(tmpdir(), 'callboard-source-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, content)
    const batches: FileBatch[] = []
    const file = { path, name: 'file', bytes: content.length }
    for await (const batch of adapter.file?.read(file, source) ?? []) batches.push(batch)
    const read = batches.flatMap((batch) => batch.calls)
    const events = batches.flatMap((batch) => batch.events ?? [])
    const made = callsOf(adapter, events, source)
    return {
      calls: sorted([...read.map(({ call }) => CallInput.parse(call)), ...made]),
      events,
      rejected: batches.flatMap((batch) => batch.rejected),
      rows: batches.reduce((total, batch) => total + batch.rows, 0),
      bytes: batches.reduce((total, batch) => total + batch.bytes, 0),
      warnings: batches.at(-1)?.warnings ?? [],
      recordingFiles: Object.fromEntries(
        read.flatMap(({ call, recordingFiles }) =>
          recordingFiles === undefined ? [] : [[call.externalCallId, recordingFiles]],
        ),
      ),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The calls of events, each event counted once, sorted by their ids. */
export function callsOf(
  adapter: SourceAdapter,
  events: readonly SourceEvent[],
  source: SourceContext,
): CallInput[] {
  const known = new Map(events.map((event) => [`${event.callKey}\n${event.eventKey}`, event]))
  const calls = [...Map.groupBy(known.values(), ({ callKey }) => callKey).values()].flatMap(
    (ofCall) => adapter.callsOf?.(ofCall, source).calls ?? [],
  )
  return sorted(calls.map((call) => CallInput.parse(call)))
}

function sorted(calls: readonly CallInput[]): CallInput[] {
  return calls.toSorted((a, b) => (a.externalCallId < b.externalCallId ? -1 : 1))
}
