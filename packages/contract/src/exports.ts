import { z } from 'zod'
import { CallDetailsQuery } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { fileContentTypes, fileFormats } from './export-types.ts'
import { RunReport, standardReports } from './reports.ts'
import { Guid, Instant } from './scalars.ts'

/** How long a file is kept after it was written. */
export const exportHours = 24

/** The most exports of one user that wait or run. */
export const maxOpenExports = 10

/** The most bytes of files kept for one user, and for all. */
export const keptExportBytes = { user: 5 * 2 ** 30, portal: 50 * 2 ** 30 } as const

/** `failed` says why in `error`, `stopped` was stopped by its owner, the file of an `expired` one was deleted after a day. */
export const exportStates = ['waiting', 'running', 'ready', 'failed', 'stopped', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

/** A file of a report or of calls that is written in the background and kept for a day. */
export const Export = z.strictObject({
  id: Guid,
  /** Of the report. */
  name: z.string(),
  format: z.enum(fileFormats),
  state: z.enum(exportStates),
  /** How many rows are written, of how many; that is known once it runs. Formats that are written as a whole end at once. */
  rowsDone: z.int(),
  rowCount: z.int().nullable(),
  /** Of what is written so far. */
  bytes: z.int(),
  /** The report's name with its first and last day. */
  fileName: z.string().nullable(),
  /** A sentence for people. */
  error: z.string().nullable(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
})
export type Export = z.infer<typeof Export>

/** What a file is of: a report, or calls as the call list selects them. */
export const ExportedRows = z
  .strictObject({ report: RunReport.optional(), calls: CallDetailsQuery.optional() })
  .refine(({ report, calls }) => (report === undefined) !== (calls === undefined), {
    error: 'must have either a report or calls',
  })
export type ExportedRows = z.infer<typeof ExportedRows>

export const createExport = endpoint({
  method: 'POST',
  path: '/api/reporting/exports',
  summary:
    'Writes a report or calls to a file in the background, over the rows that the user may see. They are as they were when it began to be written; relative periods end now.',
  body: withExample(z.strictObject({ format: z.enum(fileFormats), rows: ExportedRows }), {
    format: 'csv',
    rows: {
      report: {
        reportId: standardReports.bySource,
        parameters: { dateRange: { relative: 'last30Days' } },
        timeZone: 'America/Chicago',
      },
    },
  }),
  response: Export,
  status: 201,
})

const ExportId = z.strictObject({ id: idOf('export') })

export const listExports = endpoint({
  method: 'GET',
  path: '/api/reporting/exports',
  summary: 'One’s own exports, the newest first: those under way, and those of the last days.',
  response: z.strictObject({ items: z.array(Export) }),
})

export const getExport = endpoint({
  method: 'GET',
  path: '/api/reporting/exports/{id}',
  summary: 'An export of one’s own, with how far it is.',
  params: ExportId,
  response: Export,
})

export const getExportFile = endpoint({
  method: 'GET',
  path: '/api/reporting/exports/{id}/file',
  summary:
    'The file of an export that is ready. 410 when it was deleted: after a day, or because the user no longer has access to the report or to all of its rows.',
  params: ExportId,
  response: 'file',
  alsoProduces: fileContentTypes,
})

export const repeatExport = endpoint({
  method: 'POST',
  path: '/api/reporting/exports/{id}/repeat',
  summary: 'Writes the same again, as it is now.',
  params: ExportId,
  response: Export,
  status: 201,
})

export const stopExport = endpoint({
  method: 'PUT',
  path: '/api/reporting/exports/{id}/stop',
  summary: 'Stops an export that waits or is being written. One that has ended stays as it is.',
  params: ExportId,
  response: Export,
})

export const deleteExport = endpoint({
  method: 'DELETE',
  path: '/api/reporting/exports/{id}',
  summary: 'Deletes an export with its file, and stops it when it is being written.',
  params: ExportId,
})
