import {
  type ApiKey,
  createApiKey,
  deleteApiKey,
  getApiKey,
  updateApiKey,
} from '@callboard/contract/api-keys'
import { App } from 'antd'
import { ApiKeyForm, type ApiKeyValues } from '#web/features/api-keys/ApiKeyForm.tsx'
import { SecretNote } from '#web/features/api-keys/SecretNote.tsx'
import { send } from '#web/lib/api.ts'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'
import { RecordPage } from '#web/records/RecordPage.tsx'

export function ApiKeyPage() {
  const { modal } = App.useApp()

  async function make(values: ApiKeyValues): Promise<ApiKey> {
    const { secret, ...made } = await send(createApiKey, { body: values })
    modal.info({
      title: `The secret of ${made.name}`,
      content: <SecretNote secret={secret} />,
      okText: 'I have it',
      icon: null,
      width: 560,
      keyboard: false,
    })
    return made
  }

  return (
    <RecordPage<ApiKey>
      kind="apikeys"
      tableType="apiKey"
      listName="API keys"
      newTitle="Add API key"
      titleOf={({ name }) => name}
      renderDescription={({ isActive, customerName }) =>
        isActive ? customerName : `${customerName} · ended: it works no more`
      }
      load={(id, signal) => send(getApiKey, { params: { id } }, signal)}
      tabs={[
        {
          key: 'key',
          label: 'API key',
          render: (apiKey, { taken, reload }) => (
            <ApiKeyForm
              apiKey={apiKey}
              save={async ({ customerId, ...values }) =>
                taken(
                  apiKey === undefined
                    ? await make({ ...values, customerId })
                    : await send(updateApiKey, {
                        params: { id: apiKey.id },
                        body: { ...values, revision: apiKey.revision },
                      }),
                )
              }
              onReload={reload}
            />
          ),
        },
      ]}
      renderActions={({ id, name, isActive }) =>
        isActive && (
          <DeleteRecordButton
            kind="apikeys"
            name={name}
            verb="End"
            explanation="Nothing that is sent with it is taken from now on. It cannot be made to work again."
            remove={async () => await send(deleteApiKey, { params: { id } })}
          />
        )
      }
    />
  )
}
