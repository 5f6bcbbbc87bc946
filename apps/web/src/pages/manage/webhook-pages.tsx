import * as endpoints from '@callboard/contract/webhooks'
import { WebhookNotes, WebhookTag } from '#web/features/webhooks/WebhookState.tsx'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'
import { ReportFilters } from '#web/pages/manage/ReportFilters.tsx'
import { columnsOf } from '#web/records/record-columns.tsx'
import { nameOfNamed, recordKind } from '#web/records/record-kind.ts'
import { recordPages } from '#web/records/record-pages.tsx'
import { Stack } from '#web/ui/layout.tsx'

const WebhookForm = lazyExport(() => import('#web/features/webhooks/WebhookForm.tsx'), 'WebhookForm')
const WebhookActions = lazyExport(() => import('#web/features/webhooks/WebhookActions.tsx'), 'WebhookActions')
const WebhookDeliveries = lazyExport(
  () => import('#web/features/webhooks/WebhookDeliveries.tsx'),
  'WebhookDeliveries',
)

const column = columnsOf<endpoints.Webhook>('webhook')

export const pages = recordPages({
  kind: recordKind<endpoints.Webhook>('webhook', {
    nameOf: nameOfNamed,
    query: (id) => endpointQuery('webhook', endpoints.getWebhook, { params: { id } }),
    body: endpoints.createWebhook.body,
  }),
  list: {
    description: 'Other systems that new and changed calls are sent to',
    search: listSearchOf(endpoints.webhookSorts, {}),
    query: (state) => endpointQuery('webhook', endpoints.searchWebhooks, { body: searchBody(state) }),
    columns: [
      column.name(240, { renderTags: (webhook) => <WebhookTag webhook={webhook} />, hasActiveTag: false }),
      column.field('customerName', 180, {
        title: 'Customer',
        priority: 2,
        render: ({ customerName }) => customerName ?? 'All customers',
      }),
      column.field('url', 240, { priority: 3 }),
      column.field('events', 180, {
        title: 'Sends',
        priority: 4,
        render: ({ events }) => events.map((event) => endpoints.callEventLabels[event]).join(', '),
      }),
      column.count('waiting', 100, { title: 'Waiting', priority: 1, of: ({ waiting }) => waiting }),
    ],
  },
  record: {
    renderForm: (webhook) => (
      <Stack gap={16}>
        {webhook !== undefined && <WebhookNotes webhook={webhook} />}
        <WebhookForm webhook={webhook} Filters={ReportFilters} />
      </Stack>
    ),
    renderDescription: ({ customerName }) => customerName ?? 'All customers',
    renderActions: (webhook) => <WebhookActions webhook={webhook} />,
    tabs: [
      { key: 'deliveries', label: 'Deliveries', render: ({ id }) => <WebhookDeliveries key={id} id={id} /> },
    ],
  },
})
