import { alertsFeature } from './features/alerts/feature.ts'
import { apiDocsFeature } from './features/api-docs/feature.ts'
import { apiKeysFeature } from './features/api-keys/feature.ts'
import { attributesFeature } from './features/attributes/feature.ts'
import { authFeature } from './features/auth/feature.ts'
import { backupsFeature } from './features/backups/feature.ts'
import { callBacksFeature } from './features/call-backs/feature.ts'
import { callsFeature } from './features/calls/feature.ts'
import { changeTrackingFeature } from './features/change-tracking/feature.ts'
import { customersFeature } from './features/customers/feature.ts'
import { dashboardFeature } from './features/dashboard/feature.ts'
import { emailTemplatesFeature } from './features/email-templates/feature.ts'
import { entitiesFeature } from './features/entities/feature.ts'
import { entityGroupsFeature } from './features/entity-groups/feature.ts'
import { eventsFeature } from './features/events/feature.ts'
import { exportsFeature } from './features/exports/feature.ts'
import { healthFeature } from './features/health/feature.ts'
import { importsFeature } from './features/imports/feature.ts'
import { ingestFeature } from './features/ingest/feature.ts'
import { liveFeature } from './features/live/feature.ts'
import { mailFeature } from './features/mail/feature.ts'
import { maintenanceFeature } from './features/maintenance/feature.ts'
import { mediaFeature } from './features/media/feature.ts'
import { menusFeature } from './features/menus/feature.ts'
import { numbersFeature } from './features/numbers/feature.ts'
import { overviewFeature } from './features/overview/feature.ts'
import { quarantineFeature } from './features/quarantine/feature.ts'
import { recordingsFeature } from './features/recordings/feature.ts'
import { reportGroupsFeature } from './features/report-groups/feature.ts'
import { reportSetsFeature } from './features/report-sets/feature.ts'
import { reportsFeature } from './features/reports/feature.ts'
import { retentionFeature } from './features/retention/feature.ts'
import { rolesFeature } from './features/roles/feature.ts'
import { savedReportsFeature } from './features/saved-reports/feature.ts'
import { searchFeature } from './features/search/feature.ts'
import { sendingFeature } from './features/sending/feature.ts'
import { settingsFeature } from './features/settings/feature.ts'
import { signInsFeature } from './features/sign-ins/feature.ts'
import { singleSignOnFeature } from './features/single-sign-on/feature.ts'
import { sourcesFeature } from './features/sources/feature.ts'
import { subscriptionsFeature } from './features/subscriptions/feature.ts'
import { twoFactorFeature } from './features/two-factor/feature.ts'
import { unsubscribingFeature } from './features/unsubscribing/feature.ts'
import { usersFeature } from './features/users/feature.ts'
import { webhooksFeature } from './features/webhooks/feature.ts'

/** All that the portal is made of. Their order says nothing: each is opened after those that it needs. */
export const features = [
  alertsFeature,
  apiDocsFeature,
  apiKeysFeature,
  attributesFeature,
  authFeature,
  backupsFeature,
  callBacksFeature,
  callsFeature,
  changeTrackingFeature,
  customersFeature,
  dashboardFeature,
  emailTemplatesFeature,
  entitiesFeature,
  entityGroupsFeature,
  eventsFeature,
  exportsFeature,
  healthFeature,
  importsFeature,
  ingestFeature,
  liveFeature,
  mailFeature,
  maintenanceFeature,
  mediaFeature,
  menusFeature,
  numbersFeature,
  overviewFeature,
  quarantineFeature,
  recordingsFeature,
  reportGroupsFeature,
  reportSetsFeature,
  reportsFeature,
  retentionFeature,
  rolesFeature,
  savedReportsFeature,
  searchFeature,
  sendingFeature,
  settingsFeature,
  signInsFeature,
  singleSignOnFeature,
  sourcesFeature,
  subscriptionsFeature,
  twoFactorFeature,
  unsubscribingFeature,
  usersFeature,
  webhooksFeature,
] as const
