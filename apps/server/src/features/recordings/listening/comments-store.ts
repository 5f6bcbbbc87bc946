import { fullName } from '../../../db/records/full-name.ts'
import type { Db } from '../../../db/tables/schema.ts'

export type CommentRow = Awaited<ReturnType<typeof selectComments>>[number]

const maxComments = 1000

/** By moment. */
export async function selectComments(db: Db, recordingId: string) {
  return await comments(db, recordingId)
    .orderBy('at')
    .orderBy('recording_comment.id')
    .limit(maxComments)
    .execute()
}

export async function selectComment(db: Db, { id, recordingId }: { id: string; recordingId: string }) {
  return await comments(db, recordingId).where('recording_comment.id', '=', id).executeTakeFirst()
}

function comments(db: Db, recordingId: string) {
  return db
    .selectFrom('recording_comment')
    .innerJoin('app_user', 'app_user.id', 'recording_comment.user_id')
    .where('recording_id', '=', recordingId)
    .select([
      'recording_comment.id',
      'at',
      'text',
      'user_id',
      'app_user.user_name as userName',
      fullName('app_user').as('fullName'),
      'recording_comment.created_at',
    ])
}
