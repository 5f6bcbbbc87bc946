import * as endpoints from '@callboard/contract/sources'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

/** What happens at a source, which is looked at again while somebody sees it. */
export function sourceActivityQuery(id: string) {
  return {
    ...endpointQuery('source', endpoints.getSourceActivity, { params: { id } }),
    refetchInterval: 5000,
  }
}
