import type { EntityType } from '@callboard/contract/claims'

/** Addresses of the portal's pages. Links are built here, so that a page is renamed in one place. */
export const paths = {
  root: '/',
  login: '/login',
  confirmPassword: '/confirmpassword',
  /** Where single sign-on returns to, followed by a one-time id. */
  sso: '/ssoliberty',
  /** Where the link of a mail leads, with its token after the `#`; works signed in and signed out. */
  unsubscribe: '/unsubscribe',
  dashboard: '/app/dashboard/default',
  live: '/app/live',
  profile: '/app/user',
  reports: '/reports',
  callDetails: '/reports/calldetails',
  exports: '/reports/exports',
  ownSubscriptions: '/reports/subscriptions',
  callers: '/reports/callers',
  caller: '/reports/caller',
  callBack: '/reports/callback',
  alerts: '/reports/alerts',
  /** With `:id` the pattern of the route; `newRecordId` is where one is created. */
  alert: (id: string) => `/reports/alerts/${id}`,
  /** With `:id` the pattern of the route. */
  report: (reportId: string) => `/reports/${reportId}`,
  /** Where somebody builds a report of their own. */
  newReport: '/reports/add',
  /** With `:id` the pattern of the route. */
  savedReport: (id: string) => `/reports/saved/${id}`,
  /** Where its owner changes what it shows. With `:id` the pattern of the route. */
  editSavedReport: (id: string) => `/reports/saved/${id}/edit`,
  /** Of a saved report. With `:id` the pattern of the route. */
  subscriptions: (id: string) => `/reports/saved/${id}/subscription`,
  /** With `:id` and `:subscriptionId` the pattern of the route; `newRecordId` is where one is created. */
  subscription: (id: string, subscriptionId: string) => `/reports/saved/${id}/subscription/${subscriptionId}`,
  /** Where the link of a mail leads whose file was too large for it. With `:id`, … the pattern of the route. */
  deliveredFile: (savedReportId: string, deliveryId: string, name: string) =>
    `/reports/saved/${savedReportId}/deliveries/${deliveryId}/${name}`,
  manage: '/manage',
  /** A list of records under manage/, as `roles`. */
  manageList: (kind: string) => `/manage/${kind}`,
  /** With `:id` the pattern of the route; `newRecordId` is where one is created. */
  manageRecord: (kind: string, id: string) => `/manage/${kind}/${id}`,
  /** How the files and webhooks of a source become calls; with `:id` the pattern of the route. */
  sourceMapping: (id: string) => `/manage/sources/${id}/mapping`,
  /** The types of entity; each has a list of its own, of the kind `entities/location`. */
  manageEntities: '/manage/entities',
  importEntities: '/manage/entities/import',
  signIns: '/manage/users/signins',
  inviteUser: '/manage/users/invite',
  deliveries: '/manage/deliveries',
  outbox: '/manage/outbox',
  health: '/manage/health',
  quarantine: '/manage/quarantine',
  /** What tracking numbers stand for. */
  numbers: '/manage/numbers',
  importNumbers: '/manage/numbers/import',
  /** With `:id` the pattern of the route. */
  number: (id: string) => `/manage/numbers/${id}`,
  retention: '/manage/retention',
  /** With `:id` the pattern of the route. */
  mail: (id: string) => `/manage/outbox/${id}`,
  searchResults: (keyword: string) => `/app/searchresults/${segmentOf(keyword)}`,
  /** With `:name` the pattern of the route. */
  guide: (name: string) => `/app/guide/${name}`,
  /** A section of a guide, given as `user#dashboard`. */
  guidePlace: (place: string) => `/app/guide/${place}`,
  /** The original. With `:id` the pattern of the route. */
  callRecording: (id: string) => `/call-recording/${id}`,
  /** With `:id` the pattern of the route. */
  callRecordingRedacted: (id: string) => `/call-recording-redacted/${id}`,
} as const

/** In the address, in place of the id of a record that does not exist yet. */
export const newRecordId = 'add'

/** Part of the address of entities of a type. */
export function entityKind(type: EntityType): string {
  return `entities/${type}`
}

/** A segment of a path. Browsers resolve segments of only dots, encoded or not; a space after them prevents that. */
function segmentOf(text: string): string {
  return encodeURIComponent(/^\.{1,2}$/.test(text) ? `${text} ` : text.toWellFormed())
}

/** A decoded segment of a path, or the segment itself if it cannot be decoded. */
export function readSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Areas that send a visitor who is not signed in to the sign-in page. */
const signedInAreas = ['app', 'manage', 'reports', 'call-recording', 'call-recording-redacted'] as const

export function isSignedInArea(pathname: string): boolean {
  const first = pathname.split('/')[1]
  return signedInAreas.some((area) => area === first)
}

/** The sign-in page that leads back to where the visitor wanted to go. */
export function loginPath(returnTo: string): string {
  return `${paths.login}?returnTo=${encodeURIComponent(returnTo)}`
}

/**
 * Where to go after the sign-in: the path a visitor came from, when it is one of this portal's signed-in pages,
 * else the dashboard. Another site's address, also a disguised one (`//evil`, `/\evil`), is never followed.
 */
export function returnPath(search: string, origin: string): string {
  return ownPath(new URLSearchParams(search).get('returnTo'), origin)
}

/** The same for a path that was stored elsewhere. */
export function ownPath(wanted: string | null, origin: string): string {
  if (wanted === null || !wanted.startsWith('/')) return paths.dashboard
  const target = URL.parse(wanted, origin)
  if (target === null || target.origin !== origin || !isSignedInArea(target.pathname)) return paths.dashboard
  return target.pathname + target.search + target.hash
}

/** Pages that nobody else may open. */
export function isForAdministrators(pathname: string): boolean {
  return pathname === paths.manage || pathname.startsWith(`${paths.manage}/`)
}
