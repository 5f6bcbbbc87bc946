import type { Migration } from 'kysely/migration'
import * as foundation from './0001-foundation.ts'
import * as signIn from './0002-sign-in.ts'
import * as administration from './0003-administration.ts'
import * as users from './0004-users.ts'
import * as entities from './0005-entities.ts'
import * as settings from './0006-settings.ts'
import * as changeChain from './0007-change-chain.ts'
import * as changesByStatement from './0008-changes-by-statement.ts'
import * as searchTexts from './0009-search-texts.ts'
import * as liveSessions from './0010-live-sessions.ts'
import * as returnedRecalculation from './0011-returned-recalculation.ts'
import * as signInRecords from './0012-sign-in-records.ts'
import * as callSnapshot from './0013-call-snapshot.ts'
import * as menuIcons from './0014-menu-icons.ts'
import * as exportTypes from './0015-export-types.ts'
import * as savedReports from './0016-saved-reports.ts'
import * as standardMenuItems from './0017-standard-menu-items.ts'
import * as callAnnotations from './0018-call-annotations.ts'
import * as reportExports from './0019-report-exports.ts'
import * as dashboards from './0020-dashboards.ts'
import * as recordings from './0021-recordings.ts'
import * as recordingsFound from './0022-recordings-found.ts'
import * as retention from './0023-retention.ts'
import * as recordingFetches from './0024-recording-fetches.ts'
import * as speechCheck from './0025-speech-check.ts'
import * as redactsForGood from './0026-redacts-for-good.ts'
import * as recordingRework from './0027-recording-rework.ts'
import * as recordingChecks from './0028-recording-checks.ts'
import * as olderRecordings from './0029-older-recordings.ts'
import * as subscriptions from './0030-subscriptions.ts'
import * as mailSending from './0031-mail-sending.ts'
import * as speechToText from './0032-speech-to-text.ts'
import * as alerts from './0033-alerts.ts'
import * as reportMail from './0034-report-mail.ts'
import * as alertWebhooks from './0035-alert-webhooks.ts'
import * as bounceMailbox from './0036-bounce-mailbox.ts'
import * as alertRecipients from './0037-alert-recipients.ts'
import * as speechAfterSources from './0038-speech-after-sources.ts'
import * as mailRetention from './0039-mail-retention.ts'
import * as callWriter from './0040-call-writer.ts'
import * as mailHandedOver from './0043-mail-handed-over.ts'
import * as callCheck from './0044-call-check.ts'
import * as spokenNumbers from './0045-spoken-numbers.ts'
import * as failuresOfAccounts from './0047-failures-of-accounts.ts'
import * as keptAnnotations from './0048-kept-annotations.ts'
import * as recalculationByCustomer from './0049-recalculation-by-customer.ts'
import * as ownDefinitions from './0050-own-definitions.ts'

/** All migrations in order; forward only. */
export const postgresMigrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-sign-in': signIn,
  '0003-administration': administration,
  '0004-users': users,
  '0005-entities': entities,
  '0006-settings': settings,
  '0007-change-chain': changeChain,
  '0008-changes-by-statement': changesByStatement,
  '0009-search-texts': searchTexts,
  '0010-live-sessions': liveSessions,
  '0011-returned-recalculation': returnedRecalculation,
  '0012-sign-in-records': signInRecords,
  '0013-call-snapshot': callSnapshot,
  '0014-menu-icons': menuIcons,
  '0015-export-types': exportTypes,
  '0016-saved-reports': savedReports,
  '0017-standard-menu-items': standardMenuItems,
  '0018-call-annotations': callAnnotations,
  '0019-report-exports': reportExports,
  '0020-dashboards': dashboards,
  '0021-recordings': recordings,
  '0022-recordings-found': recordingsFound,
  '0023-retention': retention,
  '0024-recording-fetches': recordingFetches,
  '0025-speech-check': speechCheck,
  '0026-redacts-for-good': redactsForGood,
  '0027-recording-rework': recordingRework,
  '0028-recording-checks': recordingChecks,
  '0029-older-recordings': olderRecordings,
  '0030-subscriptions': subscriptions,
  '0031-mail-sending': mailSending,
  '0032-speech-to-text': speechToText,
  '0033-alerts': alerts,
  '0034-report-mail': reportMail,
  '0035-alert-webhooks': alertWebhooks,
  '0036-bounce-mailbox': bounceMailbox,
  '0037-alert-recipients': alertRecipients,
  '0038-speech-after-sources': speechAfterSources,
  '0039-mail-retention': mailRetention,
  '0040-call-writer': callWriter,
  '0043-mail-handed-over': mailHandedOver,
  '0044-call-check': callCheck,
  '0045-spoken-numbers': spokenNumbers,
  '0047-failures-of-accounts': failuresOfAccounts,
  '0048-kept-annotations': keptAnnotations,
  '0049-recalculation-by-customer': recalculationByCustomer,
  '0050-own-definitions': ownDefinitions,
}
