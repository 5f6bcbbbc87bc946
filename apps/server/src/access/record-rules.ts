import type { RecordType } from '@callboard/contract/record-types'
import type { ListPage } from '../db/records/list-page.ts'
import type { RecordStore } from '../db/records/record-store.ts'
import {
  deleteRecord,
  insertRecord,
  type NewRecord,
  type RecordChanges,
  updateRecord,
} from '../db/records/records.ts'
import type { Db } from '../db/tables/schema.ts'
import { orNotFound } from '../lib/app-error.ts'
import { changeBy } from './callers/actor.ts'
import type { Caller } from './callers/caller.ts'

interface Revised {
  id: string
  revision?: number | undefined
}

/**
 * The rules of a plain record, for whoever may call: what is read is what is stored, and changes are recorded. They throw
 * `notFound`, `nameTaken` and `revisionConflict`.
 */
export function recordRules<const T extends RecordType, Row, Search>(
  type: T,
  store: RecordStore<Row, Search>,
) {
  const get = async (db: Db, _caller: Caller, { id }: { id: string }): Promise<Row> =>
    orNotFound(await store.find(db, id))
  return {
    search: async (db: Db, _caller: Caller, search: Search): Promise<ListPage<Row>> =>
      await store.list(db, search),
    get,
    create: async (db: Db, caller: Caller, values: NewRecord<T>): Promise<Row> =>
      await changeBy(db, caller, async (transaction) => {
        const id = await insertRecord(transaction, type, values)
        return await get(transaction, caller, { id })
      }),
    update: async (
      db: Db,
      caller: Caller,
      { id, revision, ...given }: Revised & RecordChanges<T>,
    ): Promise<Row> =>
      await changeBy(db, caller, async (transaction) => {
        // oxlint-disable-next-line typescript/consistent-type-assertions -- what is left are the changes, whatever the type
        const values = given as unknown as RecordChanges<T>
        await updateRecord(transaction, type, { id, revision, values })
        return await get(transaction, caller, { id })
      }),
    remove: async (db: Db, caller: Caller, { id }: { id: string }): Promise<undefined> => {
      await changeBy(db, caller, async (transaction) => await deleteRecord(transaction, type, id))
    },
  }
}
