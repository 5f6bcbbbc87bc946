import { join } from 'node:path'
import { openEmbeddedPostgres, type Postgres } from '#server/db/postgres/postgres.ts'

/** The database in a data folder, while no portal runs on it. */
export async function withDatabase<T>(folder: string, work: (db: Postgres['db']) => Promise<T>): Promise<T> {
  const postgres = await openEmbeddedPostgres(join(folder, 'postgres'))
  try {
    return await work(postgres.db)
  } finally {
    await postgres.close()
  }
}
