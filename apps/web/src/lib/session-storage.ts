import { type Me, Session } from '@callboard/contract/users'
import { clearViewedUser } from '#web/lib/view-as.ts'

const sessionKey = 'user_info'
const trackedPagesKey = 'trackedPages'
/** Whose pages `trackedPages` holds. */
const trackedPagesUserKey = 'trackedPagesUserId'

type Listener = () => void

const listeners = new Set<Listener>()
let lastRead: { text: string | null; session: Session | undefined } = { text: null, session: undefined }

/** The stored session; an unreadable one means signed out. Returns the same object until something changes. */
export function readSession(): Session | undefined {
  const text = localStorage.getItem(sessionKey)
  if (text !== lastRead.text) lastRead = { text, session: text === null ? undefined : decodeSession(text) }
  return lastRead.session
}

/** Stores the session of a new sign-in and removes what belonged to the previous one. */
export function beginSession(session: Session): void {
  clearViewedUser()
  if (localStorage.getItem(trackedPagesUserKey) !== session.id) localStorage.removeItem(trackedPagesKey)
  localStorage.setItem(trackedPagesUserKey, session.id)
  storeSession(session)
}

/** Takes over current names, claims and menus; the token stays. */
export function refreshSession(me: Me): void {
  const session = readSession()
  if (session !== undefined) storeSession({ ...me, token: session.token })
}

/** The server requires a second factor before anything else. */
export function demandTwoFactor(): void {
  const session = readSession()
  if (session !== undefined) storeSession({ ...session, mustSetUpTwoFactor: true })
}

export function endSession(): void {
  localStorage.removeItem(sessionKey)
  clearViewedUser()
  notify()
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

function storeSession(session: Session): void {
  const text = encodeSession(session)
  if (text === localStorage.getItem(sessionKey)) return
  localStorage.setItem(sessionKey, text)
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
export function encodeSession(session: Session): string {
  const bytes = new TextEncoder().encode(JSON.stringify(session))
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

function decodeSession(text: string): Session | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return Session.safeParse(json).data
  } catch {
    return undefined
  }
}
