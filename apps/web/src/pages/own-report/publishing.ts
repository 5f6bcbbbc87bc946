import type { MenuProps } from 'antd'
import { useNavigate } from 'react-router'
import type { ShownReport } from '#web/features/report-view/shown-report.ts'
import { useCurrentUser, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { newRecordId, paths } from '#web/lib/urls/paths.ts'
import { draftAsShown, type ShownValues } from '#web/pages/own-report/copied-report.ts'

type Items = NonNullable<MenuProps['items']>

/** Returns what an administrator may do with somebody's own report besides: add the same to the library. */
export function usePublishing(): (report: ShownReport, shown: ShownValues) => Items {
  const { isAdmin } = useCurrentUser()
  const isViewingAs = useIsViewingAs()
  const navigate = useNavigate()
  return (report, shown) =>
    !isAdmin || isViewingAs
      ? []
      : [
          {
            key: 'publish',
            label: 'Publish in the library…',
            onClick: () =>
              void navigate(paths.manageRecord('reports', newRecordId), {
                state: { copy: draftAsShown(report, shown) },
              }),
          },
        ]
}
