import { lazy, type ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'

const LoginPage = lazy(async () => ({ default: (await import('#web/pages/LoginPage.tsx')).LoginPage }))

/** Pages for visitors who are not signed in; any other path outside the signed-in areas is not found. */
const publicPages: readonly { path: string; page: ReactNode }[] = [{ path: paths.login, page: <LoginPage /> }]

export function findPublicPage(pathname: string): ReactNode {
  const first = pathname.split('/')[1]
  return publicPages.find(({ path }) => path === `/${first}`)?.page
}
