import * as endpoints from '@callboard/contract/email-templates'
import { send } from '#web/lib/api/api.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'

interface TemplateActionsProps {
  template: endpoints.EmailTemplate
}

export function TemplateActions({ template }: TemplateActionsProps) {
  const { id, key, name, isDefault, description, subject, bodyHtml, bodyText, isActive } = template
  const texts = { name, description, subject, bodyHtml, bodyText, isActive }
  const remove = () => send(endpoints.deleteEmailTemplate, { params: { id } })
  return (
    <>
      <ActionButton
        action={() => send(endpoints.testEmailTemplate, { params: { id } })}
        changes={[]}
        done="A test email is on its way to you, using the saved template."
      >
        Send test
      </ActionButton>
      {key === null ? (
        <DeleteRecordButton
          changes={['emailTemplate']}
          name={name}
          explanation="Anything that uses it will need another template."
          action={remove}
          undo={() => send(endpoints.createEmailTemplate, { body: texts })}
        />
      ) : (
        <ActionButton
          disabled={isDefault}
          question={{
            title: `Restore the default of ${name}?`,
            content: 'Your changes to it will be lost.',
            okText: 'Restore default',
            okButtonProps: {},
          }}
          // Deleting a built-in template restores the text that came with the portal.
          action={remove}
          undo={() => send(endpoints.updateEmailTemplate, { params: { id }, body: texts })}
          changes={['emailTemplate']}
          done={`${name} has its default text again.`}
        >
          Restore default
        </ActionButton>
      )}
    </>
  )
}
