import {
  createEmailTemplate,
  type EmailTemplate,
  getEmailTemplate,
  updateEmailTemplate,
} from '@callboard/contract/email-templates'
import { TemplateActions } from '#web/features/email-templates/TemplateActions.tsx'
import { TemplateForm } from '#web/features/email-templates/TemplateForm.tsx'
import { send } from '#web/lib/api.ts'
import { RecordPage } from '#web/records/RecordPage.tsx'

export function EmailTemplatePage() {
  return (
    <RecordPage<EmailTemplate>
      kind="emailtemplates"
      tableType="emailTemplate"
      listName="Email Templates"
      newTitle="Add Email Template"
      titleOf={({ name }) => name}
      renderDescription={({ description }) => description}
      load={(id, signal) => send(getEmailTemplate, { params: { id } }, signal)}
      tabs={[
        {
          key: 'template',
          label: 'Template',
          render: (template, { taken, reload }) => (
            <TemplateForm
              template={template}
              save={async (values) =>
                taken(
                  template === undefined
                    ? await send(createEmailTemplate, { body: values })
                    : await send(updateEmailTemplate, {
                        params: { id: template.id },
                        body: { ...values, revision: template.revision },
                      }),
                )
              }
              onReload={reload}
            />
          ),
        },
      ]}
      renderActions={(template, { reload }) => <TemplateActions template={template} onRestored={reload} />}
    />
  )
}
