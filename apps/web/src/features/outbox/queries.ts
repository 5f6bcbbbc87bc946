import * as endpoints from '@callboard/contract/mails'
import type { z } from 'zod'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'

export const OutboxSearch = listSearchOf(endpoints.mailSorts, {
  status: endpoints.searchMails.body.shape.status,
})

export function mailsQuery(state: z.output<typeof OutboxSearch>) {
  return endpointQuery('mail', endpoints.searchMails, {
    body: { ...searchBody(state), status: state.status },
  })
}

/** Whether there is a mail server. */
export const mailServerQuery = endpointQuery('mail', endpoints.searchMails, { body: { pageSize: 1 } })

/** Addresses to which nothing is sent. */
export const stoppedAddressesQuery = endpointQuery('mail', endpoints.listStoppedAddresses, {})

export const mailQuery = (id: string) => endpointQuery('mail', endpoints.getMail, { params: { id } })
