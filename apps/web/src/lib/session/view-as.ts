import { emptyGuid, Guid } from '@callboard/contract/scalars'
import { clearViewedUser, viewedUserKey } from '#web/lib/session/session-storage.ts'

/** Undefined when viewing as nobody: also for the empty id, and for what is no id. */
export function readViewedUserId(): string | undefined {
  const id = Guid.safeParse(localStorage.getItem(viewedUserKey)).data
  return id === emptyGuid ? undefined : id
}

/** Views the portal as another user from now on, on this page or the one given. */
export function viewAs(id: string, path?: string): void {
  localStorage.setItem(viewedUserKey, id)
  if (path === undefined) location.reload()
  else location.assign(path)
}

export function stopViewing(): void {
  clearViewedUser()
  location.reload()
}

/** Removes a stored value that names nobody. */
export function cleanViewedUser(): void {
  if (readViewedUserId() === undefined) clearViewedUser()
}
