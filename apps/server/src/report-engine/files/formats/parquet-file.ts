import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { FileColumn, FileKind, FileValue } from './file-column.ts'
import type { CellWriter, FileWriter, RowBatches } from './file-writer.ts'
import { jsonCells, selectNamed } from './json-cells.ts'

/** Values in the types of Parquet: instants are instants, amounts decimals. */
const cells: CellWriter = {
  ...jsonCells,
  cell: (stored) => {
    const { column, field } = stored
    switch (field.storedKind) {
      case 'instant':
        return column
      case 'integer':
        return `toInt64(${column})`
      case 'text':
      case 'tags':
      case 'boolean':
      case 'uuid':
      case 'decimal':
      case 'float':
        return jsonCells.cell(stored)
    }
  },
  amount: (amount) => amount,
}

export const parquet: FileWriter = {
  rows: ({ columns }, batches) => parquetBytes(columns, batches),
  list: {
    cells,
    streamed: 'Parquet',
    select: selectNamed,
    isOnePart: true,
    settings: {
      prefer_column_name_to_alias: 1,
      output_format_parquet_row_group_size: 100_000,
      // What every reader knows.
      output_format_parquet_compression_method: 'snappy',
      max_bytes_before_external_sort: 200_000_000,
    },
  },
}

const rowGroupSize = 10_000

async function* parquetBytes(
  columns: readonly FileColumn[],
  batches: RowBatches,
): AsyncGenerator<Uint8Array, void> {
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema: [{ name: 'report', num_children: columns.length }, ...columns.map(schemaOf)],
    createdBy: 'callboard',
  })
  const taken = () => {
    const bytes = writer.getBytes().slice()
    writer.index = 0
    return bytes
  }
  for await (const rows of batches) {
    if (rows.length === 0) continue
    await file.write({
      columnData: columns.map(({ key, kind }, at) => ({
        name: key,
        data: rows.map((row) => storedValue(row[at] ?? null, kind)),
      })),
      rowGroupSize,
    })
    yield taken()
  }
  await file.finish()
  yield taken()
}

const schemas = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  tags: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  instant: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  hour: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  day: { type: 'INT32', converted_type: 'DATE' },
  boolean: { type: 'BOOLEAN' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  ratio: { type: 'DOUBLE' },
  duration: { type: 'DOUBLE' },
  money: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 4 },
} as const satisfies Record<FileKind, Omit<SchemaElement, 'name'>>

function schemaOf({ key, kind }: FileColumn): SchemaElement {
  return { ...schemas[kind], name: key, repetition_type: 'OPTIONAL' }
}

/** Null also for `Others` in a column of days or numbers. */
function storedValue(value: FileValue, kind: FileKind): string | number | boolean | bigint | Date | null {
  if (value === null) return null
  switch (kind) {
    case 'tags':
    case 'text':
      return typeof value === 'object' ? value.join(', ') : String(value)
    case 'instant':
    case 'hour':
    case 'day':
      return Number.isNaN(Date.parse(String(value))) ? null : new Date(String(value))
    case 'integer':
      return Number.isInteger(Number(value)) ? BigInt(Number(value)) : null
    case 'money':
      return tenThousandths(String(value))
    case 'boolean':
      return value === true
    case 'number':
    case 'ratio':
    case 'duration':
      return Number(value)
  }
}

/** A decimal text in ten-thousandths, of which amounts are whole numbers. */
function tenThousandths(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(`${whole}${fraction.slice(0, 4).padEnd(4, '0')}`)
}
