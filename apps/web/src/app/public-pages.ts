import { paths } from '#web/lib/urls/paths.ts'

/** Pages for visitors who are not signed in; any other path outside the signed-in areas is not found. */
export type PublicPage = 'login' | 'confirmPassword' | 'sso' | 'unsubscribe'

export function findPublicPage(pathname: string): PublicPage | undefined {
  const path = pathname.replace(/\/$/, '')
  if (path === '' || path === paths.login) return 'login'
  if (path === paths.confirmPassword) return 'confirmPassword'
  if (path === paths.unsubscribe) return 'unsubscribe'
  // With a one-time id behind it, or without.
  return path === paths.sso || /^\/ssoliberty\/[^/]+$/.test(path) ? 'sso' : undefined
}
