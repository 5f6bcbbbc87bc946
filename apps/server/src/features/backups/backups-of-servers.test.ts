import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPostgresServer } from '#server/db/postgres/postgres-server.ts'
import { afterFile } from '#test/after-file.ts'
import { CallSource, readAll } from '#test/call-source.ts'
import { startChdbBridge } from '#test/chdb-http-bridge.ts'
import { Factory } from '#test/factory.ts'
import { Program } from '#test/program.ts'
import { type RealPostgres, startRealPostgres } from '#test/real-postgres.ts'
import { killPortal, startPortal } from '#test/running-portal.ts'
import { randomOf, seeds } from '#test/soak.ts'

const senders = 3
let made = 0

/** Databases of a portal, and how they are closed. */
async function openServers(server: RealPostgres, folder: string) {
  const name = `portal_${++made}`
  const own = openPostgresServer(server.url, { connections: 1 })
  await own.executeSql(`CREATE DATABASE ${name}`)
  await own.close()
  const bridge = await startChdbBridge(join(folder, name))
  const settings = {
    DATABASE_URL: server.url.replace(/\w+$/, name),
    CLICKHOUSE_URL: bridge.url,
    LOG_LEVEL: 'error',
  }
  return { settings, close: async () => await bridge.close() }
}

async function run(settings: Record<string, string>, ...args: string[]) {
  const program = new Program(settings, args)
  const { code, lines } = await program.ended()
  return { code, output: [program.output.trim(), ...lines].join('\n').trim() }
}

/** Sends batch after batch until the portal is gone. */
async function keepSending(url: string, source: CallSource, sender: number): Promise<void> {
  for (let status: number | undefined = 200; status !== undefined; status = await source.send(url, sender)) {
    expect(status, source.refusal).toBe(200)
    await wait(20)
  }
}

it(
  'a backup of databases on servers has all that was acknowledged before it, once, and a portal restored into empty ones goes on',
  { tags: ['soak'] },
  async () => {
    const server = await startRealPostgres()
    for (const seed of seeds(1, 20)) {
      const random = randomOf(seed)
      const folder = mkdtempSync(join(tmpdir(), 'callboard-backups-of-servers-'))
      afterFile(() => rmSync(folder, { recursive: true, force: true }))
      const at = (name: string) => ({ DATA_DIR: join(folder, name) })
      const place = join(folder, 'place')
      const first = await openServers(server, folder)
      expect(await run({ ...at('first'), ...first.settings }, 'migrate')).toMatchObject({ code: 0 })
      const portal = await startPortal(join(folder, 'first'), first.settings)
      const postgres = openPostgresServer(first.settings.DATABASE_URL)
      const make = new Factory(postgres.db)
      const source = new CallSource(await make.apiKey((await make.customer()).id), 40)
      const sending = Array.from(
        { length: senders },
        async (_, sender) => await keepSending(portal.url, source, sender),
      )
      await expect.poll(() => source.acknowledged.size, { interval: 5 }).toBeGreaterThan(100)
      await wait(random() * 1000)
      expect(await run(at('first'), 'backup', place)).toMatchObject({ code: 0 })
      const before = new Map(source.acknowledged)
      await wait(random() * 1000)
      const again = await run(at('first'), 'backup', place)
      expect(again.output).toMatch(/^Backup \d{4}-\d\d-\d\dT[\d-]{8}Z: [\d,]+ files, [\d.]+ [kM]B/)
      await killPortal(portal)
      await Promise.all(sending)
      await postgres.close()
      await first.close()

      const verified = await run(at('verified'), 'verify-backup', place)
      expect(verified.output).toMatch(
        /^All [\d,]+ files of .* are as they were\.\nRestored and opened: [\d,]+ calls, each as it was\.$/,
      )
      expect(await run(at('nowhere'), 'restore', place)).toMatchObject({
        code: 2,
        output: expect.stringContaining('name empty ones in DATABASE_URL and CLICKHOUSE_URL.'),
      })
      const second = await openServers(server, folder)
      expect(await run({ ...at('second'), ...second.settings }, 'restore', place)).toMatchObject({
        code: 0,
        output: expect.stringContaining('Run npm run migrate, then start it.'),
      })
      expect(await run({ ...at('third'), ...second.settings }, 'restore', place)).toMatchObject({
        code: 2,
        output: expect.stringContaining('The database of DATABASE_URL and that of CLICKHOUSE_URL is not empty.'),
      })
      const restored = await startPortal(join(folder, 'second'), second.settings)
      const filled = openPostgresServer(second.settings.DATABASE_URL)
      const journal = async () => await filled.db.selectFrom('call_journal').select('name').execute()
      await expect.poll(journal).toEqual([])
      const found = await readAll(restored.url)
      const { twice, otherwise } = source.findWrong(found)
      expect({ twice, otherwise }).toEqual({ twice: 0, otherwise: [] })
      const revisions = new Map(found.map(({ externalCallId, revision }) => [externalCallId, revision]))
      const lost = [...before].filter(([id, revision]) => (revisions.get(id) ?? 0) < revision)
      expect(lost).toEqual([])
      const repaired = await run(at('second'), 'repair-calls')
      expect(repaired.output).toContain('0 calls and the relations of 0 callers were repaired.')
      expect(await run(at('second'), 'check-changes')).toMatchObject({ code: 0 })
      expect(await source.send(restored.url, 0)).toBe(200)
      await filled.close()
      await killPortal(restored)
      await second.close()
    }
  },
)
