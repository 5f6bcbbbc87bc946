import type { Claim } from '@callboard/contract/claims'

/** Of a list of claims one is enough, unless all are needed. */
export type Need =
  | 'nothing'
  | 'a session'
  | 'an administrator'
  | 'an ingest key'
  | 'an ingest key or an administrator'
  | readonly Claim[]
  | { all: readonly Claim[] }

const seeing: Need = ['reporting.call.details']
const hearing: Need = { all: ['reporting.call.details', 'recording.unredacted'] }

/** Who may call what of recordings, by the specification alone. */
export const recordingNeeds: Record<string, Need> = {
  'PUT /api/calls/{id}/recording': 'an ingest key or an administrator',
  'PUT /api/calls/{source}/{externalCallId}/recording': 'an ingest key',
  'GET /api/calls/{id}/recordings': seeing,
  'POST /api/recordingfetch/{id}/retry': 'an ingest key or an administrator',
  'GET /api/recordingrules': 'an administrator',
  'PUT /api/recordingrules': 'an administrator',
  'POST /api/customer/{id}/redactrecordings': 'an administrator',
  'GET /api/callrecording/{id}': seeing,
  'GET /api/callrecording/{id}/transcript': seeing,
  'PUT /api/callrecording/{id}/transcript': 'an ingest key or an administrator',
  'POST /api/callrecording/{id}/transcript': hearing,
  'POST /api/speechtotext/try': 'an administrator',
  'GET /api/speechtotext/older': 'an administrator',
  'PUT /api/speechtotext/older': 'an administrator',
  'POST /api/callrecording/{id}/ticket': seeing,
  'POST /api/callrecording/{id}/uses/search': hearing,
  'PUT /api/callrecording/{id}/spans': hearing,
  'GET /api/callrecording/{id}/comments': seeing,
  'POST /api/callrecording/{id}/comments': seeing,
  'DELETE /api/callrecording/{id}/comments/{commentId}': seeing,
  'GET /api/callrecording/ticket/{ticket}': 'nothing',
}
