import * as sets from '@callboard/contract/report-sets'
import * as endpoints from '@callboard/contract/reports'
import { send } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { choiceLimit, namedChoices } from '#web/records/choices.ts'
import type { RecordChoice } from '#web/records/record-choice.ts'

export const reportQuery = (id: string) => endpointQuery('report', endpoints.getReport, { params: { id } })

const hourMs = 3_600_000

/** The parameters and export types that there are: they come with the version. */
export const parametersQuery = { ...endpointQuery('report', endpoints.listParameters, {}), staleTime: hourMs }
export const exportTypesQuery = {
  ...endpointQuery('report', endpoints.listExportTypes, {}),
  staleTime: hourMs,
}

export const reportSetChoice: RecordChoice = {
  key: ['reportSet'],
  search: async (keyword, signal) =>
    namedChoices(await send(sets.searchReportSets, { body: { keyword, pageSize: choiceLimit } }, signal)),
  nameOf: async (id, signal) => (await send(sets.getReportSet, { params: { id } }, signal)).name,
}
