import type { RunReportAnswer } from '@callboard/contract/reports'
import { writeFigure } from '@callboard/contract/figure-words'
import { Button, Dropdown } from 'antd'
import { Link } from 'react-router'
import { useAlertUrl } from '#web/lib/urls/alert-url.ts'

interface AlertMenuProps {
  answer: RunReportAnswer
  /** Those of the run. */
  entityGroups: readonly string[]
}

/** New alerts on the figures of all calls of a report; nothing for who has no alerts, and for figures that have none. */
export function AlertMenu({ answer, entityGroups }: AlertMenuProps) {
  const urlOf = useAlertUrl()
  const { columns, meta, totals, rows } = answer
  const hasRows = columns.some(({ role }) => role === 'dimension')
  const cells = totals ?? (hasRows ? undefined : rows[0])
  const items = columns.flatMap((column, index) => {
    const { name, label, measure, view = 'figure', pivot } = column
    if (measure === undefined || view !== 'figure' || pivot !== undefined) return []
    const cell = cells?.[index] ?? null
    const href = urlOf?.({ measure, figure: typeof cell === 'number' ? cell : null, meta, entityGroups })
    if (href === undefined) return []
    const now = cell === null ? '' : ` (${writeFigure(cell, column)})`
    return [{ key: name, label: <Link to={href}>{label + now}</Link> }]
  })
  if (items.length === 0) return null
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button type="link" size="small">
        Alert me…
      </Button>
    </Dropdown>
  )
}
