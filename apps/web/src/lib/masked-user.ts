import { emptyGuid, Guid } from '@callboard/contract/scalars'

/** Holds the id of the user as whom the portal is viewed. */
const key = 'masked_user_info'

/** Undefined where nobody is masked: also for the id of nobody, and for what is no id. */
export function readMaskedUserId(): string | undefined {
  const id = Guid.safeParse(localStorage.getItem(key)).data
  return id === emptyGuid ? undefined : id
}

/** Shows the portal as another user from now on: this page, or another that is named. */
export function viewAs(id: string, path?: string): void {
  localStorage.setItem(key, id)
  if (path === undefined) location.reload()
  else location.assign(path)
}

export function stopViewing(): void {
  clearMaskedUser()
  location.reload()
}

export function clearMaskedUser(): void {
  localStorage.removeItem(key)
}

/** Takes away what masks nobody. */
export function cleanMaskedUser(): void {
  if (readMaskedUserId() === undefined) clearMaskedUser()
}
