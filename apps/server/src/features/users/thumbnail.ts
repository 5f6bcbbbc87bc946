import type { User } from '@callboard/contract/users'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../db/schema.ts'
import { keepSquare } from '../media/media.ts'
import { changeProfile } from './users.ts'

const pixels = 256

/** Throws `invalidImage`. */
export async function replaceThumbnail(
  db: Kysely<Database>,
  caller: Caller,
  sent: Uint8Array,
): Promise<User> {
  const address = await keepSquare(db, sent, pixels)
  return await changeProfile(db, caller, { id: caller.userId, values: { thumbnail_url: address } })
}

export async function dropThumbnail(db: Kysely<Database>, caller: Caller): Promise<void> {
  await changeProfile(db, caller, { id: caller.userId, values: { thumbnail_url: null } })
}
