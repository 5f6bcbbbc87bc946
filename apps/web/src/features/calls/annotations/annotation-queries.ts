import * as endpoints from '@callboard/contract/annotations'
import type { Annotation, ReusedField } from '@callboard/contract/annotations'
import type { PartialCall } from '@callboard/contract/calls'
import { type InfiniteData, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { callPagesKey, callQuery } from '#web/features/calls/queries.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

export const annotationQuery = (id: string) =>
  endpointQuery('call', endpoints.getAnnotation, { params: { id } })

/** What calls say that are to be edited at once: asked for whenever that begins, as others edit, too. */
export const callValuesQuery = (ids: readonly string[]) => ({
  ...endpointQuery('call', endpoints.listAnnotations, { body: { ids: [...ids] } }),
  staleTime: 0,
  gcTime: 0,
})

/** Tags or lead statuses that are in use. */
export const annotationValuesQuery = (field: ReusedField, keyword: string) => ({
  ...endpointQuery('parameterValue', endpoints.listAnnotationValues, {
    params: { field },
    query: keyword === '' ? {} : { keyword },
  }),
  placeholderData: keepPreviousData,
  staleTime: 60_000,
})

/** Puts what a call says now into all that shows it, without loading a list anew that somebody reads. */
export function showAnnotation(client: QueryClient, annotation: Annotation): void {
  const { id, tags, note, leadStatus, score, value, currency } = annotation
  const values = { tags, note, leadStatus, score, value, currency }
  client.setQueryData(annotationQuery(id).queryKey, annotation)
  client.setQueryData(callQuery(id).queryKey, (call) => (call === undefined ? call : { ...call, ...values }))
  client.setQueriesData<InfiniteData<{ items: PartialCall[] }>>({ queryKey: callPagesKey }, (data) =>
    data === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((call) => (call.id === id ? { ...call, ...values } : call)),
          })),
        },
  )
}
