import type { Need } from './recording-needs.ts'

const saving: Need = { all: ['reporting.view', 'reporting.save'] }

/** Who may call what of reports that people save, use and like best. */
export const savedReportNeeds: Record<string, Need> = {
  'POST /api/reporting/savereport': saving,
  'PUT /api/reporting/savereport/{savedReportId}': saving,
  'GET /api/reporting/savedreports/{id}': ['reporting.view'],
  'DELETE /api/reporting/savedreports/{id}': saving,
  'PUT /api/reporting/savedreports/{id}/restore': saving,
  'PUT /api/reporting/savedreports/{id}/owner': 'an administrator',
  'POST /api/reporting/savedreports/search': 'an administrator',
  'GET /api/reporting/savedreports/{id}/report': ['reporting.view'],
  'POST /api/reporting/savedreports/{id}/sharing/check': saving,
  'GET /api/reporting/savedreportvals/{id}/': ['reporting.view'],
  'GET /api/user/me/reportuse': ['reporting.view'],
  'PUT /api/user/me/favourite/{id}': ['reporting.view'],
  'DELETE /api/user/me/favourite/{id}': ['reporting.view'],
}
