import { AppstoreAddOutlined, AppstoreOutlined } from '@ant-design/icons'
import { dashboardPartLimit, partKey, type PartView, type ShownPart } from '@callboard/contract/dashboard'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { dashboardQuery } from '#web/features/dashboard/queries.ts'
import { useSaveDashboard } from '#web/features/dashboard/editing/use-save-dashboard.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { useHoldsClaim, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useDoneMessage } from '#web/records/done-message.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface AddToDashboardProps {
  report: { id: string; name: string; isSaved: boolean }
  /** As it is shown now. */
  view: PartView
  /** The values of its parameters are others than those that it has by itself. */
  isChanged: boolean
}

const nothingElse = [] as const

/** Puts a report at the end of the user's dashboard; one that is there leads to it. */
export function AddToDashboard(props: AddToDashboardProps) {
  const mayView = useHoldsClaim('dashboard.view')
  const isViewingAs = useIsViewingAs()
  return mayView && !isViewingAs && <AddButton {...props} />
}

function AddButton({ report, view, isChanged }: AddToDashboardProps) {
  const { id, name, isSaved } = report
  const client = useQueryClient()
  const message = useMessage()
  const navigate = useNavigate()
  const sayDone = useDoneMessage(nothingElse)
  const { save, restore } = useSaveDashboard()
  const { data: dashboard } = useQuery(dashboardQuery)
  const adding = useMutation({
    mutationFn: async () => {
      const before = await client.query({ ...dashboardQuery, staleTime: 0 })
      if (before.parts.length >= dashboardPartLimit)
        throw new Error(`A dashboard has at most ${dashboardPartLimit} parts: remove one of them first.`)
      const part: ShownPart = {
        type: isSaved ? 'savedReport' : 'report',
        id,
        name,
        view,
        // What was saved has a period of its own.
        ownPeriod: isSaved,
        width: 'half',
      }
      const after = await save({ ...before, parts: [...before.parts, part] }, before.revision)
      sayDone(doneText(name, isChanged), async () => await restore(before, after))
    },
    onError: (error) => message.error(errorText(error)),
  })
  const isThere = dashboard?.parts.some((part) => partKey(part) === id) === true
  return (
    <Button
      title={isThere ? 'Go to your dashboard' : 'Puts it at the end of your dashboard'}
      icon={isThere ? <AppstoreOutlined aria-hidden /> : <AppstoreAddOutlined aria-hidden />}
      loading={adding.isPending}
      onClick={() => {
        if (isThere) void navigate(paths.dashboard)
        else adding.mutate()
      }}
    >
      {isThere ? 'On your dashboard' : 'Add to dashboard'}
    </Button>
  )
}

function doneText(name: string, isChanged: boolean): string {
  return isChanged
    ? `${name} is on your dashboard, without the values chosen here: save them to keep them.`
    : `${name} is on your dashboard.`
}
