import * as endpoints from '@callboard/contract/recording-comments'
import type { StoredCalls } from '../../../db/calls/stored-calls.ts'
import { route, type Routing } from '../../../http/route.ts'
import { createComment, deleteComment, listComments } from './comments.ts'

const access = 'reporting.call.details'

/** What people write at moments of recordings. */
export function commentRoutes(routing: Routing, { calls, snapshots }: StoredCalls): void {
  const reading = { db: routing.db, calls, snapshots }

  route(routing, endpoints.listRecordingComments, {
    access,
    handler: async ({ caller, params, signal }) =>
      await listComments({ ...reading, caller, signal }, params.id),
  })

  route(routing, endpoints.createRecordingComment, {
    access,
    handler: async ({ caller, params, body, signal }) =>
      await createComment({ ...reading, caller, signal }, params.id, body),
  })

  route(routing, endpoints.deleteRecordingComment, {
    access,
    handler: async ({ caller, params, signal }) =>
      await deleteComment({ ...reading, caller, signal }, params.id, params.commentId),
  })
}
