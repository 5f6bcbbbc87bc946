import type { Need } from './recording-needs.ts'

const saving: Need = { all: ['reporting.view', 'reporting.save'] }
const viewing: Need = ['reporting.view']

/** Who may call what of alerts. */
export const alertNeeds: Record<string, Need> = {
  'POST /api/alerts/search': viewing,
  'GET /api/alerts/{id}': viewing,
  'POST /api/alerts': saving,
  'PUT /api/alerts/{id}': saving,
  'DELETE /api/alerts/{id}': saving,
  'PUT /api/alerts/{id}/restore': saving,
  'PUT /api/user/me/alerts/{id}/unsubscribe': 'a session',
  'PUT /api/user/me/alerts/{id}/resubscribe': 'a session',
  'POST /api/alerts/preview': saving,
  'POST /api/alerts/{id}/test': viewing,
  'GET /api/alerts/{id}/history': viewing,
  'GET /api/alerts/{id}/webhook/tries': viewing,
}
