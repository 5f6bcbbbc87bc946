import type { ExportType } from '@callboard/contract/reports'

/** The formats of a report. JSON is always allowed, the others if the report names their extension. */
export const exportTypes: readonly ExportType[] = [
  {
    id: '0f000000-0000-7000-8000-000000000001',
    name: 'JSON',
    contentType: 'application/json',
    extension: 'json',
  },
  { id: '0f000000-0000-7000-8000-000000000002', name: 'CSV', contentType: 'text/csv', extension: 'csv' },
]

/** What a report allows that names no export types. */
export const allExtensions = exportTypes.map(({ extension }) => extension)

export function exportTypesOf(extensions: readonly string[]): ExportType[] {
  return exportTypes.filter((type) => type.extension === 'json' || extensions.includes(type.extension))
}
