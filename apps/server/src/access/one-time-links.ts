import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { readSettings } from '../db/settings.ts'
import { forgottenMail, invitationMail } from './link-mails.ts'
import { insertLink } from './link-store.ts'
import { hashToken, newSessionToken } from './tokens.ts'

const hourMs = 3_600_000
const forgottenLinkMs = hourMs
const invitationLinkMs = 7 * 24 * hourMs

export interface LinkParts {
  db: Kysely<Database>
  mailer: { put(mail: { recipient: string; subject: string; text: string }): Promise<string> }
  /** Where the portal is reached, without a slash at the end. */
  publicUrl: string
}

interface MailedUser {
  id: string
  user_name: string
  first_name: string
  email: string
}

/** Mails a user the link by which they choose another password. */
export async function mailNewPasswordLink(parts: LinkParts, user: MailedUser): Promise<void> {
  const url = await newLink(parts, { userId: user.id, lastsMs: forgottenLinkMs })
  const { productName } = await readSettings(parts.db)
  await parts.mailer.put(forgottenMail(user, { url, productName }))
}

/** Mails a new user the link by which they choose their password. */
export async function mailInvitation(parts: LinkParts, user: MailedUser): Promise<void> {
  const url = await newLink(parts, { userId: user.id, lastsMs: invitationLinkMs })
  const { productName } = await readSettings(parts.db)
  await parts.mailer.put(invitationMail(user, { url, productName }))
}

/** In the fragment, which no server and no history of a proxy sees. */
async function newLink(
  { db, publicUrl }: LinkParts,
  { userId, lastsMs }: { userId: string; lastsMs: number },
): Promise<string> {
  const token = newSessionToken()
  const now = new Date()
  const expiresAt = new Date(now.getTime() + lastsMs)
  const id = await insertLink(db, { userId, tokenHash: hashToken(token), now, expiresAt })
  return `${publicUrl}/confirmpassword#id=${id}&token=${token}`
}
