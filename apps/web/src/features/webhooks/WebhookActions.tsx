import * as endpoints from '@callboard/contract/webhooks'
import { App } from 'antd'
import { secretDialog } from '#web/features/webhooks/secret-dialog.tsx'
import { send } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'
import { useMessage } from '#web/ui/message.tsx'

/** What can be done with a webhook beside changing it. */
export function WebhookActions({ webhook: { id, name } }: { webhook: endpoints.Webhook }) {
  const { modal } = App.useApp()
  const message = useMessage()

  async function test() {
    const { status, error } = await send(endpoints.testWebhook, { params: { id } })
    if (error === null) message.success(`The test event was accepted with ${status}.`)
    else message.error(`The test event was not accepted. ${error}`)
  }

  async function renewSecret() {
    const { secret } = await send(endpoints.renewWebhookSecret, { params: { id } })
    modal.info(secretDialog(name, secret))
  }

  return (
    <>
      <ActionButton action={test} changes={['webhook']}>
        Send test event
      </ActionButton>
      <ActionButton
        question={{
          title: `Make a new secret for ${name}?`,
          content: 'From now on everything is signed with the new one. Enter it in the other system at once.',
          okText: 'Make a new secret',
        }}
        action={renewSecret}
        changes={['webhook']}
      >
        New secret
      </ActionButton>
      <DeleteRecordButton
        changes={['webhook']}
        name={name}
        explanation="What waits to be sent is deleted too, with all deliveries. This cannot be undone."
        action={() => send(endpoints.deleteWebhook, { params: { id } })}
      />
    </>
  )
}
