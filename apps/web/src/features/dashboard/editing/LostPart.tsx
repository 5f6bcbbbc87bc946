import { partKey, type PartProblem, type ShownPart } from '@callboard/contract/dashboard'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { partName } from '#web/features/dashboard/editing/part-name.ts'
import { dashboardQuery } from '#web/features/dashboard/queries.ts'
import { useSaveDashboard } from '#web/features/dashboard/editing/use-save-dashboard.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { useIsViewingAs } from '#web/lib/session/current-user.ts'
import { useDoneMessage } from '#web/records/done-message.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Hint } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface LostPartProps {
  part: ShownPart
  /** Undefined: it is removed from what is saved. */
  onRemove: ((part: ShownPart) => void) | undefined
}

const reasons = {
  notFound: 'It was deactivated or deleted, or none of your groups has it.',
  forbidden: 'It shows calls or callers, which you do not have the right to see.',
  outdatedReport:
    'Its report was saved by another version of the portal. Ask an administrator to rebuild it.',
  unknownParameter: 'It was saved with a parameter that its report no longer has. Save it again.',
} as const satisfies Record<PartProblem, string>

const changed = [] as const

/** What stands in the place of a part that shows no figures. */
export function LostPart({ part, onRemove }: LostPartProps) {
  const isViewingAs = useIsViewingAs()
  const message = useMessage()
  const { data: dashboard } = useQuery({ ...dashboardQuery, enabled: false })
  const { save, restore } = useSaveDashboard()
  const sayDone = useDoneMessage(changed)
  const name = partName(part)
  const removal = useMutation({
    mutationFn: async () => {
      if (dashboard === undefined) return
      const parts = dashboard.parts.filter((other) => partKey(other) !== partKey(part))
      const after = await save({ ...dashboard, parts }, dashboard.revision)
      sayDone(`${name} is removed.`, async () => await restore(dashboard, after))
    },
    onError: (error) => message.error(errorText(error)),
  })
  return (
    <Panel
      title={name}
      {...(!isViewingAs && {
        actions: (
          <Button
            size="small"
            aria-label={`Remove ${name}`}
            loading={removal.isPending}
            onClick={() => (onRemove === undefined ? removal.mutate() : onRemove(part))}
          >
            Remove
          </Button>
        ),
      })}
    >
      <Hint>{reasons[part.problem ?? 'notFound']}</Hint>
    </Panel>
  )
}
