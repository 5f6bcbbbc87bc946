import type { WebhookTry } from '@callboard/contract/alerts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { PagedPanel } from '#web/ui/page/PagedPanel.tsx'
import { type OfPage, triesQuery } from '#web/features/alerts/queries.ts'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { PostAnswer } from '#web/ui/values/PostAnswer.tsx'
import { timeColumn } from '#web/ui/tables/column-kinds.tsx'

/** What was posted to the webhook of an alert, each try, the newest first. */
export function WebhookTries({ alertId, page, onPage, hasWebhook }: OfPage & { hasWebhook: boolean }) {
  const query = useQuery({ ...triesQuery(alertId, page), placeholderData: keepPreviousData })
  if (!hasWebhook && (query.data?.total ?? 0) === 0) return null
  return (
    <PagedPanel
      title="Webhook deliveries"
      query={query}
      emptyReason="Nothing has been sent to this webhook yet."
      errorTitle="Webhook deliveries could not be loaded"
      columns={columns}
      page={page}
      onPage={onPage}
    />
  )
}

const eventNames = { began: 'Triggered', ended: 'Ended', test: 'Test' } as const
const stateNames = { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' } as const
const stateColors = { waiting: 'blue', sent: 'default', failed: 'red' } as const

const columns: readonly FitColumn<WebhookTry>[] = [
  timeColumn('at', { title: 'At', minWidth: 140, show: 'recent' }),
  { key: 'event', title: 'Event', minWidth: 110, render: (_, { event }) => eventNames[event] },
  {
    key: 'state',
    title: 'State',
    minWidth: 110,
    render: (_, { state }) => <Tag color={stateColors[state]}>{stateNames[state]}</Tag>,
  },
  {
    key: 'answer',
    title: 'Response',
    minWidth: 260,
    render: (_, { status, answer, error }) => <PostAnswer status={status} answer={answer} error={error} />,
  },
]
