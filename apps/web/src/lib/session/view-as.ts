import { emptyGuid, Guid } from '@callboard/contract/scalars'
import { ownPath } from '#web/lib/urls/paths.ts'
import { clearViewedUser, viewedFromKey, viewedUserKey } from '#web/lib/session/session-storage.ts'

/** Undefined when viewing as nobody: also for the empty id, and for what is no id. */
export function readViewedUserId(): string | undefined {
  const id = Guid.safeParse(localStorage.getItem(viewedUserKey)).data
  return id === emptyGuid ? undefined : id
}

/** Views the portal as another user from now on, on this page or the one given. */
export function viewAs(id: string, path?: string): void {
  if (readViewedUserId() === undefined)
    sessionStorage.setItem(viewedFromKey, location.pathname + location.search)
  localStorage.setItem(viewedUserKey, id)
  if (path === undefined) location.reload()
  else location.assign(path)
}

/** Goes back to the page on which the viewing began; where another tab began it, this page stays. */
export function stopViewing(): void {
  const from = sessionStorage.getItem(viewedFromKey)
  clearViewedUser()
  if (from === null) location.reload()
  else location.assign(ownPath(from, location.origin))
}

/** Removes a stored value that names nobody. */
export function cleanViewedUser(): void {
  if (readViewedUserId() === undefined) clearViewedUser()
}
