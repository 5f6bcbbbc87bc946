import { formatCounted } from '@callboard/contract/format'
import * as endpoints from '@callboard/contract/webhooks'
import type { WebhookDelivery } from '@callboard/contract/webhooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { z } from 'zod'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useUrlState } from '#web/lib/urls/url-state.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { ChoiceFilter } from '#web/ui/fields/ChoiceFilter.tsx'
import { Grid, QuietText, Stack } from '#web/ui/layout.tsx'
import { PagedPanel } from '#web/ui/page/PagedPanel.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { PostAnswer } from '#web/ui/values/PostAnswer.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { timeColumn } from '#web/ui/tables/column-kinds.tsx'

const pollIntervalMs = 10_000

const DeliveriesSearch = z.object({
  deliveries: z.coerce.number().int().min(1).default(1),
  state: z.enum(endpoints.deliveryStates).optional(),
})

/** What was posted to a webhook and what waits, the newest first. */
export function WebhookDeliveries({ id }: { id: string }) {
  const { state: asked, problem, write } = useUrlState(DeliveriesSearch)
  const { deliveries: page = 1, state } = asked ?? {}
  const query = useQuery({
    ...endpointQuery('webhook', endpoints.listWebhookDeliveries, { params: { id }, query: { page, state } }),
    placeholderData: keepPreviousData,
    refetchInterval: pollIntervalMs,
    enabled: problem === undefined,
  })
  if (problem !== undefined) return <UnreadableAddress problem={problem} />
  return (
    <PagedPanel
      title="Deliveries"
      query={query}
      filters={
        <ChoiceFilter
          label="State"
          names={stateNames}
          value={state}
          onChange={(chosen) => write({ state: chosen, deliveries: undefined }, 'push')}
        />
      }
      emptyReason={
        state === undefined ? 'Nothing has been sent to this webhook yet.' : 'No deliveries match the filter.'
      }
      errorTitle="Deliveries could not be loaded"
      columns={[...columns, answerColumn(id)]}
      page={page}
      onPage={(next) => write({ deliveries: next === 1 ? undefined : String(next) }, 'push')}
    />
  )
}

const eventNames = {
  'call.created': 'New call',
  'call.updated': 'Changed call',
  test: 'Test',
} as const
const stateNames = { waiting: 'Waiting', sent: 'Sent', failed: 'Failed' } as const
const stateColors = { waiting: 'blue', sent: 'default', failed: 'red' } as const

const columns: readonly FitColumn<WebhookDelivery>[] = [
  timeColumn('createdAt', { title: 'At', minWidth: 110, priority: 0, show: 'recent' }),
  {
    key: 'event',
    title: 'Event',
    minWidth: 110,
    priority: 1,
    render: (_, { event, callId, isCallDeleted = false }) =>
      callId === null || isCallDeleted ? (
        <Grid gap={2} minWidth={0}>
          {eventNames[event]}
          {isCallDeleted && <QuietText fontSize={12.5}>The call was deleted</QuietText>}
        </Grid>
      ) : (
        <Link to={`${paths.callDetails}?call=${callId}`}>{eventNames[event]}</Link>
      ),
  },
  {
    key: 'state',
    title: 'State',
    minWidth: 130,
    priority: 0,
    render: (_, { state, tries, nextTryAt }) => (
      <Grid gap={2} minWidth={0}>
        <span>
          <Tag color={stateColors[state]}>{stateNames[state]}</Tag>
        </span>
        {(tries > 1 || (state === 'waiting' && tries > 0)) && (
          <QuietText fontSize={12.5}>
            {formatCounted(tries, 'try', 'tries')}
            {nextTryAt !== null && (
              <>
                , next <TimeText at={nextTryAt} show="recent" />
              </>
            )}
          </QuietText>
        )}
      </Grid>
    ),
  },
]

/** What was answered, and the way to send it once more. */
function answerColumn(id: string): FitColumn<WebhookDelivery> {
  return {
    key: 'answer',
    title: 'Response',
    minWidth: 160,
    priority: 0,
    render: (
      _,
      { id: deliveryId, state, event, isCallDeleted = false, createdAt, status, answer, error },
    ) => (
      <Stack gap={6} align="flex-start">
        <PostAnswer status={status} answer={answer} error={error} />
        {state !== 'waiting' && event !== 'test' && !isCallDeleted && (
          <ActionButton
            size="small"
            aria-label={`Send again what came at ${createdAt}`}
            action={() => send(endpoints.resendWebhookDelivery, { params: { id, deliveryId } })}
            changes={['webhook']}
            done="It is sent again."
          >
            Send again
          </ActionButton>
        )}
      </Stack>
    ),
  }
}
