import * as endpoints from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { keepPreviousData } from '@tanstack/react-query'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

/** As many as the server returns at once; the rest are found by a keyword. */
const pageSize = 200

interface Narrowed {
  keyword?: string
  /** A report whose own filters narrow them. */
  reportId?: string
}

/** Values of a parameter that the user may choose from: those among the calls that they may see. */
export function parameterValuesQuery(
  parameter: endpoints.ParameterName,
  { keyword = '', reportId = emptyGuid }: Narrowed = {},
) {
  const query = { pagesize: pageSize, ...(keyword !== '' && { keyword }) }
  return {
    ...endpointQuery('parameterValue', endpoints.listParameterValues, {
      params: { parameter, id: reportId },
      query,
    }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  }
}
