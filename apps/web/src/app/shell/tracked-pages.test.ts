import { beforeEach, expect, it } from 'vitest'
import { readTrackedPages, trackPage } from '#web/app/shell/tracked-pages.ts'

beforeEach(() => localStorage.clear())

it('keeps the ten newest pages, newest first', () => {
  for (let page = 1; page <= 12; page++) trackPage({ path: `/manage/users/${page}`, title: `User ${page}` })
  const titles = readTrackedPages().map(({ title }) => title)
  expect(titles).toHaveLength(10)
  expect(titles[0]).toBe('User 12')
  expect(titles.at(-1)).toBe('User 3')
})

it('holds a page once, under its latest title', () => {
  trackPage({ path: '/a', title: 'A' })
  trackPage({ path: '/b', title: 'B' })
  trackPage({ path: '/a', title: 'A, renamed' })
  expect(readTrackedPages()).toEqual([
    { path: '/a', title: 'A, renamed' },
    { path: '/b', title: 'B' },
  ])
})

it('leads back to the view of a page that was open last', () => {
  trackPage({ path: '/a?period=today', title: 'A' })
  trackPage({ path: '/b?tab=roles', title: 'B' })
  trackPage({ path: '/a?period=today&filter=status:eq:missed', title: 'A' })
  expect(readTrackedPages()).toEqual([
    { path: '/a?period=today&filter=status:eq:missed', title: 'A' },
    { path: '/b?tab=roles', title: 'B' },
  ])
})

it.each(['{', '{}', '[{"path":"https://evil.test","title":"x"}]', '[{"path":"/a"}]'])(
  'takes %s for an empty list',
  (text) => {
    localStorage.setItem('trackedPages', text)
    expect(readTrackedPages()).toEqual([])
  },
)
