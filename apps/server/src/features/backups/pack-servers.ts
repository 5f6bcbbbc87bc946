import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { CallStore } from '../../db/calls/call-store.ts'
import { listRunCallMigrations } from '../../db/calls/clickhouse-migrations.ts'
import { listRunMigrations, type Postgres } from '../../db/postgres/postgres.ts'
import { writeTableRows } from '../../db/postgres/table-rows.ts'
import { StartError } from '../../lib/files/data-dir.ts'
import * as store from './call-store.ts'
import { type Manifest, rowsFolder } from './manifest.ts'
import { atMoment } from './moment-store.ts'
import { type Packed, packFolders, type Packing } from './pack-files.ts'

export interface Servers {
  postgres: Postgres
  calls: CallStore
}

type PackedServers = Required<Pick<Manifest, 'calls' | 'rows'>> & { packed: Packed[] }

export const tablesFolder = `${rowsFolder}/postgres`
export const callsFolder = `${rowsFolder}/calls`
const maxTries = 3

/**
 * Keeps the rows of databases on servers as they are at one moment: those of PostgreSQL are read in one transaction, and the
 * calls at the number that was published in it, which stay readable for a day. They pass through the folder `staged`.
 */
export async function packServers(
  { postgres, calls }: Servers,
  staged: string,
  packing: Packing,
): Promise<PackedServers> {
  await rm(staged, { recursive: true, force: true })
  const tables = join(staged, tablesFolder)
  await mkdir(tables, { recursive: true, mode: 0o700 })
  const moment = await atMoment(postgres.db, packing.signal, async ({ transaction, published }) => {
    await writeTableRows(transaction, tables, packing.signal)
    return { number: published, migrations: await listRunMigrations(transaction) }
  })
  const packed = await packFolders([{ name: tablesFolder, path: tables, isPacked: true }], packing)
  await rm(tables, { recursive: true })
  const { number } = moment
  const columns = await store.listCallColumns(calls)
  const rows = {
    postgres: moment.migrations,
    clickhouse: await listRunCallMigrations(calls),
    callColumns: columns,
  }
  let before = await store.selectCallsOf(calls, number, { areRows: true })
  for (let tried = 1; tried <= maxTries; tried++) {
    const ofCalls = await packMonths(calls, { number, columns, staged }, packing)
    const after = await store.selectCallsOf(calls, number, { areRows: true })
    // Calls that are deleted for good are so for every snapshot.
    if (before.hash === after.hash && before.count === after.count)
      return { calls: before, rows, packed: [packed, ...ofCalls] }
    before = after
  }
  throw new StartError('Calls were being deleted all the time. Make the backup later.')
}

async function packMonths(
  calls: CallStore,
  { number, columns, staged }: { number: number; columns: readonly string[]; staged: string },
  packing: Packing,
): Promise<Packed[]> {
  const packed: Packed[] = []
  const folder = join(staged, callsFolder)
  for (const month of await store.listCallMonths(calls, number)) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const rows = store.streamCalls(calls, { number, month, columns }, packing.signal)
    await pipeline(rows, createWriteStream(join(folder, `${month}.tsv`), { mode: 0o600 }))
    packed.push(await packFolders([{ name: callsFolder, path: folder, isPacked: false }], packing))
    await rm(folder, { recursive: true })
  }
  return packed
}
