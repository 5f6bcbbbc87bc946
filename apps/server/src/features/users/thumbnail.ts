import type { User } from '@callboard/contract/users'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import { updateRecord } from '../../db/records.ts'
import type { Database } from '../../db/schema.ts'
import { createSquareImage } from '../media/files.ts'
import { readUser } from './users.ts'

const pixels = 256

/** Throws `invalidImage`. */
export async function updateThumbnail(db: Kysely<Database>, caller: Caller, sent: Uint8Array): Promise<User> {
  return await updateAddress(db, caller, await createSquareImage(db, sent, pixels))
}

export async function deleteThumbnail(db: Kysely<Database>, caller: Caller): Promise<undefined> {
  await updateAddress(db, caller, null)
}

async function updateAddress(
  db: Kysely<Database>,
  caller: Caller,
  thumbnailUrl: string | null,
): Promise<User> {
  const { userId: id } = caller
  return await change(db, actorOf(caller), async (transaction) => {
    await updateRecord(transaction, 'user', { id, values: { thumbnailUrl } })
    return await readUser(transaction, id)
  })
}
