import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables/schema.ts'
import { type LoadedSource, loadSource } from '../sources/loaded-source.ts'
import type { UnreadRow } from '../sources/rows-again.ts'
import * as store from './store.ts'

interface RowOfSource {
  customerId: string
  sourceSystem: string
}

/** The source that rows came from; undefined where calls are sent under its name by no source. */
export async function findSource(
  db: Kysely<Database>,
  row: RowOfSource | undefined,
): Promise<LoadedSource | undefined> {
  const id = row && (await store.selectSourceId(db, row))
  return id === undefined ? undefined : await loadSource(db, id)
}

export function isOfSource<T extends { form: string }>(row: T): row is T & Pick<UnreadRow, 'form'> {
  return row.form !== 'call'
}
