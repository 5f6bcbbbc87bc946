import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { FileColumn, FileKind, FileRow, FileValue } from './file-column.ts'

const rowGroupSize = 10_000

/** A file of Parquet of rows that this process has worked out; lists of calls are written by the engine. */
export async function* parquetBytes(
  columns: readonly FileColumn[],
  batches: AsyncIterable<readonly FileRow[]>,
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
        data: rows.map((row) => stored(row[at] ?? null, kind)),
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
function stored(value: FileValue, kind: FileKind): string | number | boolean | bigint | Date | null {
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
