import { constants } from 'node:fs'
import { copyFile, cp, link, mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Checkpoint } from '../../db/embedded-calls/checkpoint-file.ts'
import { callsFolder, passingFolders } from '../../db/embedded-calls/restore-calls.ts'
import type { Postgres } from '../../db/postgres/postgres.ts'
import type { Ingest } from '../ingest/ingest.ts'

export interface Staging {
  dataDir: string
  postgres: Postgres
  ingest: Ingest
}

/** What the table of calls has beside its parts. */
const ofTable = ['format_version.txt']

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

async function stageCalls(
  { from, to }: { from: string; to: string },
  { parts, mutations }: Checkpoint,
): Promise<void> {
  const table = callsFolder(from)
  if (table === undefined) throw new Error('there is no table of calls')
  const leftOut = new Set(passingFolders.map((name) => join(from, name)))
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !leftOut.has(path) && path !== table && !isOfStaging(path),
  })
  const copy = join(to, table.slice(from.length))
  await mkdir(copy, { recursive: true, mode: 0o700 })
  for (const name of [...ofTable, ...mutations]) await linkFile(join(table, name), join(copy, name))
  for (const { name } of parts) await linkFiles(join(table, name), join(copy, name))
}

/** Temporary folders of the engine, and half-written files. */
function isOfStaging(path: string): boolean {
  return /^(tmp_|delete_tmp_)|\.(part|tmp)$/.test(basename(path))
}

async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isDirectory()) await linkFiles(join(from, entry.name), join(to, entry.name))
    else if (!isOfStaging(entry.name)) await linkFile(join(from, entry.name), join(to, entry.name))
  }
}

async function linkFile(from: string, to: string): Promise<void> {
  // Not every disk has links.
  await link(from, to).catch(async () => await copyFile(from, to, constants.COPYFILE_FICLONE))
}
