import { fdatasyncSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresServer } from '#server/db/postgres/postgres-server.ts'
import { openEmbeddedPostgres, type Postgres } from '#server/db/postgres/postgres.ts'
import { startRealPostgres } from './real-postgres.ts'

export interface OpenedPostgres {
  postgres: Postgres
  /** How often a file was put on disk, where this process does it. */
  countSyncs?: () => number
  stop: () => Promise<void>
}

async function openEmbedded(): Promise<OpenedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-pglite-'))
  let syncs = 0
  const postgres = await openEmbeddedPostgres(folder, (file) => {
    syncs++
    fdatasyncSync(file)
  })
  return {
    postgres,
    countSyncs: () => syncs,
    stop: async () => {
      await postgres.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openServer(): Promise<OpenedPostgres> {
  const server = await startRealPostgres()
  const postgres = openPostgresServer(server.url)
  return {
    postgres,
    stop: async () => await postgres.close(),
  }
}

/** The embedded one and a server, each empty. */
export const bothPostgres = [
  { name: 'PGlite', open: openEmbedded },
  { name: 'a PostgreSQL server', open: openServer },
]
