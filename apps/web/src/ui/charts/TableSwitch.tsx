import { Button } from 'antd'
import type { ChartView } from '#web/ui/charts/Chart.tsx'

interface TableSwitchProps {
  view: ChartView
  onChange: (view: ChartView) => void
}

/** Shows the figures of a chart as a table, and back. */
export function TableSwitch({ view, onChange }: TableSwitchProps) {
  const isTable = view === 'table'
  return (
    <Button
      size="small"
      type="text"
      aria-pressed={isTable}
      onClick={() => onChange(isTable ? 'chart' : 'table')}
    >
      Table
    </Button>
  )
}
