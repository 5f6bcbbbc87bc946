import { parameterValuesLimit } from '@callboard/contract/paging'
import * as endpoints from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { keepPreviousData } from '@tanstack/react-query'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

interface Narrowed {
  keyword?: string
  /** A report whose own filters narrow them. */
  reportId?: string
}

/** Values of a parameter or field that the user may choose from: those among the calls that they may see. */
export function parameterValuesQuery(
  parameter: endpoints.ValuesName,
  { keyword = '', reportId = emptyGuid }: Narrowed = {},
) {
  // What is more than the server returns at once is found by a keyword.
  const query = { pagesize: parameterValuesLimit, ...(keyword !== '' && { keyword }) }
  return {
    ...endpointQuery('parameterValue', endpoints.listParameterValues, {
      params: { parameter, id: reportId },
      query,
    }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  }
}
