import * as alerts from './features/alerts/routes.ts'
import * as apiDocs from './features/api-docs/routes.ts'
import * as apiKeys from './features/api-keys/routes.ts'
import * as auth from './features/auth/routes.ts'
import * as calls from './features/calls/routes.ts'
import * as changeTracking from './features/change-tracking/routes.ts'
import * as customers from './features/customers/routes.ts'
import * as dashboard from './features/dashboard/routes.ts'
import * as emailTemplates from './features/email-templates/routes.ts'
import * as entities from './features/entities/routes.ts'
import * as entityGroups from './features/entity-groups/routes.ts'
import * as events from './features/events/routes.ts'
import * as exports from './features/exports/routes.ts'
import * as health from './features/health/routes.ts'
import * as ingest from './features/ingest/routes.ts'
import * as mail from './features/mail/routes.ts'
import * as maintenance from './features/maintenance/jobs.ts'
import * as media from './features/media/routes.ts'
import * as menus from './features/menus/routes.ts'
import * as overview from './features/overview/routes.ts'
import * as recordings from './features/recordings/routes.ts'
import * as reportGroups from './features/report-groups/routes.ts'
import * as reportSets from './features/report-sets/routes.ts'
import * as reports from './features/reports/routes.ts'
import * as retention from './features/retention/routes.ts'
import * as roles from './features/roles/routes.ts'
import * as savedReports from './features/saved-reports/routes.ts'
import * as search from './features/search/routes.ts'
import * as settings from './features/settings/routes.ts'
import * as signIns from './features/sign-ins/routes.ts'
import * as singleSignOn from './features/single-sign-on/routes.ts'
import * as subscriptions from './features/subscriptions/routes.ts'
import * as twoFactor from './features/two-factor/routes.ts'
import * as unsubscribing from './features/unsubscribing/routes.ts'
import * as users from './features/users/routes.ts'

/** All that the portal is made of. */
export const features = [
  alerts,
  apiDocs,
  apiKeys,
  auth,
  calls,
  changeTracking,
  customers,
  dashboard,
  emailTemplates,
  entities,
  entityGroups,
  events,
  exports,
  health,
  ingest,
  mail,
  maintenance,
  media,
  menus,
  overview,
  recordings,
  reportGroups,
  reportSets,
  reports,
  retention,
  roles,
  savedReports,
  search,
  settings,
  signIns,
  singleSignOn,
  subscriptions,
  twoFactor,
  unsubscribing,
  users,
]
