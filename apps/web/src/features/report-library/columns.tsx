import { formatCounted } from '@callboard/contract/format'
import { reportKindLabels } from '@callboard/contract/report-kinds'
import { reportPage } from '@callboard/contract/reports'
import type { ReportSet } from '@callboard/contract/report-sets'
import { Link } from 'react-router'
import { ReportActivation } from '#web/features/report-library/ReportActivation.tsx'
import type { FoundReport } from '#web/features/report-library/queries.ts'
import { columnsOf } from '#web/records/record-columns.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import { actionsHead } from '#web/ui/tables/column-kinds.tsx'

const reportColumn = columnsOf<FoundReport>('report')

export const managedReportColumns: readonly FitColumn<FoundReport>[] = [
  reportColumn.name(220),
  reportColumn.field('description', 260, { priority: 9 }),
  reportColumn.field('kind', 90, {
    title: 'Shows',
    priority: 2,
    render: ({ kind }) => reportKindLabels[kind],
  }),
  reportColumn.count('setCount', 80, { title: 'Sets', of: ({ setIds = [] }) => setIds.length }),
  reportColumn.field('exportTypeIds', 90, {
    title: 'Files',
    priority: 3,
    render: ({ exportTypeIds }) => (exportTypeIds === null ? 'all' : filesOf(exportTypeIds)),
  }),
  {
    ...actionsHead,
    minWidth: 170,
    priority: 1,
    render: (_, report) => (
      <>
        {report.isActive && (
          <Link to={reportPage(report.id)} aria-label={`Run ${report.name}`}>
            Run
          </Link>
        )}{' '}
        <ReportActivation report={report} />
      </>
    ),
  },
]

/** JSON, which is always among them, is for programs. */
function filesOf(exportTypeIds: readonly string[]): string {
  return exportTypeIds.length < 2 ? 'none' : formatCounted(exportTypeIds.length - 1, 'type')
}

const setColumn = columnsOf<ReportSet>('reportSet')

export const reportSetColumns: readonly FitColumn<ReportSet>[] = [
  setColumn.name(220),
  setColumn.field('description', 260, { priority: 9 }),
  setColumn.count('reportCount', 110, { title: 'Reports', of: ({ reportIds }) => reportIds.length }),
  setColumn.field('order', 90, { title: 'Order', priority: 1, align: 'right' }),
]
