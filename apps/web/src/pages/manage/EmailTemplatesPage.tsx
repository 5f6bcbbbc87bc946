import { emailTemplateColumns } from '#web/features/email-templates/columns.tsx'
import {
  emailTemplateKind,
  emailTemplatesQuery,
  EmailTemplatesSearch,
} from '#web/features/email-templates/queries.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

export function EmailTemplatesPage() {
  return (
    <RecordListPage
      kind={emailTemplateKind}
      noun="e-mail templates"
      description="What the emails of the portal say"
      search={EmailTemplatesSearch}
      query={emailTemplatesQuery}
      columns={emailTemplateColumns}
    />
  )
}
