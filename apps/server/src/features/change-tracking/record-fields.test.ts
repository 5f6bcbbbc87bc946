import { recordFields } from '@callboard/contract/record-fields'
import { recordTypeNames } from '@callboard/contract/record-types'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { recordTables } from '#server/db/tables/record-tables.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

/** Of every table, and recorded of none. */
const unrecorded = ['id', 'revision', 'created_at', 'search_text']

it.each(recordTypeNames)(
  'every recorded column has a label, and so its changes are told in words: %s',
  async (type) => {
    const declared = recordTables[type]
    const silent: readonly string[] = 'unrecordedColumns' in declared ? declared.unrecordedColumns : []
    const { rows } = await sql<{ name: string }>`
    SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${declared.table}`.execute(test.runtime.postgres.db)
    const fields = rows
      .map(({ name }) => name)
      .filter((name) => !unrecorded.includes(name) && !silent.includes(name))
      .map((name) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
    expect(fields.filter((field) => recordFields[type][field] === undefined)).toEqual([])
  },
)
