import { anyTerms } from '@callboard/contract/measure-words'
import type { AlertCondition } from '@callboard/contract/alerts'
import { alertConditionWords } from '@callboard/contract/alert-words'
import { formatCounted } from '@callboard/contract/format'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { useFilterWords, useGroupNames } from '#web/lib/reporting/filter-words.ts'

/** `Missed over 5 in the last 60 minutes · Location is North · of at least 20 calls` */
export function ConditionWords({ condition }: { condition: AlertCondition }) {
  const { filters, entityGroups, minimumCalls } = condition
  const groups = useGroupNames(entityGroups)
  return [
    alertConditionWords(condition, anyTerms),
    ...useFilterWords(filters, useTimeZone()),
    ...(groups.length > 0 ? [`Entity group is ${groups.join(' or ')}`] : []),
    ...(minimumCalls > 0 ? [`of at least ${formatCounted(minimumCalls, 'call')}`] : []),
  ].join(' · ')
}
