import { defaultPageSize } from '@callboard/contract/paging'
import * as endpoints from '@callboard/contract/subscriptions'
import { z } from 'zod'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { listPageSizes, listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'

/** What changes with a subscription: lists of them, and what is delivered. */
export const subscriptionSubjects = ['subscription', 'delivery'] as const

export const subscriptionsQuery = (savedReportId: string) =>
  endpointQuery('subscription', endpoints.listSubscriptions, { params: { savedReportId } })

/** Those that the user owns or receives, of all saved reports. */
export const ownSubscriptionsQuery = endpointQuery('subscription', endpoints.listOwnSubscriptions, {})

export const HistorySearch = z.object({
  page: z.coerce.number().int().min(1).default(1),
  size: z.coerce
    .number()
    .refine((size) => listPageSizes.some((one) => one === size))
    .default(defaultPageSize),
  status: z.enum(endpoints.deliveryStatuses).optional(),
  /** A delivery whose mail is shown. */
  mail: z.guid().optional(),
})

interface HistoryAsked extends z.output<typeof HistorySearch> {
  savedReportId: string
  /** Of all subscriptions of the report unless given. */
  subscriptionId?: string | undefined
}

/** What is under way changes by itself. */
const underWay: ReadonlySet<endpoints.DeliveryStatus> = new Set(['waiting', 'rendering', 'sending'])
const pollIntervalMs = 2000

interface DeliveryPage {
  items: endpoints.Delivery[]
}

function whileUnderWay({ state: { data } }: { state: { data: DeliveryPage | undefined } }): number | false {
  return data?.items.some(({ status }) => underWay.has(status)) === true ? pollIntervalMs : false
}

export function historyQuery({ savedReportId, subscriptionId, page, size, status }: HistoryAsked) {
  return {
    ...endpointQuery('delivery', endpoints.listDeliveries, {
      params: { savedReportId },
      query: { page, pagesize: size, subscriptionId, status },
    }),
    refetchInterval: whileUnderWay,
  }
}

export const DeliveriesSearch = listSearchOf(endpoints.deliverySorts, {
  status: endpoints.searchDeliveries.body.shape.status,
  cause: z.enum(endpoints.deliveryCauses).optional(),
  mail: z.guid().optional(),
})

export function deliveriesQuery(state: z.output<typeof DeliveriesSearch>) {
  return {
    ...endpointQuery('delivery', endpoints.searchDeliveries, {
      body: { ...searchBody(state), status: state.status, cause: state.cause },
    }),
    refetchInterval: whileUnderWay,
  }
}

export const deliveryCountsQuery = endpointQuery('delivery', endpoints.getDeliveryCounts, {})

export const deliveryQuery = (savedReportId: string, id: string) =>
  endpointQuery('delivery', endpoints.getDelivery, { params: { savedReportId, id } })

export const deliveredMailQuery = (savedReportId: string, id: string) =>
  endpointQuery('delivery', endpoints.getDeliveredMail, { params: { savedReportId, id } })
