import { getOverview, type Overview } from '@callboard/contract/overview'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

const progressMs = 2000

/** Asked again and again while something in it makes progress. */
export const overviewQuery = {
  ...endpointQuery('overview', getOverview, {}),
  refetchInterval: ({ state: { data } }: { state: { data?: Overview | undefined } }) =>
    (data?.recalculation ?? null) === null ? false : progressMs,
}
