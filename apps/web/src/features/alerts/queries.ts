import * as endpoints from '@callboard/contract/alerts'
import { z } from 'zod'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'

const Flag = z.enum(['true', 'false']).transform((text) => text === 'true')

export const AlertsSearch = listSearchOf(endpoints.alertSorts, {
  on: Flag.optional(),
  as: z.enum(['owner', 'recipient']).optional(),
})

/** Alerts are evaluated every two minutes. */
const pollIntervalMs = 60_000

export function alertsQuery({ on, as, ...state }: z.output<typeof AlertsSearch>) {
  return {
    ...endpointQuery('alert', endpoints.searchAlerts, {
      // One that is paused says so in its state.
      body: { ...searchBody(state), activeOnly: false, isOn: on, as },
    }),
    refetchInterval: pollIntervalMs,
  }
}

export const alertQuery = (id: string) => ({
  ...endpointQuery('alert', endpoints.getAlert, { params: { id } }),
  refetchInterval: pollIntervalMs,
})

/** The pages of what became of one alert. */
export const AlertSearch = z.object({
  page: z.coerce.number().int().min(1).default(1),
  tries: z.coerce.number().int().min(1).default(1),
})

/** What shows one of them, page by page. */
export interface OfPage {
  alertId: string
  page: number
  onPage: (page: number) => void
}

export const historyQuery = (id: string, page: number) => ({
  ...endpointQuery('alert', endpoints.listAlertHistory, { params: { id }, query: { page } }),
  refetchInterval: pollIntervalMs,
})

export const triesQuery = (id: string, page: number) =>
  endpointQuery('alert', endpoints.listWebhookTries, { params: { id }, query: { page } })
