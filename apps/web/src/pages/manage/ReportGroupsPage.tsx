import { reportGroupColumns } from '#web/features/report-library/columns.tsx'
import {
  reportGroupKind,
  reportGroupsQuery,
  ReportGroupsSearch,
} from '#web/features/report-library/queries.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

export function ReportGroupsPage() {
  return (
    <RecordListPage
      kind={reportGroupKind}
      noun="groups"
      description="Users, the reports they find, and the customers whose calls they see"
      search={ReportGroupsSearch}
      query={reportGroupsQuery}
      columns={reportGroupColumns}
    />
  )
}
