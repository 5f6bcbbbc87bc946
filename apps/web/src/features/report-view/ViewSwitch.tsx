import { BarChartOutlined, PicCenterOutlined, TableOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import type { ReportView } from '#web/features/report-view/report-url.ts'
import { Spoken } from '#web/ui/Spoken.tsx'

interface ViewSwitchProps {
  view: ReportView
  onChange: (view: ReportView) => void
}

const options = [
  option('both', 'Both', <PicCenterOutlined aria-hidden />),
  option('table', 'Table', <TableOutlined aria-hidden />),
  option('chart', 'Chart', <BarChartOutlined aria-hidden />),
]

function option(value: ReportView, name: string, icon: ReactNode) {
  return {
    value,
    label: (
      <span title={name}>
        {icon}
        <Spoken>{name}</Spoken>
      </span>
    ),
  }
}

/** Whether a report is shown as a table, as a chart, or as both. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return <Segmented<ReportView> aria-label="View" options={options} value={view} onChange={onChange} />
}
