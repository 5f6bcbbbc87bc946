import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkpoint } from '../../db/embedded-calls/checkpoint-file.ts'
import { linkFiles, stageCalls } from '../../db/embedded-calls/stage-calls.ts'
import type { Postgres } from '../../db/postgres/postgres.ts'
import type { Ingest } from '../ingest/ingest.ts'

export interface Staging {
  dataDir: string
  postgres: Postgres
  ingest: Ingest
}

/**
 * Puts the databases of a running portal into a folder of the same disk, as they are at one moment: what a power cut at that
 * moment would leave. Parts of calls and files of the journal never change, so that another name keeps them; of PostgreSQL's
 * files those that were written since they were copied are copied again. Nobody waits for more than that.
 */
export async function stagePortal(
  { dataDir, postgres, ingest }: Staging,
  folder: string,
): Promise<Checkpoint> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  const database = await postgres.startCopy(join(folder, 'postgres'))
  return await ingest.whileKept(async (checkpoint) => {
    await database.finish()
    await linkFiles(join(dataDir, 'spool'), join(folder, 'spool'))
    await stageCalls({ from: join(dataDir, 'clickhouse'), to: join(folder, 'clickhouse') }, checkpoint)
    return checkpoint
  })
}
