import type { RunReportAnswer } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CallsBehind } from '#web/features/dashboard/drill.ts'
import { type DashboardScope, dashboardPartQuery } from '#web/features/dashboard/queries.ts'
import classes from '#web/features/dashboard/TopList.module.css'
import { formatCount, formatRatio } from '#web/lib/format.ts'
import { formatPhone } from '#web/lib/phone.ts'
import { type ResultRow, resultRows, numberOf } from '#web/lib/report-answer.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'
import { ShareBar } from '#web/ui/ShareBar.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'
import { useInView } from '#web/ui/use-in-view.ts'

interface TopListProps {
  title: string
  part: 'topSources' | 'topNumbers' | 'topLocations'
  scope: DashboardScope
  callsBehind: CallsBehind
}

/** Where most calls come from, with answered and missed calls as a bar. */
export function TopList({ title, part, scope, callsBehind }: TopListProps) {
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
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col" className={classes.name}>
                  <Spoken>{answer.columns[0]?.label}</Spoken>
                </th>
                <th scope="col" className={classes.calls}>
                  <Spoken>Calls</Spoken>
                </th>
                <th scope="col">
                  <Spoken>Answered and missed</Spoken>
                </th>
              </tr>
            </thead>
            <tbody>
              {resultRows(answer).map((row) => (
                <TopRow
                  key={keyOf(row)}
                  row={row}
                  name={nameOf(row)}
                  most={mostCalls(answer)}
                  href={callsBehind({ answer, row: row.cells, measure: 'calls' })}
                />
              ))}
            </tbody>
          </table>
        )}
      </QueryState>
    </Panel>
  )
}

interface TopRowProps {
  row: ResultRow
  name: string
  most: number
  href: string | undefined
}

function TopRow({ row, name, most, href }: TopRowProps) {
  const answered = numberOf(row, 'answered') ?? 0
  const missed = numberOf(row, 'missed') ?? 0
  const rate = numberOf(row, 'answerRate')
  const shares = `${formatCount(answered)} answered, ${formatCount(missed)} missed${rate === null ? '' : `, answer rate ${formatRatio(rate)}`}`
  return (
    <tr title={shares}>
      <th scope="row" className={classes.name}>
        {href === undefined ? name : <Link to={href}>{name}</Link>}
      </th>
      <td className={classes.calls}>{formatCount(numberOf(row, 'calls') ?? 0)}</td>
      <td className={classes.bar}>
        <Spoken>{shares}</Spoken>
        <ShareBar
          most={most}
          parts={[
            { tone: 'answered', value: answered },
            { tone: 'missed', value: missed },
          ]}
        />
      </td>
    </tr>
  )
}

function keyOf({ cells: [value] }: ResultRow): string {
  return typeof value === 'string' ? value : ''
}

function mostCalls(answer: RunReportAnswer): number {
  return Math.max(
    1,
    ...resultRows(answer).map((row) => (numberOf(row, 'answered') ?? 0) + (numberOf(row, 'missed') ?? 0)),
  )
}

function nameOf({ answer, cells }: ResultRow): string {
  const [column] = answer.columns
  const [value] = cells
  if (column === undefined) return ''
  if (typeof value !== 'string' || value === '') return `No ${column.label.toLowerCase()}`
  const label = answer.labels[column.name]?.[value]
  return label ?? (column.type === 'phone' ? formatPhone(value) : value)
}
