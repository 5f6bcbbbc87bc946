import type { Drawing } from '@callboard/contract/charts/drawing'
import { drawSeries } from '@callboard/contract/charts/series-drawing'
import type { Output } from '@callboard/contract/endpoint'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { formatBucket, formatBucketInFull } from '@callboard/contract/format-time'
import type { getQuarantineReasons } from '@callboard/contract/quarantine'

type Reasons = Output<typeof getQuarantineReasons>

/** Rows that are in the quarantine, by the day on which they came. */
export function quarantineChart({ days }: Reasons): Drawing {
  return drawSeries({
    shape: 'stackedBar',
    pointsName: 'Day',
    totalName: 'Rejected rows',
    points: days.map(({ day }) => ({
      label: formatBucket(day, 'day'),
      title: formatBucketInFull(day, 'day'),
    })),
    series: [{ name: 'Rejected rows', tone: 'missed', values: days.map(({ count }) => count) }],
  })
}

/** `Rejected rows of 30 days: 124.` */
export function quarantineSummary({ days }: Reasons): string {
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return `Rejected rows of ${formatCounted(days.length, 'day')}: ${formatCount(total)}.`
}
