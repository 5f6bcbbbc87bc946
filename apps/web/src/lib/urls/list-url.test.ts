import { listQueryOf, searchBodyOf } from '@callboard/contract/paging'
import { expect, it } from 'vitest'
import { listQuery, listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'

const sorts = ['name', 'expiryDate'] as const
const Search = listSearchOf(sorts, {})

it.each([
  ['', { page: 1, pageSize: 25, desc: false, activeOnly: true }],
  ['?all=true', { page: 1, pageSize: 25, desc: false, activeOnly: false }],
  [
    '?keyword=ana&page=3&size=50&sort=expiryDate&desc=true',
    { keyword: 'ana', page: 3, pageSize: 50, sort: 'expiryDate', desc: true, activeOnly: true },
  ],
])('an address asks the same of lists by POST and by GET: %s', (address, asked) => {
  const state = Search.parse(Object.fromEntries(new URLSearchParams(address)))
  expect(searchBodyOf(sorts, {}).parse(searchBody(state))).toEqual(asked)
  const { pagesize, activeonly, ...query } = listQueryOf(sorts, {}).parse(listQuery(state))
  expect({ ...query, pageSize: pagesize, activeOnly: activeonly }).toEqual(asked)
})
