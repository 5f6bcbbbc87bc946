import type { Session } from '@callboard/contract/users'

/** A signed-in user who may see everything of the first version. */
export function buildSession(changes: Partial<Session> = {}): Session {
  const claims = ['dashboard.view', 'reporting.call.details', 'reporting.view']
  return {
    id: '01990000-0000-7000-8000-000000000001',
    firstName: 'Zoë',
    lastName: 'Łukasz',
    userName: 'zoe',
    thumbnailUrl: null,
    isAdmin: false,
    loginProvider: 'local',
    legacyReportingCid: null,
    claimsString: claims,
    userRoles: [],
    menus: [],
    claims,
    timeZone: 'America/New_York',
    mustSetUpTwoFactor: false,
    token: 'token-of-zoe',
    ...changes,
  }
}
