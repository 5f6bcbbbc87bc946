import * as endpoints from '@callboard/contract/retention'
import { getRecordingRules } from '@callboard/contract/recording-rules'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

export const forecastQuery = endpointQuery('retention', endpoints.getRetention, {})

export const pageSize = 20

export const deletionsQuery = (page: number) => ({
  ...endpointQuery('retention', endpoints.searchDeletions, { body: { page, pageSize } }),
  placeholderData: keepPreviousData,
})

export const holdsQuery = ({ page, keyword }: { page: number; keyword: string }) => ({
  ...endpointQuery('retention', endpoints.searchHolds, {
    body: { page, pageSize, ...(keyword === '' ? {} : { keyword }) },
  }),
  placeholderData: keepPreviousData,
})

const rulesPollMs = 10_000

/** Asked for again while the work goes on. */
export const recordingRulesQuery = queryOptions({
  ...endpointQuery('retention', getRecordingRules, {}),
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && !data.isStopped && data.waiting > 0 && rulesPollMs,
})
