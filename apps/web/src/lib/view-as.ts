import { emptyGuid, Guid } from '@callboard/contract/scalars'

/** Holds the id of the user whom the portal is viewed as. */
const key = 'masked_user_info'

/** Undefined when viewing as nobody: also for the empty id, and for what is no id. */
export function readViewedUserId(): string | undefined {
  const id = Guid.safeParse(localStorage.getItem(key)).data
  return id === emptyGuid ? undefined : id
}

/** Views the portal as another user from now on, on this page or the one given. */
export function viewAs(id: string, path?: string): void {
  localStorage.setItem(key, id)
  if (path === undefined) location.reload()
  else location.assign(path)
}

export function stopViewing(): void {
  clearViewedUser()
  location.reload()
}

export function clearViewedUser(): void {
  localStorage.removeItem(key)
}

/** Removes a stored value that names nobody. */
export function cleanViewedUser(): void {
  if (readViewedUserId() === undefined) clearViewedUser()
}
