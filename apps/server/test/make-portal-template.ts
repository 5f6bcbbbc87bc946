import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/lib/log.ts'
import { openRuntime } from '#server/runtime.ts'
import { setUpOnce } from '#server/setup/first-start.ts'

/** The databases from which PostgreSQL makes others, template1 and template0: nobody connects to them. */
const unusedDatabases = ['1', '4']

/** Makes the data folder of a portal that is migrated and set up. */
export async function makePortalTemplate(folder: string, password: string): Promise<void> {
  const runtime = await openRuntime(readConfig({ DATA_DIR: folder }), createLog('silent'))
  await setUpOnce(runtime.postgres.db, { userName: 'admin', password })
  await runtime.close()
  // To fill the usual 128 MB with zeros takes longer than all else of a start.
  appendFileSync(join(folder, 'postgres', 'postgresql.conf'), '\nshared_buffers = 8MB\n')
  // More than a third of the files that each test would copy.
  for (const id of unusedDatabases) {
    const database = join(folder, 'postgres', 'base', id)
    rmSync(database, { recursive: true })
    mkdirSync(database)
  }
}
