import { getTwoFactor } from '@callboard/contract/two-factor'
import { listSessions } from '@callboard/contract/users'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

export const sessionsQuery = endpointQuery('session', listSessions, {})

export const twoFactorQuery = endpointQuery('twoFactor', getTwoFactor, {})
