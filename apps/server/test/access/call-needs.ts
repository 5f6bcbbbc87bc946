import type { Need } from './recording-needs.ts'

const editing: Need = ['call.edit']
const seeing: Need = ['reporting.call.details']
const callingBack: Need = { all: ['reporting.call.details', 'call.edit'] }

/** Who may call what of calls and callers. */
export const callNeeds: Record<string, Need> = {
  'GET /api/calls/{id}/routing': seeing,
  'PUT /api/calls/{id}/annotation': editing,
  'PUT /api/calls/annotations': editing,
  'POST /api/calls/annotations/current': seeing,
  'POST /api/calls/annotations/undo': editing,
  'GET /api/calls/annotations/{field}/values': ['reporting.call.details', 'call.edit'],
  'POST /api/reporting/calldetails': seeing,
  'POST /api/reporting/callers': seeing,
  'POST /api/reporting/caller': seeing,
  'POST /api/reporting/caller/link': callingBack,
  'POST /api/reporting/caller/unlink': callingBack,
  'GET /api/live': seeing,
  'POST /api/live/figures': seeing,
  'POST /api/callback/search': seeing,
  'PUT /api/callback/{callerKey}': callingBack,
  'GET /api/callback/reminders': seeing,
  'POST /api/callback/reminders/dismiss': seeing,
  // They are signed by the system that posts, or have a secret of their own.
  'POST /api/in/{id}': 'nothing',
  'POST /api/in/{id}/recording': 'nothing',
  'POST /api/quarantine/search': 'an administrator',
  'GET /api/quarantine/reasons': 'an administrator',
  'GET /api/quarantine/file': 'an administrator',
  'GET /api/quarantine/{id}': 'an administrator',
  'PUT /api/quarantine/{id}': 'an administrator',
  'DELETE /api/quarantine/{id}': 'an administrator',
  'POST /api/quarantine/retry': 'an administrator',
  'POST /api/quarantine/delete': 'an administrator',
}
