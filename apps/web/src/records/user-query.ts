import * as endpoints from '@callboard/contract/users'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

export const userQuery = (id: string) => endpointQuery('user', endpoints.getUser, { params: { id } })
