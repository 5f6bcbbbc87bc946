import { apiKeyColumns } from '#web/features/api-keys/columns.tsx'
import { apiKeyKind, apiKeysQuery, ApiKeysSearch } from '#web/features/api-keys/queries.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

export function ApiKeysPage() {
  return (
    <RecordListPage
      kind={apiKeyKind}
      noun="API keys"
      description="What programs of a customer sign in with"
      search={ApiKeysSearch}
      query={apiKeysQuery}
      columns={apiKeyColumns}
    />
  )
}
