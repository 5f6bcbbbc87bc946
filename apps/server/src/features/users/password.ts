import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import { requireOwnPassword } from '../../access/attempts.ts'
import type { Caller } from '../../access/caller.ts'
import { requireStrong, storePassword } from '../../access/new-password.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { findUserRow } from './store.ts'
import { requireOwn } from './users.ts'

/** One's own with the current one, which keeps this session alone; an admin sets another's without. */
export async function changePassword(
  db: Kysely<Database>,
  caller: Caller,
  asked: { id: string; password: string; currentPassword: string | undefined; address: string },
): Promise<void> {
  requireOwn(caller, asked.id)
  const user = await findUserRow(db, asked.id)
  if (user === undefined) throw notFound()
  if (user.login_provider !== 'local')
    throw new AppError('conflict', 'This user signs in at another place, which keeps the password.')
  const isOwn = asked.id === caller.userId
  if (isOwn) {
    await requireOwnPassword(db, caller, {
      password: asked.currentPassword ?? '',
      field: 'currentPassword',
      address: asked.address,
    })
  }
  await requireStrong(asked.password)
  await storePassword(db, actorOf(caller), {
    userId: asked.id,
    password: asked.password,
    ...(isOwn ? { keepSession: caller.sessionId } : {}),
  })
}
