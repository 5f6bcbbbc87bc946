import type { Portal } from './portal.ts'

/** What was recorded of the changes of a record, in order. */
export async function changesOf({ runtime }: Portal, recordId: string) {
  return await runtime.postgres.db
    .selectFrom('change_record')
    .where('record_id', '=', recordId)
    .orderBy('sequence')
    .select(['table_type', 'record_name', 'action', 'user_name', 'changes', 'request_id'])
    .execute()
}
