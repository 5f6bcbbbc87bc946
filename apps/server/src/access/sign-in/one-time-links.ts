import type { MailDelivery } from '@callboard/contract/mails'
import type { Db } from '../../db/tables/schema.ts'
import { insertLink } from './link-store.ts'
import { hashToken, newSessionToken } from './tokens.ts'

const hourMs = 3_600_000
const forgottenLinkMs = hourMs
const invitationLinkMs = 7 * 24 * hourMs

/** Whom a link is for. */
interface LinkReader {
  userName: string
  firstName: string
  lastName: string
  email: string
}

/** Puts a mail with a link into the outbox. */
export interface LinkMailer {
  mailLink(
    key: 'invitation' | 'forgottenPassword',
    mail: { reader: LinkReader; link: string },
  ): Promise<MailDelivery>
}

export interface LinkParts {
  db: Db
  mailer: LinkMailer
  /** Where the portal is reached, without a slash at the end. */
  publicUrl: string
}

type MailedUser = LinkReader & { id: string }

/** Mails a user the link by which they choose another password. */
export async function mailNewPasswordLink(parts: LinkParts, user: MailedUser): Promise<MailDelivery> {
  const link = await newLink(parts, { userId: user.id, lastsMs: forgottenLinkMs })
  return await parts.mailer.mailLink('forgottenPassword', { reader: user, link })
}

/** Mails a new user the link by which they choose their password. */
export async function mailInvitation(parts: LinkParts, user: MailedUser): Promise<MailDelivery> {
  const link = await newLink(parts, { userId: user.id, lastsMs: invitationLinkMs })
  return await parts.mailer.mailLink('invitation', { reader: user, link })
}

/** The token is in the fragment, which no server and no proxy sees. */
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
