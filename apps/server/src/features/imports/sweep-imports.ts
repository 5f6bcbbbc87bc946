import { change, systemActor } from '../../db/records/change.ts'
import { readSettings } from '../../db/settings.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { ImportFiles } from './import-files.ts'
import * as store from './store.ts'

const dayMs = 86_400_000

/** Deletes files that are older than they are kept, uploads that nobody has gone on with for a day, and files of no import. */
export async function sweepImports({ db, files }: { db: Db; files: ImportFiles }): Promise<void> {
  const { keepImportsDays } = await readSettings(db)
  const endedBefore = new Date(Date.now() - keepImportsDays * dayMs)
  const uploadedBefore = new Date(Date.now() - dayMs)
  for (const { id, state } of await store.selectExpired(db, { endedBefore, uploadedBefore })) {
    const isUpload = state === 'uploading'
    await change(db, systemActor, async (transaction) => {
      const broken = {
        state: 'failed',
        ended_at: new Date(),
        error: 'The upload was not finished within a day.',
      } as const
      const values = { file_deleted_at: new Date(), ...(isUpload && broken) }
      await store.updateImport(transaction, { id, states: [state] }, values)
    })
    await files.delete(id)
  }
  // Listed first: one that is begun meanwhile is known by its row.
  const ids = await files.list()
  const kept = await store.selectKept(db)
  for (const id of ids) if (!kept.has(id)) await files.delete(id)
}
