import { describe, expect, it } from 'vitest'
import { isSignedInArea, loginPath, paths, readSegment, returnPath } from '#web/lib/urls/paths.ts'

const origin = 'https://portal.test'

describe('the way back after the sign-in', () => {
  const back = (wanted: string) => returnPath(new URL(loginPath(wanted), origin).search, origin)

  it('leads to the page that was asked for', () => {
    expect(back('/reports/calldetails?period=today#x')).toBe('/reports/calldetails?period=today#x')
  })

  it.each([
    'https://evil.test/app',
    '//evil.test/app',
    '/\\evil.test/app',
    '/\t/evil.test/app',
    'javascript:alert(1)',
    '/login',
    '/unknown',
    '',
  ])('never leads to %j', (wanted) => {
    expect(back(wanted)).toBe(paths.dashboard)
  })

  it('is the dashboard when nothing was asked for', () => {
    expect(returnPath('', origin)).toBe(paths.dashboard)
  })
})

it('knows the areas for signed-in users by their first part', () => {
  expect(isSignedInArea('/app/anything')).toBe(true)
  expect(isSignedInArea('/call-recording-redacted/1')).toBe(true)
  expect(isSignedInArea('/application')).toBe(false)
  expect(isSignedInArea('/login')).toBe(false)
})

it.each(['50%', 'a/b', '%2F', 'ä ö?#&', '..', '\ud800'])(
  'leads to the results of %j and back to the keyword',
  (keyword) => {
    const { pathname } = new URL(paths.searchResults(keyword), origin)
    expect(pathname.split('/')).toHaveLength(4)
    expect(readSegment(pathname.split('/')[3] ?? '').trim()).toBe(keyword.toWellFormed())
  },
)
