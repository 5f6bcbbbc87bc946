import { formatCounted } from '@callboard/contract/format'
import { failedLatelyDays } from '@callboard/contract/mails'
import type { Db } from '../../db/tables/schema.ts'
import { findLate, readNumber, waitingMetrics } from '../../db/waiting-rows.ts'
import { type Finding, firstOf, type HealthCheck } from '../../lib/health-check.ts'
import type { Metric } from '../../lib/metric.ts'
import { failedDeliveryCount, waitingDeliveries } from './delivery-store.ts'

export function deliveryMetrics(db: Db): Metric[] {
  return [
    ...waitingMetrics(db, waitingDeliveries),
    {
      name: 'deliveries_failed',
      help: `Deliveries of the last ${failedLatelyDays} days that failed.`,
      read: async () => await readNumber(db, failedDeliveryCount),
    },
  ]
}

export function deliveryCheck(db: Db): HealthCheck {
  return {
    key: 'deliveries',
    title: 'Subscriptions',
    async read() {
      const late = await findLate(db, waitingDeliveries, {
        action:
          'The page Deliveries says which ones. Look in the log for errors, and for a report that takes very long.',
        page: '/manage/deliveries',
      })
      return firstOf([late, await findFailed(db)], 'Reports are delivered on time.')
    },
  }
}

async function findFailed(db: Db): Promise<Finding | undefined> {
  const failed = await readNumber(db, failedDeliveryCount)
  if (failed === 0) return undefined
  const what = formatCounted(failed, 'delivery', 'deliveries')
  const message = `${what} of reports in the last ${failedLatelyDays} days failed.`
  return {
    state: 'notice',
    message,
    action: 'The page Deliveries says why, and sends them again.',
    page: '/manage/deliveries',
  }
}
