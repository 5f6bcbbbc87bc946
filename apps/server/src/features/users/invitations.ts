import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { endLinksOf } from '../../access/link-store.ts'
import { type LinkParts, mailInvitation } from '../../access/one-time-links.ts'
import { change } from '../../db/change.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { lockUserRow, recordInvitation } from './store.ts'

type UserRow = NonNullable<Awaited<ReturnType<typeof lockUserRow>>>

/** Mails a user without a password a link to choose one; throws `conflict` where there is nothing to invite to. */
export async function inviteAgain(parts: LinkParts, caller: Caller, id: string): Promise<void> {
  const user = await change(parts.db, actorOf(caller), async (transaction) => {
    const row = await lockUserRow(transaction, id)
    if (row === undefined) throw notFound()
    const email = addressToInvite(row)
    await endLinksOf(transaction, { userId: id, now: new Date() })
    await recordInvitation(transaction, { id, userName: row.user_name, email })
    return { ...row, email }
  })
  await mailInvitation(parts, user)
}

function addressToInvite(row: UserRow): string {
  const refused = (description: string) => new AppError('conflict', description)
  if (row.login_provider !== 'local') throw refused('This user signs in at another place.')
  if (row.is_deleted || !row.is_active)
    throw refused('This user may not sign in: activate or restore them first.')
  if (row.password_hash !== null) throw refused('This user has a password already.')
  if (row.email === null) throw refused('This user has no e-mail address to send an invitation to.')
  return row.email
}
