import * as endpoints from '@callboard/contract/recording-comments'
import type { StoredCalls } from '../../../db/calls/stored-calls.ts'
import { routeReading } from '../../../http/crud.ts'
import type { Routing } from '../../../http/route.ts'
import { createComment, deleteComment, listComments } from './comments.ts'

const access = 'reporting.call.details'

/** What people write at moments of recordings. */
export function commentRoutes(routing: Routing, { calls, snapshots }: StoredCalls): void {
  const parts = { calls, snapshots }
  routeReading(routing, endpoints.listRecordingComments, { access, parts, rule: listComments })
  routeReading(routing, endpoints.createRecordingComment, { access, parts, rule: createComment })
  routeReading(routing, endpoints.deleteRecordingComment, { access, parts, rule: deleteComment })
}
