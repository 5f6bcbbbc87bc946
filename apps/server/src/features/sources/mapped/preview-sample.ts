import { formatCounted } from '@callboard/contract/format'
import {
  type Mapping,
  type MappingPreview,
  previewRows,
  type PreviewRow,
  type RowProblem,
} from '@callboard/contract/mappings'
import type { SourceContext } from '../adapter.ts'
import { ImportFileError } from '../../../lib/files/text-lines.ts'
import { combineRows } from './calls-of-rows.ts'
import type { CallRow } from './convert/combine-calls.ts'
import { completeCall } from './convert/complete-call.ts'
import { compileMapping, keyOfLeg } from './convert/compile-mapping.ts'
import { sampleColumn } from './guess/column-profile.ts'
import { readSample, type Sample, type SampleRows } from './read-sample.ts'
import { type FileRow, isReadable, storableText } from './rows/row-source.ts'

/** Beside the first rows, so many of the others that fail. */
const failingRows = 100
const rawCharacters = 1000

/** The rows of a sample as the calls that they become. */
export async function previewSample(
  sample: Sample,
  mapping: Mapping,
  source: SourceContext,
): Promise<MappingPreview> {
  try {
    const read = await readSample(sample, mapping)
    const columns = read.table.columns.map((name) => sampleColumn(name, read.table.column(name)))
    return { problem: null, columns, ...convertRows(read, mapping, source) }
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error
    const counts = { rows: 0, calls: 0, rejected: 0, leftOut: 0 }
    return { problem: error.message, columns: [], rows: [], counts, warnings: [] }
  }
}

interface Group {
  readonly row: FileRow
  readonly rows: CallRow[]
  readonly problems: RowProblem[]
}

function convertRows({ table, rows }: SampleRows, mapping: Mapping, source: SourceContext) {
  const compiled = compileMapping(mapping, source)
  requireColumns(compiled.columns, table.columns, mapping)
  const places = compiled.columns.map((name) => table.columns.indexOf(name))
  const shown: PreviewRow[] = []
  const groups = new Map<string, Group>()
  const hasLegs = mapping.legsBy.length > 0
  const counts = { rows: rows.length, calls: 0, rejected: 0, leftOut: 0 }
  let at = 0
  for (const row of rows) {
    if (!isReadable(row)) {
      const { line, raw, code, description } = row
      shown.push({
        line,
        legs: 1,
        call: null,
        problems: [{ code, description, value: null, field: null, column: null }],
        raw: cut(raw),
      })
      continue
    }
    const cells = table.rows[at] ?? []
    at++
    const values = places.map((place) => cells[place] ?? '')
    const read = compiled.read(values)
    if (read === undefined) {
      counts.leftOut++
      continue
    }
    const { found, problems } = read
    const key = hasLegs ? keyOfLeg(values, compiled, problems) : undefined
    const group: Group = (key === undefined ? undefined : groups.get(key)) ?? { row, rows: [], problems }
    group.rows.push({ found, order: compiled.orderOf(values) })
    if (key === undefined) shown.push(shownGroup(group, mapping))
    else groups.set(key, group)
  }
  for (const group of groups.values()) shown.push(shownGroup(group, mapping))
  const inOrder = shown.toSorted((a, b) => a.line - b.line)
  counts.calls = inOrder.filter(({ call }) => call !== null).length
  counts.rejected = inOrder.length - counts.calls
  const failing = inOrder.slice(previewRows).filter(({ call }) => call === null)
  return {
    rows: [...inOrder.slice(0, previewRows), ...failing.slice(0, failingRows)],
    counts,
    warnings: warningsOf(inOrder),
  }
}

function shownGroup({ row, rows, problems }: Group, mapping: Mapping): PreviewRow {
  const [only] = rows
  const found = rows.length === 1 && only !== undefined ? only.found : combineRows(rows, mapping)
  const call = completeCall(found, problems)
  return {
    line: row.line,
    legs: rows.length,
    call: call ?? null,
    problems,
    raw: call === undefined ? cut(storableText(row.raw)) : null,
  }
}

function cut(raw: string): string {
  return raw.slice(0, rawCharacters)
}

/** Of JSON every row has its own paths, and a path that none of them has is empty. */
function requireColumns(wanted: readonly string[], columns: readonly string[], { format }: Mapping): void {
  const missing = wanted.filter((name) => !columns.includes(name))
  if (format === 'json' || missing.length === 0) return
  const names = missing
    .slice(0, 5)
    .map((name) => `“${name}”`)
    .join(', ')
  throw new ImportFileError(
    'wrongFormat',
    `The file has no ${missing.length === 1 ? 'column' : 'columns'} ${names}, which the mapping reads.`,
  )
}

function warningsOf(rows: readonly PreviewRow[]): string[] {
  const ids = rows.flatMap(({ call }) => call?.externalCallId ?? [])
  const doubled = ids.length - new Set(ids).size
  if (doubled === 0) return []
  return [
    `${formatCounted(doubled, 'row has', 'rows have')} the id of another row: of such rows only the last one is kept. If they are legs of one call, say by which column they belong together.`,
  ]
}
