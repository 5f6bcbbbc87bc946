import type { FileColumn, FileRow } from './file-column.ts'
import { type FileWriter, linesBytes } from './file-writer.ts'
import { jsonCells, selectNamed } from './json-cells.ts'

export const ndjson = {
  rows: ({ columns }, batches) => linesBytes(batches, (row) => jsonLine(columns, row)),
  list: {
    cells: jsonCells,
    streamed: 'JSONEachRow',
    select: selectNamed,
    // A name is that of the cell, never of a column in a condition.
    settings: { prefer_column_name_to_alias: 1, output_format_json_escape_forward_slashes: 0 },
  },
} satisfies FileWriter

function jsonLine(columns: readonly FileColumn[], row: FileRow): string {
  return `${JSON.stringify(Object.fromEntries(columns.map(({ key }, at) => [key, row[at] ?? null])))}\n`
}
