import type { User } from '@callboard/contract/users'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { notFound } from '../../lib/app-error.ts'
import { createSquareImage } from '../media/files.ts'
import { updateProfile } from './store.ts'
import { userOf } from './user-record.ts'

const pixels = 256

/** Throws `invalidImage`. */
export async function replaceThumbnail(
  db: Kysely<Database>,
  caller: Caller,
  sent: Uint8Array,
): Promise<User> {
  return await changeThumbnail(db, caller, await createSquareImage(db, sent, pixels))
}

export async function dropThumbnail(db: Kysely<Database>, caller: Caller): Promise<void> {
  await changeThumbnail(db, caller, null)
}

async function changeThumbnail(db: Kysely<Database>, caller: Caller, address: string | null): Promise<User> {
  return await change(db, actorOf(caller), async (transaction) => {
    const values = { thumbnail_url: address }
    const row = await updateProfile(transaction, { id: caller.userId, values, revision: undefined })
    if (row === undefined) throw notFound()
    return userOf(row)
  })
}
