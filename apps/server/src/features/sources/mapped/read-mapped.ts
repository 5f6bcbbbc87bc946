import { createHash } from 'node:crypto'
import type { Mapping } from '@callboard/contract/mappings'
import type { FileBatch, ReadCall, RejectedLine, RowAgain, SourceContext, SourceEvent } from '../adapter.ts'
import { parseJson } from '../../../lib/json.ts'
import { reasonOf } from '../row-reason.ts'
import { completeCall } from './convert/complete-call.ts'
import { compiledFor, type CompiledMapping, compileMapping, keyOfLeg } from './convert/compile-mapping.ts'
import type { BytesSource } from './rows/bytes-source.ts'
import { pathReader } from './rows/json-paths.ts'
import { openRows } from './rows/open-rows.ts'
import { WrongLetters } from './rows/wrong-letters.ts'
import { isReadable, namedRow, storableText, valueReader } from './rows/row-source.ts'

const rowsPerBatch = 2000

/**
 * Reads a file by a mapping. Rows that are legs of calls are events, of which the calls are made when all are in. Throws
 * `ImportFileError`, before the first batch, where the file is another one than the mapping was made for.
 */
export async function* readMapped(
  bytes: BytesSource,
  mapping: Mapping,
  source: SourceContext,
): AsyncGenerator<FileBatch, void, void> {
  const compiled = compileMapping(mapping, source)
  const rows = await openRows(bytes, mapping)
  const valuesOf = valueReader(rows, compiled.columns)
  const rawOf = namedRow(rows)
  const batch = new BatchOfRows(compiled, mapping.legsBy.length > 0)
  const letters = new WrongLetters(mapping.encoding)
  let count = 0
  for await (const portion of rows.portions) {
    batch.bytes += portion.bytes
    count += portion.rows.length
    for (const row of portion.rows) {
      letters.check(row.raw)
      if (isReadable(row)) batch.add({ line: row.line, raw: rawOf(row) }, valuesOf(row))
      else batch.reject(row)
      if (batch.rows >= rowsPerBatch) yield batch.take()
    }
  }
  const nothing = count === 0 ? ['The file has columns, and no rows below them.'] : []
  yield { ...batch.take(), warnings: [...nothing, ...letters.warnings()] }
}

class BatchOfRows {
  rows = 0
  bytes = 0
  #calls: ReadCall[] = []
  #events: SourceEvent[] = []
  #rejected: RejectedLine[] = []
  readonly #mapping: CompiledMapping
  readonly #hasLegs: boolean

  constructor(mapping: CompiledMapping, hasLegs: boolean) {
    this.#mapping = mapping
    this.#hasLegs = hasLegs
  }

  add({ line, raw }: Pick<RejectedLine, 'line' | 'raw'>, values: readonly string[]): void {
    this.rows++
    const read = readRow(values, { compiled: this.#mapping, hasLegs: this.#hasLegs })
    if ('call' in read) this.#calls.push({ line, raw, call: read.call, isChecked: true })
    else if ('event' in read) this.#events.push(read.event)
    else if ('problems' in read) {
      const { problems, ...of } = read
      this.#rejected.push({ line, raw, ...of, ...reasonOf(problems) })
    }
  }

  reject(rejected: RejectedLine): void {
    this.rows++
    this.#rejected.push(rejected)
  }

  take(): FileBatch {
    const { rows, bytes } = this
    const batch = { calls: this.#calls, events: this.#events, rejected: this.#rejected, rows, bytes }
    this.#calls = []
    this.#events = []
    this.#rejected = []
    this.rows = 0
    this.bytes = 0
    return batch
  }
}

/** A row that was rejected, by the columns that it has: it was kept as `readMapped` gave it. */
export function rowAgain(raw: string, mapping: Mapping, source: SourceContext): RowAgain | undefined {
  const row = parsedRow(raw)
  if (row === undefined) return undefined
  const compiled = compiledFor(mapping, source)
  const values = compiled.columns.map((name) => pathReader(name)(row))
  return readRow(values, { compiled, hasLegs: mapping.legsBy.length > 0 })
}

function parsedRow(raw: string): object | undefined {
  try {
    const row = parseJson(raw)
    return typeof row === 'object' && row !== null && !Array.isArray(row) ? row : undefined
  } catch {
    return undefined
  }
}

function readRow(
  values: readonly string[],
  { compiled, hasLegs }: { compiled: CompiledMapping; hasLegs: boolean },
): RowAgain {
  const read = compiled.read(values)
  if (read === undefined) return { isLeftOut: true }
  const { found, problems } = read
  const { externalCallId: id } = found
  const of = typeof id === 'string' && id !== '' && { externalCallId: storableText(id) }
  if (!hasLegs) {
    const call = completeCall(found, problems)
    return call === undefined ? { problems, ...of } : { call }
  }
  const callKey = keyOfLeg(values, compiled, problems)
  if (callKey === undefined) return { problems, ...of, isLeg: true }
  return { event: eventOf(callKey, compiled.columns, values) }
}

/** A row as an event of its call: its values by their columns. */
function eventOf(callKey: string, columns: readonly string[], values: readonly string[]): SourceEvent {
  const body = Object.fromEntries(columns.map((name, index) => [name, storableText(values[index] ?? '')]))
  const eventKey = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  return { callKey, eventKey, body }
}
