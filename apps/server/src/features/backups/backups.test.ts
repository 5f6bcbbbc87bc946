import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { openEmbeddedPostgres } from '#server/db/postgres/postgres.ts'
import { CallSource, readAll, waitingBatches } from '#test/call-source.ts'
import { Factory } from '#test/factory.ts'
import { Program } from '#test/program.ts'
import { killPortal, type RunningPortal, startPortal } from '#test/running-portal.ts'
import { randomOf, seeds } from '#test/soak.ts'
import { copyTemplate } from '#test/template.ts'

const senders = 3

let folder = ''
const portals: RunningPortal[] = []

async function end(): Promise<void> {
  for (const portal of portals.splice(0)) await killPortal(portal)
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
}

afterAll(end)

/** A portal to which nobody has sent anything, and a program that may. */
async function begin(): Promise<{ dataDir: string; place: string; source: CallSource }> {
  await end()
  folder = mkdtempSync(join(tmpdir(), 'callboard-backups-'))
  const dataDir = join(folder, 'data')
  copyTemplate(dataDir)
  const postgres = await openEmbeddedPostgres(join(dataDir, 'postgres'))
  const make = new Factory(postgres.db)
  const source = new CallSource(await make.apiKey((await make.customer()).id), 40)
  await postgres.close()
  return { dataDir, place: join(folder, 'place'), source }
}

async function start(dataDir: string): Promise<RunningPortal> {
  const portal = await startPortal(dataDir)
  portals.push(portal)
  return portal
}

/** Sends batch after batch until the portal is gone. */
async function keepSending({ url }: RunningPortal, source: CallSource, sender: number): Promise<void> {
  for (let status: number | undefined = 200; status !== undefined; status = await source.send(url, sender)) {
    expect(status, source.refusal).toBe(200)
    await wait(20)
  }
}

async function run(dataDir: string, ...args: string[]): Promise<{ code: unknown; output: string }> {
  const program = new Program({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, args)
  const { code, lines } = await program.ended()
  return { code, output: [program.output.trim(), ...lines].join('\n').trim() }
}

it(
  'a backup of a portal that takes calls has all that was acknowledged before it, once, and a restored portal goes on',
  { tags: ['soak'] },
  async () => {
    for (const seed of seeds(1, 20)) {
      const random = randomOf(seed)
      const { dataDir, place, source } = await begin()
      const portal = await start(dataDir)
      const sending = Array.from(
        { length: senders },
        async (_, sender) => await keepSending(portal, source, sender),
      )
      await expect.poll(() => source.acknowledged.size, { interval: 5 }).toBeGreaterThan(100)
      await wait(random() * 1000)
      expect(await run(dataDir, 'backup', place)).toMatchObject({ code: 0 })
      const before = new Map(source.acknowledged)
      await wait(random() * 1000)
      const made = await run(dataDir, 'backup', place)
      expect(made.output).toMatch(/^Backup \d{4}-\d\d-\d\dT[\d-]{8}Z: [\d,]+ files, [\d.]+ MB/)
      await killPortal(portal)
      await Promise.all(sending)

      const verified = await run(dataDir, 'verify-backup', place)
      expect(verified.output).toMatch(
        /^All [\d,]+ files of .* are as they were\.\nRestored and opened: [\d,]+ calls/,
      )
      expect(existsSync(join(dataDir, 'backup-in-work'))).toBe(false)
      const restored = join(folder, 'restored')
      expect(await run(restored, 'restore', place)).toMatchObject({ code: 0 })
      // As a process leaves it that is killed in the middle of a backup.
      mkdirSync(join(restored, 'backup-in-work/postgres'), { recursive: true })
      const again = await start(restored)
      expect(existsSync(join(restored, 'backup-in-work'))).toBe(false)
      await expect.poll(() => waitingBatches(restored)).toEqual([])
      const found = await readAll(again.url)
      const { twice, otherwise } = source.findWrong(found)
      expect({ twice, otherwise }).toEqual({ twice: 0, otherwise: [] })
      const revisions = new Map(found.map(({ externalCallId, revision }) => [externalCallId, revision]))
      const lost = [...before].filter(([id, revision]) => (revisions.get(id) ?? 0) < revision)
      expect(lost).toEqual([])
      const repaired = await run(restored, 'repair-calls')
      expect(repaired.output).toContain('0 calls and the relations of 0 callers were repaired.')
      expect(await source.send(again.url, 0)).toBe(200)
    }
  },
)
