import { ChangeRecord } from '@callboard/contract/change-tracking'
import { keysetPageOf } from '@callboard/contract/paging'
import { beforeAll, expect, it } from 'vitest'
import { change } from '../../db/records/change.ts'
import { csvRows } from '#test/csv-rows.ts'
import { expectCreated, expectOk } from '#test/expect-errors.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

const addRole = async (by: { ask: Portal['ask'] }, name: string) =>
  expectCreated(await by.ask({ path: '/api/role', body: { name } }))

async function changesBy(body: object) {
  const path = '/api/reporting/searchchangetracking'
  const asked = { path, body: { tableType: 'role', ...body } }
  return keysetPageOf(ChangeRecord).parse(expectOk(await test.admin.ask(asked))).items
}

it('names who made a change by the full name of now, and by the user name of then', async () => {
  const mary = await test.make.user({ isAdmin: true, userName: 'mary' })
  await addRole(mary, 'Heron')
  const namesOf = async () =>
    (await changesBy({ userId: mary.id })).map(({ userName, fullName }) => [userName, fullName])
  expect(await namesOf()).toEqual([['mary', 'mary']])
  await test.make.changeUser(mary.id, { first_name: 'Mary', last_name: 'Somerville' })
  expect(await namesOf()).toEqual([['mary', 'Mary Somerville']])
  await test.make.changeUser(mary.id, { user_name: 'mary.s', first_name: '', last_name: '' })
  expect(await namesOf()).toEqual([['mary', 'mary']])
})

it('names who is no user any more by the user name of then', async () => {
  const gone = { userId: '01990000-0000-7000-8000-00000000dead', userName: 'gone', requestId: 'ibis' }
  await change(test.runtime.db, gone, async (transaction) =>
    transaction.insertInto('role').values({ name: 'Ibis', claims: [] }).execute(),
  )
  expect(await changesBy({ keyword: 'ibis' })).toMatchObject([{ userName: 'gone', fullName: 'gone' }])
})

it('names people in the file as on the screen, with their user names in a column of its own', async () => {
  const grace = await test.make.user({ isAdmin: true, userName: 'grace' })
  await test.make.changeUser(grace.id, { first_name: 'Grace', last_name: 'Hopper' })
  await addRole(grace, 'Plover')
  const path = '/api/reporting/searchchangetracking'
  const headers = { accept: 'text/csv' }
  const { text } = await test.admin.ask({ path, body: { userId: grace.id }, headers })
  const [header = [], ...lines] = csvRows(text)
  const cells = (name: string) => new Set(lines.map((line) => line[header.indexOf(name)]))
  expect(cells('User')).toEqual(new Set(['Grace Hopper']))
  expect(cells('User name')).toEqual(new Set(['grace']))
})

it('finds changes by the full name of who made them', async () => {
  const emmy = await test.make.user({ isAdmin: true, userName: 'en', email: 'göttingen@example.com' })
  await test.make.changeUser(emmy.id, { first_name: 'Emmy', last_name: 'Noether' })
  await addRole(emmy, 'Bittern')
  const found = async (keyword: string) => (await changesBy({ keyword })).map(({ recordName }) => recordName)
  expect(await found('NOETHER')).toEqual(['Bittern'])
  expect(await found('emmy noe')).toEqual(['Bittern'])
  expect(await found('noether emmy')).toEqual([])
  expect(await found('göttingen')).toEqual([])
})

it('finds changes of who has no full name by the user name of now', async () => {
  const ada = await test.make.user({ isAdmin: true, userName: 'ada' })
  await addRole(ada, 'Egret')
  await test.make.changeUser(ada.id, { user_name: 'lovelace' })
  const found = async (keyword: string) => (await changesBy({ keyword })).map(({ recordName }) => recordName)
  expect(await found('lovelace')).toEqual(['Egret'])
  await test.make.changeUser(ada.id, { first_name: 'Ada', last_name: 'King' })
  expect(await found('ada king')).toEqual(['Egret'])
  expect(await found('lovelace')).toEqual([])
})
