import type { FileFormat } from '@callboard/contract/export-types'
import { ExportedRows } from '@callboard/contract/exports'
import type { Caller } from '../../access/callers/caller.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { prepareExport } from './prepare-export.ts'

interface WrittenExport {
  format: FileFormat
  asked: unknown
  /** Of the rows that its owner could see when it was written. */
  scope_fingerprint: string | null
}

/** Why its owner may not have a file any more, in a sentence; undefined when they may. */
export async function findWithdrawal(
  asking: { db: Db; caller: Caller },
  { format, asked, scope_fingerprint: fingerprint }: WrittenExport,
): Promise<string | undefined> {
  try {
    const prepared = await prepareExport(asking, ExportedRows.parse(asked), format)
    if (prepared.fingerprint === fingerprint) return undefined
    return 'Your access to calls has changed since this file was created, so it was deleted. Export it again.'
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return 'You no longer have access to this report, so its file was deleted.'
  }
}
