import { manageRoutes } from '#web/app/manage-routes.tsx'
import type { PageRoute } from '#web/app/page-route.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { paths } from '#web/lib/urls/paths.ts'

/** Every page of the signed-in portal. A page loads its code when it is first opened. */
export const pageRoutes: readonly PageRoute[] = [
  {
    path: paths.dashboard,
    guide: 'user#read-the-dashboard',
    access: 'dashboard.view',
    page: lazyExport(() => import('#web/pages/DashboardPage.tsx'), 'DashboardPage'),
  },
  {
    path: paths.live,
    guide: 'user#see-calls-while-they-happen',
    access: 'reporting.call.details',
    page: lazyExport(() => import('#web/pages/LivePage.tsx'), 'LivePage'),
  },
  {
    path: paths.reports,
    guide: 'user#find-a-report',
    access: 'reporting.view',
    page: lazyExport(() => import('#web/pages/ReportsPage.tsx'), 'ReportsPage'),
  },
  {
    path: paths.callDetails,
    guide: 'user#find-calls',
    guideWith: { call: 'user#read-a-call' },
    access: 'reporting.call.details',
    page: lazyExport(() => import('#web/pages/CallDetailsPage.tsx'), 'CallDetailsPage'),
  },
  {
    path: paths.callers,
    guide: 'user#see-who-called',
    access: 'reporting.call.details',
    page: lazyExport(() => import('#web/pages/callers/CallersPage.tsx'), 'CallersPage'),
  },
  {
    path: paths.caller,
    guide: 'user#see-all-of-one-caller',
    access: 'reporting.call.details',
    page: lazyExport(() => import('#web/pages/callers/CallerPage.tsx'), 'CallerPage'),
  },
  {
    path: paths.callBack,
    guide: 'user#call-back-who-was-missed',
    access: 'reporting.call.details',
    page: lazyExport(() => import('#web/pages/CallBackPage.tsx'), 'CallBackPage'),
  },
  {
    path: paths.exports,
    access: ['reporting.view', 'reporting.call.details'],
    guide: 'user#download-a-report',
    page: lazyExport(() => import('#web/pages/ExportsPage.tsx'), 'ExportsPage'),
  },
  {
    path: paths.ownSubscriptions,
    access: 'signedIn',
    guide: 'user#get-a-report-by-mail',
    page: lazyExport(() => import('#web/pages/OwnSubscriptionsPage.tsx'), 'OwnSubscriptionsPage'),
  },
  {
    path: paths.alerts,
    access: 'reporting.view',
    guide: 'user#get-notified-when-a-figure-passes-a-value',
    page: lazyExport(() => import('#web/pages/AlertsPage.tsx'), 'AlertsPage'),
  },
  {
    path: paths.alert(':id'),
    access: 'reporting.view',
    guide: 'user#get-notified-when-a-figure-passes-a-value',
    page: lazyExport(() => import('#web/pages/AlertPage.tsx'), 'AlertPage'),
  },
  {
    path: paths.newReport,
    guide: 'user#build-a-report',
    access: 'reporting.save',
    page: lazyExport(() => import('#web/pages/own-report/OwnReportPage.tsx'), 'NewReportPage'),
  },
  {
    path: paths.editSavedReport(':id'),
    guide: 'user#build-a-report',
    access: 'reporting.save',
    page: lazyExport(() => import('#web/pages/own-report/OwnReportPage.tsx'), 'OwnReportPage'),
  },
  {
    path: paths.report(':id'),
    guide: 'user#run-a-report',
    access: 'reporting.view',
    page: lazyExport(() => import('#web/pages/ReportPage.tsx'), 'ReportPage'),
  },
  {
    path: paths.savedReport(':id'),
    guide: 'user#save-and-share-a-report',
    access: 'reporting.view',
    page: lazyExport(() => import('#web/pages/SavedReportPage.tsx'), 'SavedReportPage'),
  },
  {
    path: paths.subscriptions(':id'),
    guide: 'user#get-a-report-by-mail',
    access: 'reporting.view',
    page: lazyExport(() => import('#web/pages/SubscriptionsPage.tsx'), 'SubscriptionsPage'),
  },
  {
    path: paths.subscription(':id', ':subscriptionId'),
    guide: 'user#get-a-report-by-mail',
    access: 'reporting.view',
    page: lazyExport(() => import('#web/pages/SubscriptionPage.tsx'), 'SubscriptionPage'),
  },
  {
    path: paths.deliveredFile(':id', ':deliveryId', ':name'),
    guide: 'user#get-a-report-by-mail',
    access: 'reporting.view',
    page: lazyExport(() => import('#web/pages/DeliveredFilePage.tsx'), 'DeliveredFilePage'),
  },
  {
    path: paths.profile,
    guide: 'user#your-profile',
    access: 'signedIn',
    page: lazyExport(() => import('#web/pages/ProfilePage.tsx'), 'ProfilePage'),
  },
  {
    path: '/app/searchresults/:keyword',
    guide: 'administrator#managing-callboard',
    access: 'admin',
    page: lazyExport(() => import('#web/pages/SearchResultsPage.tsx'), 'SearchResultsPage'),
  },
  {
    path: paths.manage,
    guide: 'administrator#managing-callboard',
    access: 'admin',
    page: lazyExport(() => import('#web/pages/ManagePage.tsx'), 'ManagePage'),
  },
  ...manageRoutes,
  {
    path: paths.guide(':name'),
    access: 'signedIn',
    page: lazyExport(() => import('#web/pages/GuidePage.tsx'), 'GuidePage'),
  },
  {
    path: paths.callRecording(':id'),
    guide: 'user#listen-to-a-recording',
    access: 'recording.unredacted',
    page: lazyExport(() => import('#web/pages/CallRecordingPage.tsx'), 'OriginalRecordingPage'),
  },
  {
    path: paths.callRecordingRedacted(':id'),
    guide: 'user#listen-to-a-recording',
    access: 'reporting.call.details',
    page: lazyExport(() => import('#web/pages/CallRecordingPage.tsx'), 'RedactedRecordingPage'),
  },
]

/** Addresses that redirect to another page. */
export const redirects: readonly string[] = [paths.root, paths.login, '/app']
