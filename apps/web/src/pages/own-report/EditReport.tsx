import type { SavedReport } from '@callboard/contract/saved-reports'
import { CopyOutlined, EditOutlined } from '@ant-design/icons'
import { Button, type MenuProps } from 'antd'
import { Link, type To, useNavigate } from 'react-router'
import type { ShownReport } from '#web/features/report-view/shown-report.ts'
import { useCurrentUser, useHoldsClaim, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { type Copied, copyOf, type ShownValues } from '#web/pages/own-report/copied-report.ts'

interface Shown {
  report: ShownReport
  /** As it was saved, when it is opened so. */
  saved: SavedReport | undefined
  shown: ShownValues
}

interface Way {
  to: To
  state?: Copied
}

interface Editing {
  /** To the builder with the report itself, for whoever may change that. */
  edit: Way | undefined
  /** To the builder with a copy of it as it is shown. */
  copy: Way | undefined
}

/** The ways from a report to the builder. */
export function useEditing({ report, saved, shown }: Shown): Editing {
  const me = useCurrentUser()
  const maySave = useHoldsClaim('reporting.save')
  const isViewingAs = useIsViewingAs()
  const copied: Copied = {
    of: saved?.id ?? report.id,
    copy: copyOf({ ...report, name: saved?.name ?? report.name }, shown),
  }
  const copy = isViewingAs || !maySave ? undefined : { to: paths.newReport, state: copied }
  if (saved === undefined) {
    const edit = me.isAdmin ? { to: paths.manageRecord('reports', report.id) } : undefined
    return { edit, copy }
  }
  const isOwn = saved.reportId === null && (me.isAdmin || saved.userId === me.id)
  return isOwn && copy !== undefined
    ? { edit: { to: paths.editSavedReport(saved.id) }, copy: undefined }
    : { edit: undefined, copy }
}

/** Leads to the builder: with the report itself where the user may change that, else with a copy. */
export function EditButton({ editing: { edit, copy } }: { editing: Editing }) {
  const way = edit ?? copy
  if (way === undefined) return null
  const { to, ...options } = way
  const words = edit === undefined ? changeWords : 'Edit'
  return (
    <Link to={to} {...options}>
      <Button
        tabIndex={-1}
        title={words}
        icon={edit === undefined ? <CopyOutlined aria-hidden /> : <EditOutlined aria-hidden />}
      >
        {words}
      </Button>
    </Link>
  )
}

const changeWords = 'Change what it shows'

/** The copy, in the menu of those for whom the button leads to the report itself. */
export function useCopyItem({ edit, copy }: Editing): NonNullable<MenuProps['items']> {
  const navigate = useNavigate()
  if (edit === undefined || copy === undefined) return []
  const { to, ...options } = copy
  return [
    {
      key: 'copy',
      label: changeWords,
      onClick: () => void navigate(to, options),
    },
  ]
}
