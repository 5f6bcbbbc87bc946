import type { SavedReport } from '@callboard/contract/saved-reports'
import { EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import type { ShownReport } from '#web/features/report-view/shown-report.ts'
import { useCurrentUser, useHoldsClaim, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { type Copied, copyOf, type ShownValues } from '#web/pages/own-report/copied-report.ts'

interface ChangeReportProps {
  report: ShownReport
  /** As it was saved, when it is opened so. */
  saved: SavedReport | undefined
  shown: ShownValues
}

/** The way to the builder: with one's own report, or with a copy of any other as it is shown. */
export function ChangeReport({ report, saved, shown }: ChangeReportProps) {
  const me = useCurrentUser()
  const maySave = useHoldsClaim('reporting.save')
  if (useIsViewingAs() || !maySave) return null
  const isEditable = saved?.reportId === null && (me.isAdmin || saved.userId === me.id)
  const copied: Copied = {
    of: saved?.id ?? report.id,
    copy: copyOf({ ...report, name: saved?.name ?? report.name }, shown),
  }
  return (
    <Link
      to={isEditable ? paths.editSavedReport(saved.id) : paths.newReport}
      {...(!isEditable && { state: copied })}
    >
      <Button tabIndex={-1} icon={<EditOutlined aria-hidden />}>
        Change what it shows
      </Button>
    </Link>
  )
}
