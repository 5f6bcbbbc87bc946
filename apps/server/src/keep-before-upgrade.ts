import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readCheckpoint } from './db/embedded-calls/checkpoint-file.ts'
import { linkFiles, stageCalls } from './db/embedded-calls/stage-calls.ts'
import type { Postgres } from './db/postgres/postgres.ts'
import { StartError } from './lib/files/data-dir.ts'
import { beforeUpgrade } from './lib/files/before-upgrade.ts'
import { requireSpace, reserves } from './lib/files/free-space.ts'

export interface Embedded {
  dataDir: string
  /** Undefined where it is a server. */
  postgres: Postgres | undefined
  hasCalls: boolean
}

/**
 * Keeps the embedded databases as they are in a folder beside them, so that an earlier version can be started again. To be
 * called while nobody uses them. What was kept before the upgrade before is deleted.
 */
export async function keepBeforeUpgrade({ dataDir, postgres, hasCalls }: Embedded): Promise<void> {
  // A portal makes it when it runs for the first time: a new folder has nothing to keep.
  const spool = join(dataDir, 'spool')
  if (!existsSync(spool)) return
  const folder = join(dataDir, beforeUpgrade)
  const half = `${folder}.part`
  await rm(half, { recursive: true, force: true })
  await requireSpaceFor(dataDir)
  await mkdir(half, { mode: 0o700 })
  if (postgres !== undefined) await (await postgres.startCopy(join(half, 'postgres'))).finish()
  const checkpoint = readCheckpoint(join(dataDir, 'clickhouse'))
  if (hasCalls && checkpoint !== undefined)
    await stageCalls({ from: join(dataDir, 'clickhouse'), to: join(half, 'clickhouse') }, checkpoint)
  await linkFiles(spool, join(half, 'spool'))
  await rm(folder, { recursive: true, force: true })
  await rename(half, folder)
}

/** Parts of calls take none. */
async function requireSpaceFor(dataDir: string): Promise<void> {
  const postgres = join(dataDir, 'postgres')
  const files = existsSync(postgres) ? readdirSync(postgres, { recursive: true, withFileTypes: true }) : []
  const bytes = files
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  await requireSpace(dataDir, bytes, reserves.start).catch((cause: unknown) => {
    throw new StartError(
      `There is not enough free space in DATA_DIR ${dataDir} to keep the data as they were before the update: ${Math.ceil(bytes / 1e6)} MB.`,
      { cause },
    )
  })
}
