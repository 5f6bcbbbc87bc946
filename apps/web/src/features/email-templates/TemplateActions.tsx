import {
  deleteEmailTemplate,
  type EmailTemplate,
  testEmailTemplate,
} from '@callboard/contract/email-templates'
import { useMutation } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { errorText, send } from '#web/lib/api.ts'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'

interface TemplateActionsProps {
  template: EmailTemplate
  onRestored: () => void
}

export function TemplateActions({ template, onRestored }: TemplateActionsProps) {
  const { id, key, name } = template
  const { message } = App.useApp()
  const test = useMutation({
    mutationFn: () => send(testEmailTemplate, { params: { id } }),
    onSuccess: () => message.success('The test is on its way to your own address, as the template is saved.'),
    onError: (error) => message.error(errorText(error)),
  })
  return (
    <>
      <Button loading={test.isPending} onClick={() => test.mutate()}>
        Send test
      </Button>
      {key === null ? (
        <DeleteRecordButton
          kind="emailtemplates"
          name={name}
          explanation="What uses it needs another one then."
          remove={async () => await send(deleteEmailTemplate, { params: { id } })}
        />
      ) : (
        <RestoreButton template={template} onRestored={onRestored} />
      )}
    </>
  )
}

function RestoreButton({ template: { id, name, isDefault }, onRestored }: TemplateActionsProps) {
  const { modal, message } = App.useApp()
  const restore = useMutation({
    mutationFn: () => send(deleteEmailTemplate, { params: { id } }),
    onSuccess: () => {
      message.success(`${name} has the text that came with the portal.`)
      onRestored()
    },
    onError: (error) => message.error(errorText(error)),
  })
  return (
    <Button
      disabled={isDefault}
      loading={restore.isPending}
      onClick={() =>
        void modal.confirm({
          title: `Restore the default of ${name}?`,
          content: 'What was written here is lost then.',
          okText: 'Restore default',
          onOk: async () => await restore.mutateAsync().catch(() => undefined),
        })
      }
    >
      Restore default
    </Button>
  )
}
