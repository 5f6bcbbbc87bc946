import { fieldWords } from '@callboard/contract/record-fields'
import { recordTypeNames } from '@callboard/contract/record-types'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { fieldOfColumn } from '#server/db/tables/column-names.ts'
import { recordTables } from '#server/db/tables/record-tables.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

/** Of every table, and recorded of none. */
const unrecorded = ['id', 'revision', 'created_at', 'search_text']

it.each(recordTypeNames)('every recorded column is called in words: %s', async (type) => {
  const { table, unrecordedColumns } = recordTables[type]
  const { rows } = await sql<{ name: string }>`
    SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${table}`.execute(test.runtime.postgres.db)
  const words = rows
    .map(({ name }) => name)
    .filter((name) => !unrecorded.includes(name) && !unrecordedColumns.includes(name))
    .map((name) => fieldWords(type, fieldOfColumn(name)))
  expect(rows).not.toEqual([])
  expect(words.filter((one) => /^[^A-Z]|_|[a-z][A-Z]/.test(one))).toEqual([])
})
