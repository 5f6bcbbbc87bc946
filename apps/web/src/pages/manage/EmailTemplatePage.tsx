import { emailTemplateKind } from '#web/features/email-templates/queries.ts'
import { TemplateActions } from '#web/features/email-templates/TemplateActions.tsx'
import { TemplateForm } from '#web/features/email-templates/TemplateForm.tsx'
import { RecordPage } from '#web/records/RecordPage.tsx'

export function EmailTemplatePage() {
  return (
    <RecordPage
      kind={emailTemplateKind}
      formLabel="Template"
      renderForm={(template) => <TemplateForm template={template} />}
      renderDescription={({ description }) => description}
      renderActions={(template) => <TemplateActions template={template} />}
    />
  )
}
