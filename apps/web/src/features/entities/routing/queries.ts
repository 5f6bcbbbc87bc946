import * as endpoints from '@callboard/contract/routing'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

export const routingQuery = (id: string) => endpointQuery('entity', endpoints.getRouting, { params: { id } })

export const targetSharesQuery = (id: string) =>
  endpointQuery('call', endpoints.listTargetShares, { params: { id } })
