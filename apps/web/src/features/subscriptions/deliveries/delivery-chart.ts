import type { ChartTone, Drawing } from '@callboard/contract/charts/drawing'
import { drawSeries } from '@callboard/contract/charts/series-drawing'
import type { Output } from '@callboard/contract/endpoint'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { formatBucket, formatBucketInFull } from '@callboard/contract/format-time'
import type { DeliveryStatus, getDeliveryCounts } from '@callboard/contract/subscriptions'

type Counts = Output<typeof getDeliveryCounts>

/** States that mean the same to whoever looks after the portal; the worst at the top of the stack. */
const parts = [
  { name: 'Sent', tone: 'answered', statuses: ['sent'] },
  { name: 'In progress', statuses: ['waiting', 'rendering', 'outbox', 'sending'] },
  { name: 'Skipped', tone: 'voicemail', statuses: ['skipped'] },
  { name: 'Failed', tone: 'missed', statuses: ['failed', 'uncertain'] },
] as const satisfies readonly {
  name: string
  tone?: ChartTone
  statuses: readonly DeliveryStatus[]
}[]

/** Deliveries by day and by what became of them. */
export function deliveryChart({ days }: Counts): Drawing {
  return drawSeries({
    shape: 'stackedBar',
    pointsName: 'Day',
    totalName: 'Deliveries',
    points: days.map(({ day }) => ({
      label: formatBucket(day, 'day'),
      title: formatBucketInFull(day, 'day'),
    })),
    series: parts.map(({ statuses, ...series }) => ({
      ...series,
      values: days.map(({ counts }) => sumOf(statuses, counts)),
    })),
  })
}

/** `Deliveries of 30 days: 124, 120 sent, …` */
export function deliverySummary({ days }: Counts): string {
  const total = (statuses: readonly DeliveryStatus[]) =>
    days.reduce((sum, { counts }) => sum + sumOf(statuses, counts), 0)
  const shares = parts.map(({ name, statuses }) => `${formatCount(total(statuses))} ${name.toLowerCase()}`)
  return `Deliveries of ${formatCounted(days.length, 'day')}: ${shares.join(', ')}.`
}

function sumOf(statuses: readonly DeliveryStatus[], counts: Counts['days'][number]['counts']): number {
  return statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
}
