import type { Output } from '@callboard/contract/endpoint'
import * as endpoints from '@callboard/contract/numbers'
import { z } from 'zod'
import { endpointQuery, type Subject } from '#web/lib/api/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'

/** What another assignment of a number changes. */
export const numberSubjects: readonly Subject[] = ['numberAssignment', 'entity', 'call', 'dashboard']

export const NumbersSearch = listSearchOf(endpoints.numberSorts, {
  customer: z.guid().optional(),
  standsFor: z.enum(endpoints.standings).optional(),
})
export type NumbersState = z.output<typeof NumbersSearch>

export function searchOfNumbers({ customer, standsFor, ...state }: NumbersState) {
  return { ...searchBody(state), customerId: customer, standsFor }
}

export function numbersQuery(state: NumbersState) {
  return endpointQuery('numberAssignment', endpoints.searchNumbers, { body: searchOfNumbers(state) })
}

export const numberActivityQuery = (numberIds: readonly string[]) =>
  endpointQuery('call', endpoints.listNumberActivity, { body: { numberIds: [...numberIds] } })

export const numberQuery = (id: string) =>
  endpointQuery('numberAssignment', endpoints.getNumber, { params: { id } })

/** Of a file, by whatever tells it from others: it is too long to be part of a key. */
export const filePreviewQuery = (fileKey: string, edit: z.input<typeof endpoints.NumberEdit>) => ({
  ...numberPreviewQuery(edit),
  queryKey: ['numberAssignment', endpoints.previewNumberEdit.path, fileKey],
})

export const numberPreviewQuery = (edit: z.input<typeof endpoints.NumberEdit>) =>
  endpointQuery('numberAssignment', endpoints.previewNumberEdit, { body: edit })

/** While numbers are being changed, or calls follow. */
export const pendingMs = 2000

/** Changes of numbers that are still being written. */
export const pendingChangesQuery = {
  ...endpointQuery('numberAssignment', endpoints.searchNumberChanges, { body: { isPending: true } }),
  refetchInterval: ({
    state: { data },
  }: {
    state: { data?: Output<typeof endpoints.searchNumberChanges> }
  }) => (data?.items.length ?? 0) > 0 && pendingMs,
}

export const numberChangesQuery = (numberId: string, page: number) =>
  endpointQuery('numberAssignment', endpoints.searchNumberChanges, { body: { numberId, page, pageSize: 10 } })
