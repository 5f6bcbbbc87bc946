/*
 * What people have entered and not saved, kept in this browser. It is theirs alone: nothing is left of it after a sign-out,
 * or when somebody else signs in.
 */

const prefix = 'draft:'

/** Where something is entered. */
export interface DraftPlace {
  userId: string
  /** The form, and the record that it is about. */
  of: string
}

/** The key in the storage of the browser. */
function draftKey({ userId, of }: DraftPlace): string {
  return `${prefix}${userId}:${of}`
}

/** Undefined where there is none, or none that can be read. */
export function readStoredDraft(place: DraftPlace | undefined): unknown {
  if (place === undefined) return undefined
  try {
    return JSON.parse(localStorage.getItem(draftKey(place)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a draft, unless the browser has no room for it, or is told to keep nothing. */
export function storeDraft(place: DraftPlace | undefined, draft: object): void {
  if (place === undefined) return
  try {
    localStorage.setItem(draftKey(place), JSON.stringify(draft))
  } catch {
    // An older one would be taken for the latest.
    removeStoredDraft(place)
  }
}

export function removeStoredDraft(place: DraftPlace | undefined): void {
  if (place === undefined) return
  try {
    localStorage.removeItem(draftKey(place))
  } catch {
    // Where nothing may be removed, nothing was stored.
  }
}

/** Removes the drafts of everybody, or of everybody but one. */
export function removeDrafts(exceptUserId?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const isKept = exceptUserId !== undefined && key.startsWith(`${prefix}${exceptUserId}:`)
      if (key.startsWith(prefix) && !isKept) localStorage.removeItem(key)
    }
  } catch {
    // Where nothing may be removed, nothing was stored.
  }
}
