import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { nightly } from '#server/jobs/queue.ts'
import { putClockForward } from '#test/clock.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

const days = (count: number) => new Date(Date.now() - count * 86_400_000)

describe('every night', () => {
  it('what was kept before an upgrade is deleted once it is two weeks old', async () => {
    const kept = join(test.folder, 'before-upgrade')
    mkdirSync(join(kept, 'postgres'), { recursive: true })
    utimesSync(kept, days(15), days(15))
    await test.runtime.queue.add('sweep-before-upgrade', {})
    await expect.poll(() => existsSync(kept)).toBe(false)
  })

  it('the tables are counted, so that plans are made from that', async () => {
    for (let at = 0; at < 20; at++) await test.make.customer()
    await test.runtime.queue.add('vacuum-tables', {})
    const counted = async () => {
      const { rows } = await sql<{ reltuples: number }>`
        SELECT reltuples FROM pg_class WHERE relname = 'customer'`.execute(test.db)
      return rows[0]?.reltuples
    }
    await expect.poll(counted).toBeGreaterThanOrEqual(20)
  })

  it('calls that every snapshot sees lose the numbers of theirs, and are found as before', async () => {
    const sender = await test.make.sender()
    await test.addCalls(sender.key, [{}])
    const numbers = async () => (await test.storedCalls(sender)).map((call) => call['seen_from'])
    expect(await numbers()).not.toEqual(['0'])
    putClockForward(3_600_000)
    await test.runtime.queue.add('apply-patches', {})
    await expect.poll(numbers).toEqual(['0'])
  })

  it('all of it is begun by the clock', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM pgboss.schedule WHERE cron = ${nightly}`.execute(test.db)
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['apply-patches', 'sweep-before-upgrade', 'vacuum-tables']),
    )
  })
})
