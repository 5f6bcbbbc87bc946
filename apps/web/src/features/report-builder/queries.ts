import * as endpoints from '@callboard/contract/reports'
import { endpointQuery } from '#web/lib/endpoint-query.ts'

export const reportQuery = (id: string) => endpointQuery('report', endpoints.getReport, { params: { id } })

const hourMs = 3_600_000

/** The parameters and export types that there are: they come with the version. */
export const parametersQuery = { ...endpointQuery('report', endpoints.listParameters, {}), staleTime: hourMs }
export const exportTypesQuery = {
  ...endpointQuery('report', endpoints.listExportTypes, {}),
  staleTime: hourMs,
}
