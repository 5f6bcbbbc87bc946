import { mostProperties } from '@callboard/contract/user-properties'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import { change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { mergeProperties } from './store.ts'
import { requireOwn, requireUser } from './users.ts'

type Properties = Record<string, string>

export async function propertiesOf(db: Kysely<Database>, caller: Caller, id: string): Promise<Properties> {
  return (await requireUser(db, caller, id)).properties
}

/** Replaces those that are named, null removes one; throws `invalid` when there would be too many. */
export async function changeProperties(
  db: Kysely<Database>,
  caller: Caller,
  { id, values }: { id: string; values: Readonly<Record<string, string | null>> },
): Promise<Properties> {
  requireOwn(caller, id)
  return await change(db, actorOf(caller), async (transaction) => {
    const properties = await mergeProperties(transaction, { id, values })
    if (properties === undefined) throw notFound()
    if (Object.keys(properties).length > mostProperties)
      throw new AppError('invalid', `A user has ${mostProperties} properties at most.`)
    return properties
  })
}
