import type { Config } from '../config.ts'
import { migrate, openStores } from '../stores.ts'

/** Brings the schemas of both stores up to date. */
export async function migrateCommand(config: Config): Promise<void> {
  // A migration takes as long as it takes.
  const stores = await openStores({ ...config, databaseStatementSeconds: 0 })
  const done = await migrate(stores)
  await stores.close()
  console.log(done.length === 0 ? 'The schemas are up to date.' : `Done: ${done.join(', ')}.`)
}
