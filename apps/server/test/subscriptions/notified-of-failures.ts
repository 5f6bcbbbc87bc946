import { searchMails } from '@callboard/contract/mails'
import { Overview } from '@callboard/contract/overview'
import { searchDeliveries } from '@callboard/contract/subscriptions'
import { expectOk } from '../expect-errors.ts'
import type { DeliveryClient } from '../clients/deliveries.ts'

/** What administrators are told of failures, and what they find by it. */
export async function notifiedOfFailures({ portal, admin: { token } }: DeliveryClient) {
  const body = { status: 'failedLately', pageSize: 200 }
  const find = async (path: string) => expectOk(await portal.ask({ path, body, token }))
  const { failedDeliveries, mails } = Overview.parse(
    expectOk(await portal.ask({ path: '/api/overview', token })),
  )
  return {
    deliveries: searchDeliveries.response.parse(await find('/api/deliveries/search')).items,
    mails: searchMails.response.parse(await find('/api/mail/search')).items,
    overview: { deliveries: failedDeliveries, mails: mails.failed },
  }
}
