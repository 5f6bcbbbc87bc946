import { managedReportColumns } from '#web/features/report-library/columns.tsx'
import { ManagedReportsSearch, managedReportsQuery } from '#web/features/report-library/queries.ts'
import { reportSetChoice } from '#web/records/choices/choices.ts'
import { listKind } from '#web/records/record-kind.ts'
import { RecordListPage } from '#web/records/lists/RecordListPage.tsx'
import { RecordFilter } from '#web/records/RecordFilter.tsx'

export function ManageReportsPage() {
  return (
    <RecordListPage
      kind={listKind('report')}
      description="The report library. Users see the reports in the sets of their groups"
      search={ManagedReportsSearch}
      query={managedReportsQuery}
      columns={managedReportColumns}
      isFiltered={({ set }) => set !== undefined}
      renderFilters={({ set }, write) => (
        <RecordFilter
          choice={reportSetChoice}
          label="Set"
          value={set}
          onChange={(id) => write({ set: id, page: undefined }, 'push')}
        />
      )}
    />
  )
}
