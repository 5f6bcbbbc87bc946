import * as endpoints from '@callboard/contract/quarantine'
import { textLimits } from '@callboard/contract/limits'
import { z } from 'zod'
import { endpointQuery, type Subject } from '#web/lib/api/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'

/** What a row that leaves the quarantine changes. */
export const quarantineSubjects: readonly Subject[] = ['quarantine', 'call', 'overview', 'change']

export const QuarantineSearch = listSearchOf(endpoints.quarantineSorts, {
  customer: z.guid().optional(),
  source: z.string().max(textLimits.keyword).optional(),
  reason: z.string().optional(),
  row: z.guid().optional(),
})
export type QuarantineState = z.output<typeof QuarantineSearch>

/** What of the quarantine the address asks for. */
export function filterOf({ customer, source, reason }: QuarantineState): endpoints.QuarantineFilter {
  return { customerId: customer, sourceSystem: source, description: reason }
}

export function quarantineQuery(state: QuarantineState) {
  return endpointQuery('quarantine', endpoints.searchQuarantine, {
    body: { ...searchBody(state), ...filterOf(state) },
  })
}

export const quarantineReasonsQuery = endpointQuery('quarantine', endpoints.getQuarantineReasons, {})

export const quarantinedQuery = (id: string) =>
  endpointQuery('quarantine', endpoints.getQuarantined, { params: { id } })
