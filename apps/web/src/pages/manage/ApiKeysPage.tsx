import { apiKeySorts, searchApiKeys } from '@callboard/contract/api-keys'
import { apiKeyColumns } from '#web/features/api-keys/columns.tsx'
import { send } from '#web/lib/api.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

const ApiKeysSearch = listSearchOf(apiKeySorts, {})

export function ApiKeysPage() {
  return (
    <RecordListPage
      kind="apikeys"
      noun="API keys"
      title="API keys"
      description="What programs of a customer sign in with"
      addLabel="Add API key"
      search={ApiKeysSearch}
      load={(state, signal) => send(searchApiKeys, { body: searchBody(state) }, signal)}
      columns={apiKeyColumns}
    />
  )
}
