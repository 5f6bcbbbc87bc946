import * as endpoints from '@callboard/contract/reports'
import { searchSavedReports } from '@callboard/contract/saved-reports'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

export const reportQuery = (id: string) => endpointQuery('report', endpoints.getReport, { params: { id } })

export async function getReportNow(id: string): Promise<endpoints.Report> {
  return await send(endpoints.getReport, { params: { id } })
}

const hourMs = 3_600_000

/** The parameters and export types that there are: they come with the version. */
export const parametersQuery = { ...endpointQuery('report', endpoints.listParameters, {}), staleTime: hourMs }
export const exportTypesQuery = {
  ...endpointQuery('report', endpoints.listExportTypes, {}),
  staleTime: hourMs,
}

/** Reports of the standard library that are good to begin with, as far as they are there. */
export const templateQueries = [
  endpoints.standardReports.bySource,
  endpoints.standardReports.byLocation,
  endpoints.standardReports.byHourAndWeekday,
].map((id) => ({ ...reportQuery(id), retry: false }))

/** Saved reports that rest on a report, as far as it takes to name some. */
export const savedReportsQuery = (reportId: string) =>
  endpointQuery('report', searchSavedReports, { body: { reportId, pageSize: 200 } })
