import { statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CallStoreError } from '#server/db/calls/call-store.ts'
import { openChdbStore } from '#server/db/embedded-calls/chdb-store.ts'
import { temporaryFolder } from '#test/after-file.ts'
import { callStores, TestStore } from '#test/call-stores.ts'

describe.each(callStores)('a write to the $name store of calls', ({ open }) => {
  const test = new TestStore(open)
  beforeAll(() => test.open())
  afterAll(() => test.remove())

  function writeRows(name: string, rows: readonly object[]): string {
    const path = join(test.folder, name)
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    return path
  }

  beforeAll(async () => {
    await test.store.command({
      sql: `CREATE TABLE item (id UInt32, at DateTime64(3, 'UTC'), name String DEFAULT 'none', tags Array(String))
        ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY id SETTINGS non_replicated_deduplication_window = 100`,
    })
  })

  const names = () =>
    test.store.query({
      sql: 'SELECT id, name FROM item ORDER BY id',
      row: z.object({ id: z.int(), name: z.string() }),
    })

  it('inserts a file once, however often it is repeated', async () => {
    const path = writeRows('first.ndjson', [
      { id: 1, at: '2026-01-31 23:59:59.999', name: `it's` },
      { id: 2, at: '2026-02-01 00:00:00.000', tags: ['a', 'b'] },
    ])
    for (let time = 0; time < 3; time++) {
      await test.store.insertFile({ table: 'item', path, format: 'JSONEachRow', deduplicationToken: 'first' })
    }
    expect(await names()).toEqual([
      { id: 1, name: `it's` },
      { id: 2, name: 'none' },
    ])
  })

  it('keeps no setting for the next insert', async () => {
    const path = writeRows('second.ndjson', [{ id: 3, at: '2026-02-01 00:00:00.000' }])
    await test.store.insertFile({ table: 'item', path, format: 'JSONEachRow', deduplicationToken: 'second' })
    await test.store.insertFile({ table: 'item', path, format: 'JSONEachRow', deduplicationToken: 'third' })
    expect(await test.count('SELECT count() AS n FROM item WHERE id = 3')).toBe(2)
  })

  it('inserts the named columns of a file without names', async () => {
    const path = join(test.folder, 'rows.csv')
    writeFileSync(path, '4,"2026-03-01 00:00:00.000"\n')
    const insert = { table: 'item', path, format: 'CSV', columns: ['id', 'at'] } as const
    await test.store.insertFile({ ...insert, deduplicationToken: 'csv' })
    expect((await names()).at(-1)).toEqual({ id: 4, name: 'none' })
  })

  it('refuses an unknown field, a file that is not there, and a pattern', async () => {
    const path = writeRows('unknown.ndjson', [{ id: 5, at: '2026-03-01 00:00:00.000', nmae: 'x' }])
    const insert = { table: 'item', format: 'JSONEachRow', deduplicationToken: 'unknown' } as const
    await expect(test.store.insertFile({ ...insert, path })).rejects.toMatchObject({ kind: 'query' })
    await expect(test.store.insertFile({ ...insert, path: join(test.folder, 'nowhere') })).rejects.toThrow(
      CallStoreError,
    )
    await expect(test.store.insertFile({ ...insert, path: join(test.folder, '*.ndjson') })).rejects.toThrow(
      'plain absolute path',
    )
    expect(await test.count('SELECT count() AS n FROM item WHERE id = 5')).toBe(0)
  })

  it('runs a command with parameters and settings of its own', async () => {
    await test.store.command({
      sql: 'INSERT INTO item (id, at, name) SELECT 6, {at:String}, {name:String}',
      params: { at: '2026-04-01 00:00:00.000', name: 'six' },
      settings: { insert_deduplication_token: 'six' },
    })
    expect((await names()).at(-1)).toEqual({ id: 6, name: 'six' })
  })
})

/** Runs statements where the reserve is that share of the free space. */
async function runBeside(folder: string, share: number, statements: readonly string[]): Promise<void> {
  const { bavail, bsize } = statfsSync(folder)
  const engineReserveBytes = Math.round(bavail * bsize * share)
  const store = openChdbStore({ path: join(folder, 'data'), sessions: 1, engineReserveBytes })
  try {
    for (const sql of statements) await store.command({ sql, settings: { optimize_throw_if_noop: 1 } })
  } finally {
    await store.close()
  }
}

describe('the reserve of the embedded store', () => {
  it('is left free by inserts and merges, and is not counted twice', async () => {
    const folder = temporaryFolder()
    const insert = 'INSERT INTO item SELECT 1'
    await runBeside(folder, 0.7, [
      'CREATE TABLE item (id UInt32) ENGINE = MergeTree ORDER BY id',
      insert,
      insert,
    ])
    await expect(runBeside(folder, 1.5, [insert])).rejects.toMatchObject({ kind: 'unavailable', code: 243 })
    const merge = 'OPTIMIZE TABLE item FINAL'
    await expect(runBeside(folder, 1.5, [merge])).rejects.toMatchObject({ code: 388 })
    await runBeside(folder, 0.7, [merge])
  })
})
