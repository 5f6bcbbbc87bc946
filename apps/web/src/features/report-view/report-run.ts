import { answerColumns } from '@callboard/contract/answer-columns'
import type { RunReportAnswer } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import {
  type EngineOrder,
  rowBatchSize,
  type Run,
  runReportQuery,
} from '#web/features/report-view/queries.ts'
import type { ReportSort } from '#web/features/report-view/report-url.ts'

/** The run of a report in its own order, which tells how many rows there are, and so whether they are sorted here. */
export function ownRunQuery(asked: Run) {
  const { state } = asked
  return runReportQuery(state.sort === undefined ? asked : { ...asked, state: { ...state, page: 1 } })
}

/** The run of a report as its page shows it: what has more rows than are loaded at once is sorted by the engine. */
export function useReportRun(asked: Run) {
  const ownRun = ownRunQuery(asked)
  const own = useQuery(ownRun)
  const { sort } = asked.state
  const isHere = isSortedHere(own.data)
  const sortedRun = runReportQuery({ ...asked, sort: engineOrder(own.data, sort) })
  const sorted = useQuery({ ...sortedRun, enabled: !isHere && sort !== undefined })
  const order = isHere ? ('here' as const) : ('engine' as const)
  return isHere || sort === undefined
    ? { query: own, queryKey: ownRun.queryKey, order }
    : { query: sorted, queryKey: sortedRun.queryKey, order }
}

function isSortedHere(answer: RunReportAnswer | undefined): boolean {
  return answer === undefined || answer.meta.rowCount <= rowBatchSize
}

/** What the engine is asked to sort by; undefined where the rows stand in the order of the report, or are sorted here. */
export function engineOrder(
  answer: RunReportAnswer | undefined,
  sort: ReportSort | undefined,
): EngineOrder | undefined {
  if (answer === undefined || sort === undefined || isSortedHere(answer)) return undefined
  const own = answerColumns(answer).find(({ key }) => key === sort.column)
  if (own === undefined || own.column.pivot !== undefined) return undefined
  const { name, role } = own.column
  return [{ field: name, role, desc: sort.desc }]
}
