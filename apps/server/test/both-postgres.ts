import { fdatasyncSync } from 'node:fs'
import { openPostgresServer } from '#server/db/postgres/postgres-server.ts'
import { openEmbeddedPostgres, type Postgres } from '#server/db/postgres/postgres.ts'
import { temporaryFolder } from './after-file.ts'
import { startRealPostgres } from './real-postgres.ts'

export interface OpenedPostgres {
  postgres: Postgres
  /** How often a file was put on disk, where this process does it. */
  countSyncs?: () => number
  stop: () => Promise<void>
}

async function openEmbedded(): Promise<OpenedPostgres> {
  const folder = temporaryFolder()
  let syncs = 0
  const postgres = await openEmbeddedPostgres(folder, (file) => {
    syncs++
    fdatasyncSync(file)
  })
  return {
    postgres,
    countSyncs: () => syncs,
    stop: async () => await postgres.close(),
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
