import type { Parameter } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { type Breakage, brokenBy } from '#web/features/report-builder/draft/breakage.ts'
import { savedReportsQuery } from '#web/features/report-builder/queries.ts'
import { formatCounted } from '@callboard/contract/format'

interface BreakageNoteProps {
  reportId: string
  breakage: Breakage
  /** All that there are, for their names. */
  parameters: readonly Parameter[]
}

const named = 5

/** Before saving: whose saved reports no longer run as they were saved. */
export function BreakageNote({ reportId, breakage, parameters }: BreakageNoteProps) {
  const saved = useQuery(savedReportsQuery(reportId)).data?.items ?? []
  const broken = brokenBy(breakage, saved)
  if (broken.length === 0) return null
  const labels = breakage.lost.map((name) => parameters.find((one) => one.name === name)?.label ?? name)
  const names = broken.slice(0, named).map(({ name, ownerName }) => `${name} (${ownerName})`)
  const more = broken.length - names.length
  const subscribed = broken.reduce((sum, { subscriptionCount }) => sum + subscriptionCount, 0)
  return (
    <Alert
      type="warning"
      showIcon
      title={`Saving breaks ${formatCounted(broken.length, 'saved report')}`}
      description={
        <>
          {breakage.isEnded
            ? 'An inactive report cannot be run: '
            : `They use ${labels.join(', ')}, which would no longer be available: `}
          {names.join(', ')}
          {more > 0 && ` and ${more} more`}.
          {subscribed > 0 &&
            ` ${formatCounted(subscribed, 'subscription')} to them ${subscribed === 1 ? 'sends' : 'send'} nothing then.`}
        </>
      }
    />
  )
}
