import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Db } from '../../db/tables/schema.ts'
import { isMissing } from '../../lib/system-error.ts'

const LastBackup = z.object({
  made: z.object({ name: z.string(), at: z.iso.datetime(), bytes: z.int(), written: z.int() }).optional(),
  /** Since the last one that was made. */
  failed: z.object({ at: z.iso.datetime(), reason: z.string() }).optional(),
})
export type LastBackup = z.infer<typeof LastBackup>

/** What is known of the backups of a portal. */
export interface BackupState {
  /** By which the place of its backups knows it. */
  portalId(): Promise<string>
  read(): Promise<LastBackup>
  write(last: LastBackup): Promise<void>
}

/** The portal of a data folder, and so the place of its backups, is known by this file in it. */
export const portalIdFile = 'portal-id'

/** In the data folder, where the databases are in it. */
export function stateInFolder(dataDir: string): BackupState {
  const file = join(dataDir, 'last-backup.json')
  const idFile = join(dataDir, portalIdFile)
  return {
    async portalId() {
      const known = await readFile(idFile, 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return undefined
        throw error
      })
      if (known !== undefined) return known
      await writeFile(idFile, crypto.randomUUID(), { mode: 0o600, flag: 'wx' })
      return await readFile(idFile, 'utf8')
    },
    async read() {
      const text = await readFile(file, 'utf8').catch(() => '{}')
      return LastBackup.catch({}).parse(JSON.parse(text))
    },
    async write(last) {
      await writeFile(`${file}.part`, JSON.stringify(last), { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}

/** In PostgreSQL, where several processes may make them. */
export function stateInDatabase(db: Db): BackupState {
  return {
    async portalId() {
      const { id } = await db.selectFrom('backup_state').select('portal_id as id').executeTakeFirstOrThrow()
      return id
    },
    async read() {
      const { last } = await db.selectFrom('backup_state').select('last').executeTakeFirstOrThrow()
      return LastBackup.catch({}).parse(last)
    },
    async write(last) {
      await db
        .updateTable('backup_state')
        .set({ last: JSON.stringify(last) })
        .execute()
    },
  }
}
