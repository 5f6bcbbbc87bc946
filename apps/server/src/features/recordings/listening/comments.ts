import type { Body } from '@callboard/contract/endpoint'
import type * as endpoints from '@callboard/contract/recording-comments'
import type { RecordingComment } from '@callboard/contract/recording-comments'
import { changeBy } from '../../../access/callers/actor.ts'
import type { CallerReading } from '../../../access/rows/caller-reading.ts'
import type { Caller } from '../../../access/callers/caller.ts'
import { deleteRecord, insertRecord } from '../../../db/records/records.ts'
import { AppError, orNotFound } from '../../../lib/app-error.ts'
import { withPlainDigits } from '../../../lib/plain-digits.ts'
import { getVisibleRecording } from './listening.ts'
import { findSensitiveText } from '../spoken-numbers/sensitive-numbers.ts'
import * as store from './comments-store.ts'

/** What people wrote at moments of a recording, by moment. Throws `notFound` for one that the caller may not see. */
export async function listComments(
  reading: CallerReading,
  { id: recordingId }: { id: string },
): Promise<{ items: RecordingComment[] }> {
  const { db, caller } = reading
  await getVisibleRecording(reading, recordingId)
  const rows = await store.selectComments(db, recordingId)
  return { items: rows.map((row) => commentOf(caller, row)) }
}

/** Throws `invalid` for a moment after the end, and for numbers that must not be heard: all who see the recording read it. */
export async function createComment(
  reading: CallerReading,
  { id: recordingId, at, text }: Body<typeof endpoints.createRecordingComment> & { id: string },
): Promise<RecordingComment> {
  const { db, caller } = reading
  const { duration } = await getVisibleRecording(reading, recordingId)
  if (duration !== null && at > duration)
    throw new AppError('invalid', 'The recording has ended before that moment.', { field: 'at' })
  const said = { speaker: '', start: 0, end: 0, text: withPlainDigits(text) }
  if (findSensitiveText([said]).length > 0) {
    throw new AppError('invalid', 'Leave numbers of cards, accounts and social security out of comments.', {
      field: 'text',
    })
  }
  const id = await changeBy(db, caller, async (transaction) =>
    insertRecord(transaction, 'recordingComment', { recordingId, at, text, userId: caller.userId }),
  )
  return commentOf(caller, orNotFound(await store.selectComment(db, { id, recordingId })))
}

/** Throws `notFound`, and `forbidden` for one of somebody else unless the caller is an administrator. */
export async function deleteComment(
  reading: CallerReading,
  { id: recordingId, commentId }: { id: string; commentId: string },
): Promise<undefined> {
  const { db, caller } = reading
  await getVisibleRecording(reading, recordingId)
  const row = orNotFound(await store.selectComment(db, { id: commentId, recordingId }))
  if (!mayDelete(caller, row)) throw new AppError('forbidden', 'Only the author of a comment can delete it.')
  await changeBy(db, caller, async (transaction) => deleteRecord(transaction, 'recordingComment', commentId))
}

function commentOf(
  caller: Caller,
  { user_id: userId, created_at: createdAt, ...row }: store.CommentRow,
): RecordingComment {
  return { ...row, mayDelete: mayDelete(caller, { user_id: userId }), createdAt: createdAt.toISOString() }
}

function mayDelete({ isAdmin, userId, viewedBy }: Caller, row: Pick<store.CommentRow, 'user_id'>): boolean {
  return viewedBy === null && (isAdmin || row.user_id === userId)
}
