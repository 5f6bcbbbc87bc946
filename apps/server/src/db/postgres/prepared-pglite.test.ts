import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/after-file.ts'
import { copyTemplate } from '#test/template.ts'
import { PreparedPGlite } from './prepared-pglite.ts'

let folder: string
let pglite: PreparedPGlite

const listPrepared = async () => {
  const { rows } = await pglite.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements')
  return rows.map((row) => row.statement)
}

describe('PGlite that prepares statements', () => {
  beforeAll(async () => {
    folder = temporaryFolder()
    copyTemplate(folder)
    pglite = new PreparedPGlite({ dataDir: join(folder, 'postgres') })
    await pglite.exec('CREATE TABLE item (id int PRIMARY KEY, name text)')
    await pglite.exec("INSERT INTO item VALUES (1, 'one'), (2, 'two')")
  })
  afterAll(async () => await pglite.close())

  test('prepares what is asked a second time, and answers with the values of each time', async () => {
    const text = 'SELECT name FROM item WHERE id = $1'
    const ask = async (id: number) => (await pglite.query(text, [id])).rows
    expect(await ask(1)).toEqual([{ name: 'one' }])
    expect(await listPrepared()).not.toContain(text)
    expect(await ask(2)).toEqual([{ name: 'two' }])
    expect(await ask(1)).toEqual([{ name: 'one' }])
    expect((await listPrepared()).filter((statement) => statement === text)).toHaveLength(1)
    const [inside] = await pglite.transaction(
      async (transaction) => (await transaction.query(text, [2])).rows,
    )
    expect(inside).toEqual({ name: 'two' })
  })

  test('plans a search by words for these words each time', async () => {
    const text = 'SELECT name FROM item WHERE name ILIKE $1 ORDER BY id'
    for (const word of ['o%', '%w%', 'o%']) await pglite.query(text, [word])
    expect((await pglite.query(text, ['%o'])).rows).toEqual([{ name: 'two' }])
    expect(await listPrepared()).not.toContain(text)
  })

  test('throws what a statement is refused for, and runs it afterwards', async () => {
    const insert = async (id: number) => await pglite.query('INSERT INTO item VALUES ($1, $2)', [id, 'again'])
    await insert(3)
    await insert(4)
    await expect(insert(4)).rejects.toMatchObject({ code: '23505' })
    await expect(pglite.query('SELECT name FROM item WHERE id = $1', ['x'])).rejects.toMatchObject({
      code: '22P02',
    })
    await expect(insert(5)).resolves.toMatchObject({ affectedRows: 1 })
    const missing = async () => await pglite.query('SELECT * FROM missing WHERE id = $1', [1])
    for (let at = 0; at < 3; at++) await expect(missing()).rejects.toMatchObject({ code: '42P01' })
  })

  test('parses a statement anew whose table was altered', async () => {
    const ask = async () => (await pglite.query('SELECT * FROM item WHERE id = $1', [1])).rows
    await ask()
    await ask()
    await pglite.exec('ALTER TABLE item ADD COLUMN price int')
    await expect(ask()).rejects.toMatchObject({ code: '0A000' })
    for (let at = 0; at < 3; at++) expect(await ask()).toEqual([{ id: 1, name: 'one', price: null }])
  })

  test('lets others have their turn in a loop of statements', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    for (let at = 0; at < 2000; at++) await pglite.query('SELECT name FROM item WHERE id = $1', [1])
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
  })

  test('keeps no more than 500 statements', async () => {
    for (let at = 0; at < 520; at++) {
      const text = `SELECT ${at} AS n, $1::int AS m`
      for (const m of [1, 2]) expect((await pglite.query(text, [m])).rows).toEqual([{ n: at, m }])
    }
    const kept = await listPrepared()
    expect(kept.length).toBeLessThanOrEqual(500)
    expect(kept).toContain('SELECT 519 AS n, $1::int AS m')
    expect(kept).not.toContain('SELECT 1 AS n, $1::int AS m')
  })
})
