import { Segmented } from 'antd'
import type { ReportView } from '#web/features/report-view/report-url.ts'

interface ViewSwitchProps {
  view: ReportView
  onChange: (view: ReportView) => void
}

const options = [
  { value: 'both', label: 'Both' },
  { value: 'table', label: 'Table' },
  { value: 'chart', label: 'Chart' },
] as const satisfies readonly { value: ReportView; label: string }[]

/** Whether a report is shown as a table, as a chart, or as both. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return <Segmented<ReportView> aria-label="View" options={[...options]} value={view} onChange={onChange} />
}
