import { searchMails } from '@callboard/contract/mails'
import { Overview } from '@callboard/contract/overview'
import { searchDeliveries } from '@callboard/contract/subscriptions'
import { expectOk } from '../expect-errors.ts'
import type { DeliveringPortal } from './delivering-portal.ts'

/** What administrators are told of failures, and what they find by it. */
export async function notifiedOfFailures({ test, admin: { token } }: DeliveringPortal) {
  const body = { status: 'failedLately', pageSize: 200 }
  const find = async (path: string) => expectOk(await test.ask({ path, body, token }))
  const { failedDeliveries, mails } = Overview.parse(
    expectOk(await test.ask({ path: '/api/overview', token })),
  )
  return {
    deliveries: searchDeliveries.response.parse(await find('/api/deliveries/search')).items,
    mails: searchMails.response.parse(await find('/api/mail/search')).items,
    overview: { deliveries: failedDeliveries, mails: mails.failed },
  }
}
