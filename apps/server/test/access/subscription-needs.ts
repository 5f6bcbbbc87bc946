import type { Need } from './recording-needs.ts'

const path = '/api/reporting/subscription/{savedReportId}'
const saving: Need = { all: ['reporting.view', 'reporting.save'] }

/** Who may call what of subscriptions and of what is delivered. */
export const subscriptionNeeds: Record<string, Need> = {
  [`GET ${path}`]: ['reporting.view'],
  [`POST ${path}`]: saving,
  [`PUT ${path}`]: saving,
  [`DELETE ${path}/{id}`]: saving,
  [`PUT ${path}/{id}/restore`]: saving,
  [`POST ${path}/{id}/run`]: saving,
  [`POST ${path}/{id}/test`]: saving,
  [`GET ${path}/deliveries`]: ['reporting.view'],
  [`GET ${path}/deliveries/{id}`]: ['reporting.view'],
  [`POST ${path}/deliveries/{id}/resend`]: saving,
  [`GET ${path}/deliveries/{id}/mail`]: ['reporting.view'],
  [`GET ${path}/deliveries/{id}/file/{name}`]: ['reporting.view'],
  'POST /api/reporting/send': saving,
  'POST /api/reporting/send/check': saving,
  'POST /api/reporting/send/preview': saving,
  'POST /api/deliveries/search': 'an administrator',
  'GET /api/deliveries/counts': 'an administrator',
  'GET /api/user/me/subscriptions': 'a session',
  'PUT /api/user/me/subscriptions/{id}/unsubscribe': 'a session',
  'PUT /api/user/me/subscriptions/{id}/resubscribe': 'a session',
  'GET /api/unsubscribe/{token}': 'nothing',
  'POST /api/unsubscribe/{token}': 'nothing',
}
