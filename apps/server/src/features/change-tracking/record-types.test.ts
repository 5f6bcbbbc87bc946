import { managedTypes, recordTypeNames, recordTypes } from '@callboard/contract/record-types'
import { menuSlugs } from '@callboard/contract/menus'
import { emptyGuid } from '@callboard/contract/scalars'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { groupOf } from '#server/access/record-search.ts'
import { change, systemActor } from '#server/db/records/change.ts'
import { insertRecord } from '#server/db/records/records.ts'
import { recordTables } from '#server/db/tables/record-tables.ts'
import { apiPathOf, endpoints, recordTypeOf } from '#test/contract-endpoints.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

describe.each(recordTypeNames)('the record type %s', (type) => {
  const declared = recordTables[type]

  it('has its changes recorded by triggers, without secrets', async () => {
    const { rows } = await sql<{ name: string; arguments: string }>`
      SELECT proname AS name, encode(tgargs, 'escape') AS arguments
        FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
        WHERE tgrelid = ${declared.table}::regclass AND proname LIKE 'record\\_%'
        ORDER BY proname`.execute(test.runtime.postgres.db)
    const { nameColumn, secretColumns, unrecordedColumns } = declared
    const given = [type, nameColumn, secretColumns.join(), unrecordedColumns.join()]
      .map((argument) => `${argument}\\000`)
      .join('')
    const functions = declared.hasOwnTriggers ? `record_${declared.table}` : 'record'
    expect(rows).toEqual(
      ['deletes', 'inserts', 'updates'].map((event) => ({ name: `${functions}_${event}`, arguments: given })),
    )
  })

  it('has a revision', async () => {
    const { rows } = await sql`SELECT FROM information_schema.columns
      WHERE table_name = ${declared.table} AND column_name = 'revision'`.execute(test.runtime.postgres.db)
    expect(rows).toHaveLength(1)
  })
})

it.each(recordTypeNames.filter((type) => 'apiPath' in recordTypes[type]))('%s has endpoints', (type) => {
  expect(endpoints.filter((endpoint) => recordTypeOf(endpoint) === type)).not.toEqual([])
  expect(apiPathOf(type)).toMatch(/^\/api\/[a-z/]+$/)
})

const Found = z.object({
  groups: z.array(z.object({ type: z.string(), items: z.array(z.object({ url: z.string() })) })),
})
const Menus = z.array(
  z.object({ slug: z.enum(menuSlugs), items: z.array(z.object({ url: z.string().nullable() })) }),
)

it.each(managedTypes)('%s is found by its name and stands in the menu', async (type) => {
  const { plural, page } = recordTypes[type]
  const url = `/manage/${page.path}`
  const found = await test.admin.ask({ path: `/api/search?keyword=${encodeURIComponent(plural)}` })
  const pages = Found.parse(found.json()).groups.find((group) => group.type === 'pages')
  expect(pages?.items.map((item) => item.url)).toContain(url)
  const menus = Menus.parse((await test.admin.ask({ path: '/api/settings/menu' })).json())
  expect(menus.flatMap(({ items }) => items.map((item) => item.url))).toContain(url)
})

it('labels are spelled as the specification spells its own: each word with a capital', () => {
  const labels = recordTypeNames.flatMap((type) => [recordTypes[type].label, recordTypes[type].plural])
  expect(labels.filter((label) => !/^[A-Z]\w*( [A-Z]\w*)*$/.test(label))).toEqual([])
})

it('the ids in the examples are of one type each', () => {
  const ids = recordTypeNames.map((type) => recordTypes[type].exampleId)
  expect(new Set(ids).size).toBe(ids.length)
})

it('search groups are called after their type in the plural', () => {
  const none = { total: 0, rows: [] }
  expect(groupOf('entity', none, () => '').type).toBe('entities')
  expect(groupOf('apiKey', none, () => '').type).toBe('apiKeys')
})

it('a record that names one which is not there is refused under the field that names it', async () => {
  const { db } = test.runtime.postgres
  const values = { name: 'Key', customerId: emptyGuid, rights: ['read'], secretHash: Buffer.from('x') }
  const write = change(
    db,
    systemActor,
    async (transaction) => await insertRecord(transaction, 'apiKey', values),
  )
  await expect(write).rejects.toMatchObject({
    code: 'invalid',
    message: 'There is no such customer.',
    field: 'customerId',
  })
})
