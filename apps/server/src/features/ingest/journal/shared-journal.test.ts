import { readdir } from 'node:fs/promises'
import { beforeAll, afterEach, describe, expect, it } from 'vitest'
import { openSharedNumber } from '#server/db/shared-number.ts'
import { buildCall, IngestPortal } from '#test/ingest-portal.ts'
import type { IngestOptions } from '../ingest-options.ts'

let portal: IngestPortal

beforeAll(async () => {
  portal = await IngestPortal.open()
})
afterEach(() => portal.calls.recover())

/** As where both databases are servers. */
function shared(): Partial<IngestOptions> {
  const { db } = portal.postgres
  return { lease: { db, name: 'a test' }, isEmbedded: false, sharedNumber: openSharedNumber(db) }
}

const kinds = async () =>
  (await portal.postgres.db.selectFrom('call_journal').select('kind').orderBy('name').execute()).map(
    ({ kind }) => kind,
  )

describe('the journal in PostgreSQL', () => {
  it('has the calls that waited in the folder, once', async () => {
    const { accept, notes } = await portal.begin()
    portal.calls.breakDown()
    await accept(buildCall({ note: 'waits' }), buildCall({ externalCallId: 'b', note: 'waits, too' }))
    expect(await readdir(portal.spoolFolder)).not.toEqual([])
    await portal.restart(undefined, shared())
    expect(await readdir(portal.spoolFolder)).toEqual([])
    expect((await readdir(portal.folder)).filter((name) => name.includes('moving'))).toEqual([])
    expect(await kinds()).toContain('accepted')
    portal.calls.recover()
    await portal.ingest.relationsSettled()
    expect(await notes()).toEqual([
      ['b', 'waits, too'],
      ['call-1', 'waits'],
    ])
    expect(await kinds()).toEqual([])
  })

  it.each([
    ['before the old version is taken out', 'before', 'supersede'],
    ['before the new version is inserted', 'before', 'insert'],
    ['after the new version was inserted', 'after', 'insert'],
  ] as const)('completes a correction once that was cut short %s', async (_, moment, step) => {
    const { accept, notes } = await portal.begin()
    await portal.restart(undefined, shared())
    await accept(buildCall({ note: 'old' }), buildCall({ externalCallId: 'other', note: 'stays' }))
    await portal.ingest.relationsSettled()
    portal.errors.length = 0
    portal.calls.fail(moment, step)
    await accept(buildCall({ note: 'new', startedAt: '2026-02-02T14:00:00.000Z' }))
    await expect.poll(() => portal.errors.length).toBeGreaterThan(0)
    expect(await kinds()).toContain('merge')
    await portal.restart(() => portal.calls.recover(), shared())
    await portal.ingest.relationsSettled()
    expect(await notes()).toEqual([
      ['call-1', 'new'],
      ['other', 'stays'],
    ])
    expect(await kinds()).toEqual([])
  })

  it('refuses a batch, and forgets it, when the lease is another’s', async () => {
    const { accept, notes } = await portal.begin()
    await portal.restart(undefined, shared())
    const { db } = portal.postgres
    const lease = { holder: '00000000-0000-4000-8000-000000000000', name: 'another', taken_at: new Date() }
    await db.deleteFrom('call_writer').execute()
    await db
      .insertInto('call_writer')
      .values({ ...lease, epoch: 1_000_000, expires_at: new Date(Date.now() + 60_000) })
      .execute()
    await expect(accept(buildCall())).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 })
    expect(await kinds()).toEqual([])
    await expect.poll(() => portal.ingest.isWriter).toBe(false)
    await db.deleteFrom('call_writer').execute()
    await expect.poll(() => portal.ingest.isWriter).toBe(true)
    await accept(buildCall({ note: 'sent again' }))
    await portal.ingest.relationsSettled()
    expect(await notes()).toEqual([['call-1', 'sent again']])
  })
})
