import type { Menu, MenuItem } from '@callboard/contract/menus'
import { describe, expect, it } from 'vitest'
import { findOpenPage } from '#web/app/shell/open-page.ts'

function buildItem(label: string, url: string | null, children: MenuItem[] = []): MenuItem {
  return {
    id: label,
    key: label,
    label,
    title: null,
    tooltip: null,
    ico: null,
    url,
    parentId: null,
    order: 0,
    claim: null,
    adminOnly: false,
    children,
  }
}

const calls = '/reports/calldetails'
const tree = [
  buildItem('Main', null, [
    buildItem('All calls', calls),
    buildItem('Missed, not returned', `${calls}?filter=missedNotReturned:eq:~true`),
    buildItem('Radio, not returned', `${calls}?filter=missedNotReturned:eq:true&filter=source:eq:Radio`),
  ]),
  buildItem('Reports', '/reports'),
]
const menus: Menu[] = [{ id: 'menu', slug: 'main-menu', name: 'Main', items: [], tree, revision: 1 }]

describe('the open page', () => {
  it.each([
    ['', 'All calls'],
    ['?filter=missedNotReturned:eq:true', 'Missed, not returned'],
    ['?period=today&filter=missedNotReturned:in:true&sort=duration&call=1', 'Missed, not returned'],
    ['?filter=missedNotReturned:eq:false', 'All calls'],
    ['?filter=source:eq:Radio&filter=missedNotReturned:eq:true', 'Radio, not returned'],
  ])('of the calls with “%s” is %s', (search, item) => {
    expect(findOpenPage(menus, { pathname: calls, search }).keys).toEqual([item])
  })

  it('has the name of a link to a view of a page, and not that of a link to the whole page', () => {
    const nameAt = (search: string) => findOpenPage(menus, { pathname: calls, search }).viewName
    expect(nameAt('?filter=missedNotReturned:eq:true&period=today')).toBe('Missed, not returned')
    expect(nameAt('?period=today')).toBeUndefined()
  })

  it('is the nearest above it where it is in no menu itself', () => {
    const page = { pathname: '/reports/0e000000', search: '?period=today' }
    expect(findOpenPage(menus, page)).toEqual({ keys: ['Reports'], parents: [], viewName: undefined })
  })

  it('is none where no item is above it', () => {
    expect(findOpenPage(menus, { pathname: '/app/user', search: '' }).keys).toEqual([])
  })
})
