import type { Filter } from '@callboard/contract/calls'
import { type SortName, sortNames } from '@callboard/contract/field-names'
import type { Report } from '@callboard/contract/reports'
import { Link } from 'react-router'
import { entityGroupsOf, type ReportState, valueParameters } from '#web/features/report-view/report-url.ts'
import { buildCallListUrl } from '#web/lib/urls/call-list-url.ts'
import { useHoldsClaim } from '#web/lib/session/current-user.ts'
import { formatCounted } from '@callboard/contract/format'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Box, Hint, Text } from '#web/ui/layout.tsx'

interface DetailsReportProps {
  report: Report
  state: ReportState
  timeZone: string
}

/** A report with one row per call is exported as a file; on the screen the call list shows its calls. */
export function DetailsReport({ report, state, timeZone }: DetailsReportProps) {
  const maySeeCalls = useHoldsClaim('reporting.call.details')
  const calls = buildCallListUrl({
    period: state.period,
    timeZone,
    filters: filtersOf(report, state),
    entityGroups: entityGroupsOf(state),
    ...orderOf(report),
  })
  return (
    <Panel label="Calls">
      <Box padding="32px 16px" textAlign="center">
        <Text as="h2" margin="0 0 8px" fontSize={20} fontWeight={600}>
          This report has a row for each call
        </Text>
        <Hint margin="0 0 16px">{exportText(report)}</Hint>
        {maySeeCalls && <Link to={calls}>Show the calls</Link>}
      </Box>
    </Panel>
  )
}

function exportText({ definition: { limit } }: Report): string {
  return limit === undefined
    ? 'Export it as a file, or look at the same calls in the call list.'
    : `Export it as a file of the first ${formatCounted(limit, 'call')}, or look at all of them in the call list.`
}

/** The order of the report, as far as the call list can have it. */
function orderOf({ definition }: Report): { sort: SortName; desc: boolean } | undefined {
  const [first] = definition.sort
  const sort = sortNames.find((name) => name === first?.field)
  return first === undefined || sort === undefined ? undefined : { sort, desc: first.desc }
}

/** The filters of the report and its parameters, as filters of the call list. */
function filtersOf(report: Report, { values }: ReportState): Filter[] {
  const asked = valueParameters(report).flatMap(({ name }): Filter[] => {
    const chosen = values[name] ?? []
    if (chosen.length === 0 || name === 'entityGroup') return []
    if (name === 'minimumDuration') return [{ field: 'duration', op: 'ge', values: chosen.map(Number) }]
    return [{ field: name, op: 'in', values: chosen }]
  })
  return [...report.definition.filters, ...asked]
}
