import { reportSetKind } from '#web/features/report-library/queries.ts'
import { ReportSetForm } from '#web/features/report-library/ReportSetForm.tsx'
import { formatCounted } from '@callboard/contract/format'
import { RecordPage } from '#web/records/RecordPage.tsx'
import { ActiveTag } from '#web/ui/ActiveTag.tsx'

export function ReportSetPage() {
  return (
    <RecordPage
      kind={reportSetKind}
      formLabel="Report Set"
      renderForm={(set) => <ReportSetForm set={set} />}
      renderDescription={({ reportIds, isActive }) => (
        <>
          {formatCounted(reportIds.length, 'report')} <ActiveTag isActive={isActive} />
        </>
      )}
    />
  )
}
