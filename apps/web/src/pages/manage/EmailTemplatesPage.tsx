import { emailTemplateSorts, searchEmailTemplates } from '@callboard/contract/email-templates'
import { emailTemplateColumns } from '#web/features/email-templates/columns.tsx'
import { send } from '#web/lib/api.ts'
import { listSearchOf, searchBody } from '#web/lib/list-url.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

const EmailTemplatesSearch = listSearchOf(emailTemplateSorts, {})

export function EmailTemplatesPage() {
  return (
    <RecordListPage
      kind="emailtemplates"
      noun="e-mail templates"
      title="Email Templates"
      description="What the mails of the portal say"
      addLabel="Add Email Template"
      search={EmailTemplatesSearch}
      load={(state, signal) => send(searchEmailTemplates, { body: searchBody(state) }, signal)}
      columns={emailTemplateColumns}
    />
  )
}
