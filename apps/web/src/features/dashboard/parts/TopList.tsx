import { builtInParts } from '@callboard/contract/dashboard'
import { describeNone } from '@callboard/contract/field-names'
import { useQuery } from '@tanstack/react-query'
import type { CallsBehind } from '#web/features/dashboard/drill.ts'
import { type DashboardScope, dashboardPartQuery } from '#web/features/dashboard/queries.ts'
import { TopTable } from '#web/features/dashboard/parts/TopTable.tsx'
import { formatPhone } from '@callboard/contract/format-phone'
import { type ResultRow, resultRows } from '#web/lib/reporting/report-answer.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { useInView } from '#web/ui/page/use-in-view.ts'

interface TopListProps {
  part: 'topSources' | 'topNumbers' | 'topLocations'
  scope: DashboardScope
  callsBehind: CallsBehind
}

/** Where most calls come from. */
export function TopList({ part, scope, callsBehind }: TopListProps) {
  const title = builtInParts[part].label
  const [ref, isInView] = useInView<HTMLElement>()
  const query = useQuery({ ...dashboardPartQuery(part, scope), enabled: isInView })
  return (
    <Panel ref={ref} title={title} note="calls · answered, missed">
      <QueryState
        query={query}
        isEmpty={(answer) => answer.rows.length === 0}
        emptyReason="There are no calls in this period."
      >
        {(answer) => (
          <TopTable
            label={answer.columns[0]?.label ?? title}
            rows={resultRows(answer)}
            nameOf={nameOf}
            hrefOf={(row) => callsBehind({ answer, row: row.cells, measure: 'calls' })}
          />
        )}
      </QueryState>
    </Panel>
  )
}

function nameOf({ answer, cells }: ResultRow): string {
  const [column] = answer.columns
  const [value] = cells
  if (column === undefined) return ''
  if (typeof value !== 'string' || value === '') return describeNone(column.name, column.label)
  const label = answer.labels[column.name]?.[value]
  return label ?? (column.type === 'phone' ? formatPhone(value) : value)
}
