import { formatTimeZone } from '@callboard/contract/format-time-zone'
import { exportHours } from '@callboard/contract/exports'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ExportList } from '#web/records/exports/ExportList.tsx'
import { useIsViewingAs, useTimeZone } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { exportsQuery } from '#web/records/exports/exports-query.ts'
import { NoItems } from '#web/ui/page/NoItems.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'

/** What one has exported in the background. */
export function ExportsPage() {
  const timeZone = useTimeZone()
  return (
    <PageFrame
      title="Exports"
      description={`Files created in the background, kept for ${exportHours} hours · times in ${formatTimeZone(timeZone)}`}
      breadcrumbs={<Link to={paths.reports}>Reports</Link>}
    >
      <Panel flush label="Exports">
        {useIsViewingAs() ? <NoItems reason="Exports are visible to their owner only." /> : <OwnExports />}
      </Panel>
    </PageFrame>
  )
}

function OwnExports() {
  const query = useQuery(exportsQuery)
  return (
    <QueryState
      query={query}
      isEmpty={({ items }) => items.length === 0}
      emptyReason="Large exports of reports and calls appear here for a day."
      errorTitle="Your exports could not be loaded"
    >
      {({ items }) => <ExportList items={items} />}
    </QueryState>
  )
}
