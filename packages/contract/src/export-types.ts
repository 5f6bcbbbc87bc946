import { z } from 'zod'
import { Guid } from './scalars.ts'

export const ExportType = z.strictObject({
  id: Guid,
  name: z.string(),
  contentType: z.string(),
  extension: z.string(),
})
export type ExportType = z.infer<typeof ExportType>

/** The types of a file for reading have no more rows. */
export const readableRowLimit = 10_000

interface FileType extends ExportType {
  readonly extension: string
  /** For people to read from beginning to end, not to work with. */
  readonly isForReading?: true
}

/** The formats of a report. JSON is always allowed, the others if the report names their extension. */
export const exportTypes = [
  {
    id: '0f000000-0000-7000-8000-000000000001',
    name: 'JSON',
    contentType: 'application/json',
    extension: 'json',
  },
  { id: '0f000000-0000-7000-8000-000000000002', name: 'CSV', contentType: 'text/csv', extension: 'csv' },
  {
    id: '0f000000-0000-7000-8000-000000000003',
    name: 'Excel',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
  },
  {
    id: '0f000000-0000-7000-8000-000000000004',
    name: 'PDF',
    contentType: 'application/pdf',
    extension: 'pdf',
    isForReading: true,
  },
  {
    id: '0f000000-0000-7000-8000-000000000005',
    name: 'HTML',
    contentType: 'text/html',
    extension: 'html',
    isForReading: true,
  },
  {
    id: '0f000000-0000-7000-8000-000000000006',
    name: 'NDJSON',
    contentType: 'application/x-ndjson',
    extension: 'ndjson',
  },
  {
    id: '0f000000-0000-7000-8000-000000000007',
    name: 'Parquet',
    contentType: 'application/vnd.apache.parquet',
    extension: 'parquet',
  },
] as const satisfies readonly FileType[]

/** The extensions of those that are files. */
export type FileFormat = Exclude<(typeof exportTypes)[number]['extension'], 'json'>

export function isForReading(format: string): boolean {
  return exportTypes.some((type) => type.extension === format && 'isForReading' in type)
}

/** Whether a file of this type has at most `readableRowLimit` rows: one for reading, and JSON, which is written at once. */
export function hasRowLimit(extension: string): boolean {
  return extension === 'json' || isForReading(extension)
}

/** Undefined for JSON, which is the answer itself. */
export function findFileFormat(accept: string): FileFormat | undefined {
  return fileTypes.find(({ contentType }) => contentType === accept)?.extension
}

export const fileTypes = exportTypes.filter((type) => type.extension !== 'json')

export const fileFormats: readonly FileFormat[] = fileTypes.map(({ extension }) => extension)

/** What the Accept header may select beside JSON. */
export const fileContentTypes: readonly string[] = fileTypes.map(({ contentType }) => contentType)

/** What a report allows that names no export types. */
export const allExtensions: readonly string[] = exportTypes.map(({ extension }) => extension)

export function exportTypesOf(extensions: readonly string[]): ExportType[] {
  return exportTypes
    .filter(({ extension }) => extension === 'json' || extensions.includes(extension))
    .map(({ id, name, contentType, extension }) => ({ id, name, contentType, extension }))
}
