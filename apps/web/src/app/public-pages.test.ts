import { expect, it } from 'vitest'
import { findPublicPage } from '#web/app/public-pages.ts'

it.each([
  ['/', 'login'],
  ['/login', 'login'],
  ['/login/', 'login'],
  ['/confirmpassword', 'confirmPassword'],
  ['/ssoliberty', 'sso'],
  ['/ssoliberty/an-id', 'sso'],
  ['/ssoliberty/an-id/more', undefined],
  ['/login/more', undefined],
  ['/%E0%A4%A', undefined],
  ['/manage', undefined],
])('%s is %s', (pathname, page) => {
  expect(findPublicPage(pathname)).toBe(page)
})
