import * as endpoints from '@callboard/contract/api-keys'
import { ApiKeyForm } from '#web/features/api-keys/ApiKeyForm.tsx'
import { apiKeyKind } from '#web/features/api-keys/queries.ts'
import { send } from '#web/lib/api.ts'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'
import { RecordPage } from '#web/records/RecordPage.tsx'

export function ApiKeyPage() {
  return (
    <RecordPage
      kind={apiKeyKind}
      formLabel="API key"
      renderForm={(apiKey) => <ApiKeyForm apiKey={apiKey} />}
      renderDescription={({ isActive, isCustomerActive, customerName }) => {
        if (!isActive) return `${customerName} · ended: it no longer works`
        return isCustomerActive ? customerName : `${customerName} · not active: the key does not work`
      }}
      renderActions={({ id, name, isActive }) =>
        isActive && (
          <DeleteRecordButton
            type="apiKey"
            name={name}
            verb="End"
            explanation="Nothing sent with it is accepted from now on. It cannot be made to work again."
            action={() => send(endpoints.deleteApiKey, { params: { id } })}
          />
        )
      }
    />
  )
}
