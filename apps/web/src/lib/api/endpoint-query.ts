import type { Input, Output } from '@callboard/contract/endpoint'
import type { RecordType } from '@callboard/contract/record-types'
import { type QueryFunction, type QueryKey, queryOptions } from '@tanstack/react-query'
import { send, type SendableEndpoint } from '#web/lib/api/api.ts'

/** What queries are about: the first part of their keys, by which all of them are invalidated together. */
export type Subject =
  | RecordType
  | 'call'
  | 'change'
  | 'dashboard'
  | 'delivery'
  | 'export'
  | 'health'
  | 'mail'
  | 'overview'
  | 'parameterValue'
  | 'provider'
  | 'quarantine'
  | 'recording'
  | 'reportUse'
  | 'retention'
  | 'search'
  | 'session'
  | 'signIn'
  | 'twoFactor'

/** What components take that show the answer of some query. */
export interface AnswerQuery<T> {
  queryKey: QueryKey
  queryFn?: QueryFunction<T>
}

/** The query of an endpoint of the contract: everything that makes its answer is in its key. */
export function endpointQuery<E extends SendableEndpoint>(subject: Subject, endpoint: E, input: Input<E>) {
  return queryOptions<Output<E>, Error, Output<E>>({
    queryKey: [subject, endpoint.path, input],
    queryFn: ({ signal }) => send(endpoint, input, signal),
  })
}
