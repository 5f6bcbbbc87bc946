import { type Me, Session } from '@callboard/contract/users'
import { readSessionText, storeSession } from '#web/lib/session/session-storage.ts'

let lastRead: { text: string | null; session: Session | undefined } = { text: null, session: undefined }

/** The stored session; an unreadable one means signed out. Returns the same object until something changes. */
export function readSession(): Session | undefined {
  const text = readSessionText()
  if (text !== lastRead.text) lastRead = { text, session: text === null ? undefined : decodeSession(text) }
  return lastRead.session
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

function decodeSession(text: string): Session | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return Session.safeParse(json).data
  } catch {
    return undefined
  }
}
