import * as endpoints from '@callboard/contract/exports'
import type { Export } from '@callboard/contract/exports'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

// As often as the server notes how far it is.
const pollIntervalMs = 1_000

export function isUnderWay({ state }: Export): boolean {
  return state === 'waiting' || state === 'running'
}

/** One's own exports, asked for again and again while one is under way. */
export const exportsQuery = {
  ...endpointQuery('export', endpoints.listExports, {}),
  refetchInterval: ({ state: { data } }: { state: { data: { items: Export[] } | undefined } }) =>
    data?.items.some(isUnderWay) === true ? pollIntervalMs : false,
} as const

/** One of them. */
export function exportQuery(id: string) {
  return {
    ...endpointQuery('export', endpoints.getExport, { params: { id } }),
    refetchInterval: ({ state: { data, error } }: { state: { data: Export | undefined; error: unknown } }) =>
      error === null && (data === undefined || isUnderWay(data)) ? pollIntervalMs : false,
  } as const
}
