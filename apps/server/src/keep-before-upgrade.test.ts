import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Factory } from '#test/factory.ts'
import { readConfig } from './config.ts'
import { buildMigrator, openEmbeddedPostgres, pendingPostgresMigrations } from './db/postgres/postgres.ts'
import { sweepBeforeUpgrade } from './lib/files/before-upgrade.ts'
import { checkSchemas, openStores } from './stores.ts'

const folder = mkdtempSync(join(tmpdir(), 'callboard-before-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const config = readConfig({ DATA_DIR: folder })
const kept = join(folder, 'before-upgrade')

async function start(): Promise<void> {
  const stores = await openStores(config)
  await checkSchemas(config, stores)
  await stores.close()
}

/** As a portal of an earlier version has left it, with one customer. */
async function makeEarlier(before: string): Promise<string> {
  const stores = await openStores(config)
  await buildMigrator(stores.postgres.db).migrateTo(before)
  const { id } = await new Factory(stores.postgres.db).customer()
  await stores.close()
  mkdirSync(join(folder, 'spool'))
  return id
}

async function readKept(): Promise<{ pending: string[]; customers: string[] }> {
  const postgres = await openEmbeddedPostgres(join(kept, 'postgres'))
  const pending = await pendingPostgresMigrations(postgres.db)
  const customers = await postgres.db.selectFrom('customer').select('id').execute()
  await postgres.close()
  return { pending, customers: customers.map(({ id }) => id) }
}

it('the first start of a new version keeps the embedded databases as the earlier one left them', async () => {
  const customer = await makeEarlier('0075-limits-of-all-processes')
  await start()
  expect(await readKept()).toEqual({ pending: ['0076-hidden-menu-items'], customers: [customer] })
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
