import { listSourceKinds } from '@callboard/contract/sources'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

/** The phone systems that the portal understands; they change with its version only. */
export const sourceKindsQuery = {
  ...endpointQuery('source', listSourceKinds, {}),
  staleTime: Infinity,
}

/** The kind of sources whose columns a mapping explains. */
export const mappedKind = 'mapped'
