import type { Session } from '@callboard/contract/users'
import { removeDrafts } from '#web/lib/drafts/stored-drafts.ts'

const sessionKey = 'user_info'
/** Holds the id of the user whom the portal is viewed as. */
export const viewedUserKey = 'masked_user_info'
/** In a tab: where it was when the viewing began. */
export const viewedFromKey = 'viewedFrom'
const trackedPagesKey = 'trackedPages'
/** Whose pages `trackedPages` holds. */
const trackedPagesUserKey = 'trackedPagesUserId'
/** Holds the id of the user whose session the server has ended: their tabs wait for them. */
const interruptedUserKey = 'interruptedUserId'

type Listener = () => void

const listeners = new Set<Listener>()

/** The session as it is stored, which `readSession` may be unable to read; null means signed out. */
export function readSessionText(): string | null {
  return localStorage.getItem(sessionKey)
}

/** Stores the session of a new sign-in and removes what belonged to the previous one. */
export function beginSession(session: Pick<Session, 'id' | 'token'>): void {
  clearViewedUser()
  if (localStorage.getItem(trackedPagesUserKey) !== session.id) localStorage.removeItem(trackedPagesKey)
  localStorage.setItem(trackedPagesUserKey, session.id)
  removeDrafts(session.id)
  storeSession(session)
  localStorage.removeItem(interruptedUserKey)
}

export function endSession(): void {
  localStorage.removeItem(interruptedUserKey)
  removeSession()
}

/** Ends the session of somebody who has not signed out. Their open pages stay, and ask them to sign in again. */
export function interruptSession(userId: string): void {
  // First: other tabs look at it when they notice that the session is gone.
  localStorage.setItem(interruptedUserKey, userId)
  removeSession()
}

/** Whose session the server has ended, until somebody signs in or out. */
export function readInterruptedUserId(): string | null {
  return localStorage.getItem(interruptedUserKey)
}

function removeSession(): void {
  localStorage.removeItem(sessionKey)
  clearViewedUser()
  notify()
}

export function clearViewedUser(): void {
  localStorage.removeItem(viewedUserKey)
  sessionStorage.removeItem(viewedFromKey)
}

/** Notifies of sign-in, refresh and sign-out, in this tab and others. */
export function subscribeToSession(listener: Listener): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

export function storeSession(session: object): void {
  const text = encodeSession(session)
  if (text === readSessionText()) return
  try {
    localStorage.setItem(sessionKey, text)
  } catch (cause) {
    throw new Error(
      'Your browser has no room for the session, or is told to keep nothing of this page. Make room or allow it, and sign in again.',
      { cause },
    )
  }
  notify()
}

/** A null key says that the whole storage was cleared. */
function onStorage({ key }: StorageEvent): void {
  if (key === sessionKey || key === null) notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** Base64 of the UTF-8 JSON. */
export function encodeSession(session: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(session))
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
