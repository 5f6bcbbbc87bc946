import type { FileFormat } from '@callboard/contract/export-types'
import { csv } from './csv-file.ts'
import type { FileWriter } from './file-writer.ts'
import { html } from './html-file.ts'
import { ndjson } from './ndjson-file.ts'
import { parquet } from './parquet-file.ts'
import { xlsx } from './xlsx-file.ts'

/** What draws pages is loaded when it is needed first: a portal starts without it. */
const pdf: FileWriter = {
  async *rows(table, batches) {
    const { pdfBytes } = await import('./pdf-file.ts')
    yield* pdfBytes(table, batches)
  },
}

export const fileWriters: Readonly<Record<FileFormat, FileWriter>> = { csv, xlsx, pdf, html, ndjson, parquet }
