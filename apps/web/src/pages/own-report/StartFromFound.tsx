import type { Report } from '@callboard/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { StartFromProps } from '#web/features/report-builder/parts/builder-parts.ts'
import { getReportNow } from '#web/features/report-builder/queries.ts'
import { allReportsQuery, reportMenuQuery } from '#web/features/report-view/queries.ts'
import { reportsOf } from '#web/features/report-view/menu/report-menu.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { useMessage } from '#web/ui/message.tsx'

/** The reports that the user finds, to begin a report of their own with. */
export function StartFromFound({ onChoose }: StartFromProps) {
  const message = useMessage()
  const { id: userId, isAdmin } = useCurrentUser()
  const menu = useQuery(reportMenuQuery(userId)).data
  const all = useQuery({ ...allReportsQuery, enabled: isAdmin }).data
  const found = new Map([...reportsOf(menu?.groups ?? []), ...(all?.items ?? [])].map((one) => [one.id, one]))
  const begin = (report: Report) => onChoose({ ...report, description: '' })
  return (
    <Select
      aria-label="Start from a report"
      placeholder="Find a report to start from"
      value={null}
      showSearch={{ optionFilterProp: 'label' }}
      options={[...found.values()].map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id: string) => {
        getReportNow(id).then(begin, (error: unknown) => message.error(errorText(error)))
      }}
    />
  )
}
