import type { AlertCondition } from '@callboard/contract/alerts'
import { alertConditionWords } from '@callboard/contract/alert-words'
import { describeFilter } from '@callboard/contract/filter-words'
import { formatCounted } from '@callboard/contract/format'
import { useTimeZone } from '#web/lib/current-user.ts'
import { anyTerms } from '#web/lib/measure-words.ts'

/** `Missed over 5 in the last 60 minutes · Location is north · of at least 20 calls` */
export function ConditionWords({ condition }: { condition: AlertCondition }) {
  const timeZone = useTimeZone()
  const { filters, minimumCalls } = condition
  return [
    alertConditionWords(condition, anyTerms),
    ...filters.map((filter) => describeFilter(filter, { labels: noLabels, timeZone })),
    ...(minimumCalls > 0 ? [`of at least ${formatCounted(minimumCalls, 'call')}`] : []),
  ].join(' · ')
}

const noLabels: ReadonlyMap<string, string> = new Map()
