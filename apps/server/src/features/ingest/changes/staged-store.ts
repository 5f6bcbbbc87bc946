import { randomUUID } from 'node:crypto'
import type { CallStore, InsertFileRequest } from '../../../db/calls/call-store.ts'

/** What a change is to make of calls, row by row, under its number: other changes have other rows. */
export const stagingTables = ['annotation_change', 'recording_change', 'relation_change'] as const
export type StagingTable = (typeof stagingTables)[number]

/** Puts the rows of a file there while `work` runs. */
export async function withStaged(
  calls: CallStore,
  { number, ...file }: { table: StagingTable; number: number } & Pick<InsertFileRequest, 'path' | 'format'>,
  work: () => Promise<void>,
): Promise<void> {
  await calls.insertFile({ ...file, deduplicationToken: randomUUID() })
  await work()
  await deleteStaged(calls, number, [file.table])
}

/** Deletes the rows of a change, which a change that was cut short has left. */
export async function deleteStaged(
  calls: CallStore,
  number: number,
  tables: readonly StagingTable[] = stagingTables,
): Promise<void> {
  for (const table of tables)
    await calls.command({ sql: `ALTER TABLE ${table} DROP PARTITION {number:UInt64}`, params: { number } })
}
