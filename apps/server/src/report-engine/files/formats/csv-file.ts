import { csvLine, neutral, neutralSql } from '../csv.ts'
import { localInstantSql } from '../../sql/local-time-sql.ts'
import { type FileKind, type FileValue, localTime, spreadsheetRow, titleOf } from './file-column.ts'
import type { FileTable } from './file-table.ts'
import { type CellWriter, type FileWriter, joinedSql, linesBytes } from './file-writer.ts'

const cells: CellWriter = {
  writesWords: true,
  cell: ({ column, field, offsets }) => {
    switch (field.storedKind) {
      case 'text':
        return neutralSql(column)
      case 'tags':
        return neutralSql(joinedSql(column))
      case 'instant':
        return `ifNull(formatDateTime(${localInstantSql(column, offsets())}, '%Y-%m-%d %H:%i:%S'), '')`
      case 'boolean':
        return `multiIf(isNull(${column}), '', ${column}, 'yes', 'no')`
      case 'uuid':
      case 'integer':
      case 'decimal':
      case 'float':
        return `ifNull(toString(${column}), '')`
    }
  },
  amount: (amount) => `ifNull(toString(${amount}), '')`,
  text: neutral,
  none: "''",
  found: (text) => text,
}

export const csv: FileWriter = {
  rows: (table, batches) =>
    linesBytes(
      batches,
      (row) =>
        csvLine(
          spreadsheetRow(row, table.columns).map((value, at) =>
            csvValue(value, table.columns[at]?.kind, table.zone),
          ),
        ),
      headerOf(table),
    ),
  list: {
    cells,
    streamed: 'CSV',
    select: (all) => all.join(', '),
    // As in the header, and by RFC 4180.
    settings: { output_format_csv_crlf_end_of_line: 1 },
    file: withHeader,
  },
}

function headerOf({ columns, zone }: FileTable): string {
  return csvLine(columns.map((column) => titleOf(column, { zone, durations: 'seconds' })))
}

/** The header comes with the first lines, so that a query that fails at once is an error and no empty file. */
async function* withHeader(
  table: FileTable,
  lines: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  const header = Buffer.from(headerOf(table))
  let isFirst = true
  for await (const chunk of lines) {
    yield isFirst ? Buffer.concat([header, chunk]) : chunk
    isFirst = false
  }
  if (isFirst) yield header
}

/** Seconds to a tenth, other figures to four places: what else there is of an average says nothing. */
function csvValue(
  value: FileValue,
  kind: FileKind | undefined,
  zone: string,
): string | number | boolean | null {
  if (typeof value === 'number') return Number(value.toFixed(kind === 'duration' ? 1 : 4))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' && kind === 'instant') return localTime(value, zone)
  return typeof value === 'object' && value !== null ? value.join(', ') : value
}
