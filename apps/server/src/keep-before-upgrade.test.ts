import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#test/after-file.ts'
import { Factory } from '#test/factory.ts'
import { readConfig } from './config.ts'
import { buildMigrator, openEmbeddedPostgres, pendingPostgresMigrations } from './db/postgres/postgres.ts'
import { sweepBeforeUpgrade } from './lib/files/before-upgrade.ts'
import { checkSchemas, openStores } from './stores.ts'

const folder = temporaryFolder()

const config = readConfig({ DATA_DIR: folder })
const kept = join(folder, 'before-upgrade')

async function start(): Promise<void> {
  const stores = await openStores(config)
  await checkSchemas(config, stores)
  await stores.close()
}

/** As a portal of the version before the newest migration has left it, with one customer. */
async function makeEarlier(): Promise<{ customer: string; newest: string }> {
  const stores = await openStores(config)
  const migrator = buildMigrator(stores.postgres.db)
  const [before = '', newest = ''] = (await migrator.getMigrations()).slice(-2).map(({ name }) => name)
  await migrator.migrateTo(before)
  const { id } = await new Factory(stores.postgres.db).customer()
  await stores.close()
  mkdirSync(join(folder, 'spool'))
  return { customer: id, newest }
}

async function readKept(): Promise<{ pending: string[]; customers: string[] }> {
  const postgres = await openEmbeddedPostgres(join(kept, 'postgres'))
  const pending = await pendingPostgresMigrations(postgres.db)
  const customers = await postgres.db.selectFrom('customer').select('id').execute()
  await postgres.close()
  return { pending, customers: customers.map(({ id }) => id) }
}

it('the first start of a new version keeps the embedded databases as the earlier one left them', async () => {
  const { customer, newest } = await makeEarlier()
  await start()
  expect(await readKept()).toEqual({ pending: [newest], customers: [customer] })
  expect(readdirSync(kept).toSorted()).toEqual(['postgres', 'spool'])

  const at = statSync(kept).mtimeMs
  await start()
  expect(statSync(kept).mtimeMs).toBe(at)

  const day = 86_400_000
  await sweepBeforeUpgrade(folder, at + 13 * day)
  expect(existsSync(kept)).toBe(true)
  await sweepBeforeUpgrade(folder, at + 15 * day)
  expect(existsSync(kept)).toBe(false)
})
