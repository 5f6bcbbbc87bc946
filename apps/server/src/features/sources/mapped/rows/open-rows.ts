import type { Mapping } from '@callboard/contract/mappings'
import type { BytesSource } from './bytes-source.ts'
import { readCsv } from './csv-rows.ts'
import { readJson } from './json-rows.ts'
import type { RowSource } from './row-source.ts'
import { decodeLines } from './text-lines.ts'
import { readXlsx } from './xlsx-rows.ts'

/** The rows of a file as a mapping says that they are read. Throws `ImportFileError` where it is another kind of file. */
export async function openRows(bytes: BytesSource, mapping: Mapping): Promise<RowSource> {
  if (mapping.format === 'xlsx') return await readXlsx(bytes, mapping)
  const lines = decodeLines(bytes.stream(0, bytes.size), mapping.encoding)
  return mapping.format === 'json' ? readJson(lines, mapping) : await readCsv(lines, mapping)
}
