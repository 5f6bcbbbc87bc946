import { reportSetColumns } from '#web/features/report-library/columns.tsx'
import { reportSetKind, reportSetsQuery, ReportSetsSearch } from '#web/features/report-library/queries.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

export function ReportSetsPage() {
  return (
    <RecordListPage
      kind={reportSetKind}
      noun="report sets"
      description="Reports that are given to people together"
      search={ReportSetsSearch}
      query={(state) => reportSetsQuery(state)}
      columns={reportSetColumns}
    />
  )
}
