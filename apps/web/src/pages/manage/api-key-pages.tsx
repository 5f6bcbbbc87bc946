import * as endpoints from '@callboard/contract/api-keys'
import { Tag } from 'antd'
import { apiKeyRightLabels } from '@callboard/contract/api-keys'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { listSearchOf, searchBody } from '#web/lib/urls/list-url.ts'
import { useNow } from '#web/lib/now.ts'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'
import { columnsOf } from '#web/records/record-columns.tsx'
import { nameOfNamed, recordKind } from '#web/records/record-kind.ts'
import { recordPages } from '#web/records/record-pages.tsx'

const ApiKeyForm = lazyExport(() => import('#web/features/api-keys/ApiKeyForm.tsx'), 'ApiKeyForm')

const column = columnsOf<endpoints.ApiKey>('apiKey')

export const pages = recordPages({
  kind: recordKind<endpoints.ApiKey>('apiKey', {
    nameOf: nameOfNamed,
    query: (id) => endpointQuery('apiKey', endpoints.getApiKey, { params: { id } }),
    body: endpoints.createApiKey.body,
  }),
  list: {
    description: 'Keys for programs that send or read a customer’s calls',
    search: listSearchOf(endpoints.apiKeySorts, {}),
    query: (state) => endpointQuery('apiKey', endpoints.searchApiKeys, { body: searchBody(state) }),
    columns: [
      column.name(260, { renderTags: (apiKey) => <KeyState apiKey={apiKey} />, hasActiveTag: false }),
      column.field('customerName', 200, { title: 'Customer', priority: 3 }),
      column.field('rights', 150, {
        priority: 4,
        render: ({ rights }) => rights.map((right) => apiKeyRightLabels[right]).join(', '),
      }),
      column.time('lastUsedAt', 130, { title: 'Last used', priority: 1, show: 'recent', none: 'never' }),
      column.time('expiresAt', 130, { priority: 2, show: 'date', none: 'never' }),
    ],
  },
  record: {
    formLabel: 'API key',
    renderForm: (apiKey) => <ApiKeyForm apiKey={apiKey} />,
    renderDescription: ({ isActive, isCustomerActive, customerName }) => {
      if (!isActive) return `${customerName} · revoked`
      return isCustomerActive ? customerName : `${customerName} · inactive: the key does not work`
    },
    renderActions: ({ id, name, isActive }) =>
      isActive && (
        <DeleteRecordButton
          changes={['apiKey']}
          name={name}
          verb="Revoke"
          explanation="Requests with this key are rejected from now on. This cannot be undone."
          action={() => send(endpoints.deleteApiKey, { params: { id } })}
        />
      ),
  },
})

/** Marks a key that no longer works. */
function KeyState({ apiKey: { isActive, expiresAt, isCustomerActive } }: { apiKey: endpoints.ApiKey }) {
  const now = useNow()
  if (!isActive) return <Tag>Revoked</Tag>
  if (!isCustomerActive) return <Tag>Customer inactive</Tag>
  return expiresAt !== null && Temporal.Instant.compare(expiresAt, now) < 0 ? <Tag>Expired</Tag> : null
}
