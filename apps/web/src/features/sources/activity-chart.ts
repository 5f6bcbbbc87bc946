import type { Drawing } from '@callboard/contract/charts/drawing'
import { drawSeries } from '@callboard/contract/charts/series-drawing'
import { formatCount, formatCounted } from '@callboard/contract/format'
import { formatBucket, formatBucketInFull } from '@callboard/contract/format-time'
import type { SourceActivity } from '@callboard/contract/sources'

const series = [
  { key: 'created', name: 'New calls', tone: 'answered' },
  { key: 'updated', name: 'Updated', tone: undefined },
  { key: 'unchanged', name: 'Unchanged', tone: 'voicemail' },
  { key: 'rejected', name: 'Rejected', tone: 'missed' },
] as const

/** What came from a source by day. */
export function activityChart({ days }: SourceActivity): Drawing {
  return drawSeries({
    shape: 'stackedBar',
    pointsName: 'Day',
    totalName: 'Rows',
    points: days.map(({ day }) => ({
      label: formatBucket(day, 'day'),
      title: formatBucketInFull(day, 'day'),
    })),
    series: series.map(({ key, name, tone }) => ({
      name,
      ...(tone !== undefined && { tone }),
      values: days.map((day) => day[key]),
    })),
  })
}

/** `In 30 days: 124 new calls, 3 updated, 0 unchanged, 1 rejected.` */
export function activitySummary({ days }: SourceActivity): string {
  const sum = (key: (typeof series)[number]['key']) => days.reduce((total, day) => total + day[key], 0)
  const counts = series.map(({ key, name }) => `${formatCount(sum(key))} ${name.toLowerCase()}`)
  return `In ${formatCounted(days.length, 'day')}: ${counts.join(', ')}.`
}
