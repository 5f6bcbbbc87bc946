import { dashboardPartLimit, partKey, type PartView, type ShownPart } from '@callboard/contract/dashboard'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MenuProps } from 'antd'
import { useNavigate } from 'react-router'
import { dashboardQuery } from '#web/features/dashboard/queries.ts'
import { useSaveDashboard } from '#web/features/dashboard/editing/use-save-dashboard.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { useHoldsClaim, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useDoneMessage } from '#web/records/done-message.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface Added {
  report: { id: string; name: string; isSaved: boolean }
  /** As it is shown now. */
  view: PartView
  /** The values of its parameters are others than those that it has by itself. */
  isChanged: boolean
}

const nothingElse = [] as const

/** Puts a report at the top of the user's dashboard, where it is seen at once, from a menu; one that is there leads to it. */
export function useDashboardItem({ report, view, isChanged }: Added): NonNullable<MenuProps['items']> {
  const mayView = useHoldsClaim('dashboard.view')
  const isViewingAs = useIsViewingAs()
  const isOffered = mayView && !isViewingAs
  const { id, name, isSaved } = report
  const client = useQueryClient()
  const message = useMessage()
  const navigate = useNavigate()
  const sayDone = useDoneMessage(nothingElse)
  const { save, restore } = useSaveDashboard()
  const { data: dashboard } = useQuery({ ...dashboardQuery, enabled: isOffered })
  const adding = useMutation({
    mutationFn: async () => {
      const before = await client.query({ ...dashboardQuery, staleTime: 0 })
      if (before.parts.length >= dashboardPartLimit)
        throw new Error(`A dashboard can have at most ${dashboardPartLimit} parts. Remove one first.`)
      const part: ShownPart = {
        type: isSaved ? 'savedReport' : 'report',
        id,
        name,
        view,
        // What was saved has a period of its own.
        ownPeriod: isSaved,
        width: 'half',
      }
      const after = await save({ ...before, parts: [part, ...before.parts] }, before.revision)
      sayDone(doneText(name, isChanged), async () => await restore(before, after))
    },
    onError: (error) => message.error(errorText(error)),
  })
  const isThere = dashboard?.parts.some((part) => partKey(part) === id) === true
  if (!isOffered) return []
  return [
    isThere
      ? {
          key: 'dashboard',
          label: 'On your dashboard',
          title: 'Go to your dashboard',
          onClick: () => void navigate(paths.dashboard),
        }
      : {
          key: 'dashboard',
          label: 'Add to dashboard',
          title: 'Adds it to the top of your dashboard',
          disabled: adding.isPending,
          onClick: () => adding.mutate(),
        },
  ]
}

function doneText(name: string, isChanged: boolean): string {
  return isChanged
    ? `${name} is at the top of your dashboard, without the values chosen here. Save the report to keep them.`
    : `${name} is at the top of your dashboard.`
}
