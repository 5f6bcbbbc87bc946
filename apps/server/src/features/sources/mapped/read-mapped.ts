import { createHash } from 'node:crypto'
import type { Mapping, RowProblem } from '@callboard/contract/mappings'
import type { FileBatch, ReadCall, RejectedLine, SourceContext, SourceEvent } from '../adapter.ts'
import { completeCall } from './convert/complete-call.ts'
import { type CompiledMapping, compileMapping } from './convert/compile-mapping.ts'
import type { BytesSource } from './rows/bytes-source.ts'
import { openRows } from './rows/open-rows.ts'
import { type FileRow, isReadable, storableText, valueReader } from './rows/row-source.ts'

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
  const batch = new BatchOfRows(compiled, mapping.legsBy.length > 0)
  for await (const portion of rows.portions) {
    batch.bytes += portion.bytes
    for (const row of portion.rows) {
      if (isReadable(row)) batch.add(row, valuesOf(row))
      else batch.reject(row)
      if (batch.rows >= rowsPerBatch) yield batch.take()
    }
  }
  yield batch.take()
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

  add(row: FileRow, values: readonly string[]): void {
    this.rows++
    const read = this.#mapping.read(values)
    if (read === undefined) return
    const { found, problems } = read
    if (this.#hasLegs) {
      const callKey = this.#mapping.callKey(values)
      if (callKey === undefined) problems.push(noKey)
      else if (problems.length === 0) {
        this.#events.push(eventOf(callKey, this.#mapping.columns, values))
        return
      }
    } else {
      const call = completeCall(found, problems)
      if (call !== undefined) {
        this.#calls.push({ line: row.line, call, isChecked: true, raw: storableText(row.raw) })
        return
      }
    }
    this.#rejected.push({ line: row.line, raw: storableText(row.raw), ...rejection(problems) })
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

const noKey: RowProblem = {
  code: 'missingField',
  description: 'The columns that tell which call the row belongs to are empty.',
  field: 'externalCallId',
  column: null,
}

function rejection(problems: readonly RowProblem[]): { code: string; description: string } {
  return {
    code: problems[0]?.code ?? 'invalid',
    description: problems.map(({ description }) => description).join(' '),
  }
}

/** A row as an event of its call: its values by their columns. */
function eventOf(callKey: string, columns: readonly string[], values: readonly string[]): SourceEvent {
  const body = Object.fromEntries(columns.map((name, index) => [name, storableText(values[index] ?? '')]))
  const eventKey = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  return { callKey, eventKey, body }
}
