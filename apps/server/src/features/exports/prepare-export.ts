import type { FileFormat } from '@callboard/contract/export-types'
import type { ExportedRows } from '@callboard/contract/exports'
import { type Caller, holds } from '../../access/callers/caller.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import type { PreparedFile } from '../../report-engine/files/prepared-file.ts'
import { prepareCallsFile } from '../calls/calls.ts'
import { prepareReportFile } from '../reports/running/report-file.ts'

interface Asking {
  db: Db
  caller: Caller
  /** Relative periods are those of this moment; now unless given. */
  askedAt?: Date
}

/** What the caller may have as a file at this moment; throws when they may not, as a download at once would. */
export async function prepareExport(
  asking: Asking,
  { report, calls }: ExportedRows,
  format: FileFormat,
): Promise<PreparedFile> {
  const { caller } = asking
  if (report !== undefined) {
    if (!holds(caller, 'dashboard.view') && !holds(caller, 'reporting.view')) throw noRight()
    return await prepareReportFile(asking, report, format)
  }
  if (calls === undefined || !holds(caller, 'reporting.call.details')) throw noRight()
  return await prepareCallsFile(asking, calls, format)
}

function noRight(): AppError {
  return new AppError('forbidden', "You don't have access to this.")
}
