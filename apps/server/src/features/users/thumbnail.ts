import type { User } from '@callboard/contract/users'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { updateRecord } from '../../db/records/records.ts'
import type { Db } from '../../db/tables/schema.ts'
import { orNotFound } from '../../lib/app-error.ts'
import { createPicture, deletePicture } from '../media/media.ts'
import { readSquare } from '../../lib/files/read-image.ts'
import { lockUser } from './store.ts'
import { readUser } from './users.ts'

const pixels = 256

/**
 * Replaces the caller's picture, which leaves no trace of the one before. The image is encoded anew, without whatever else
 * the sent bytes hold. Throws `invalidImage`.
 */
export async function updateThumbnail(db: Db, caller: Caller, sent: Uint8Array): Promise<User> {
  return await replacePicture(db, caller, await readSquare(sent, pixels))
}

export async function deleteThumbnail(db: Db, caller: Caller): Promise<undefined> {
  await replacePicture(db, caller, undefined)
}

async function replacePicture(db: Db, caller: Caller, picture: Uint8Array | undefined): Promise<User> {
  const { userId: id } = caller
  return await changeBy(db, caller, async (transaction) => {
    // Locked, so that of two pictures at the same time one replaces the other.
    const { thumbnailUrl: replaced } = orNotFound(await lockUser(transaction, id))
    const thumbnailUrl = picture === undefined ? null : await createPicture(transaction, picture)
    await updateRecord(transaction, 'user', { id, values: { thumbnailUrl } })
    if (replaced !== null) await deletePicture(transaction, replaced)
    return await readUser(transaction, id)
  })
}
