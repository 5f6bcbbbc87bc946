import type { Dashboard, ShownPart } from '@callboard/contract/dashboard'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ShownLayout } from '#web/features/dashboard/editing/chosen-layout.ts'
import { LayoutEditor } from '#web/features/dashboard/editing/LayoutEditor.tsx'
import { useLayoutDraft } from '#web/features/dashboard/editing/use-layout-draft.ts'
import { useSaveDashboard } from '#web/features/dashboard/editing/use-save-dashboard.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { AddPart } from '#web/pages/dashboard/AddPart.tsx'
import { useDoneMessage } from '#web/records/done-message.tsx'
import { useLeaveQuestion } from '#web/records/forms/leave-question.ts'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface OwnDashboardEditorProps {
  dashboard: Dashboard
  renderView: (layout: ShownLayout, onRemove: (part: ShownPart) => void) => ReactNode
  onClose: () => void
}

/** Edits what the user's own dashboard shows, beside the dashboard itself. */
export function OwnDashboardEditor({ dashboard, ...props }: OwnDashboardEditorProps) {
  // What is loaded again meanwhile does not take away what somebody edits.
  const [base, setBase] = useState(dashboard)
  return <Editor key={base.revision} base={base} onReload={setBase} {...props} />
}

interface EditorProps extends Omit<OwnDashboardEditorProps, 'dashboard'> {
  base: Dashboard
  onReload: (dashboard: Dashboard) => void
}

const nothingElse = [] as const

function Editor({ base, renderView, onReload, onClose }: EditorProps) {
  const edited = useLayoutDraft('own', base)
  const message = useMessage()
  const { save, giveUp, restore, reload } = useSaveDashboard()
  const sayDone = useDoneMessage(nothingElse)
  const { layout, isChanged } = edited
  const saving = useMutation({
    mutationFn: async () => await save(layout, base.revision),
    onSuccess: () => {
      edited.forget()
      onClose()
      message.success('Dashboard saved.')
    },
  })
  const givingUp = useMutation({
    mutationFn: giveUp,
    onSuccess: (after) => {
      edited.forget()
      onClose()
      sayDone('Dashboard reset to the default.', async () => await restore(base, after))
    },
    onError: (error) => message.error(errorText(error)),
  })
  useLeaveQuestion(() => isChanged && !saving.isSuccess && !givingUp.isSuccess, edited.isKept)
  return (
    <LayoutEditor
      edited={edited}
      words={isChanged ? 'Not saved yet' : wordsOf(base)}
      buttons={
        <>
          {base.source === 'own' && (
            <Button loading={givingUp.isPending} onClick={() => givingUp.mutate()}>
              Reset to default
            </Button>
          )}
          <Button
            onClick={() => {
              edited.forget()
              onClose()
            }}
          >
            Cancel
          </Button>
          <Button
            type="primary"
            disabled={!isChanged}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            Save
          </Button>
        </>
      }
      error={
        saving.error !== null && (
          <SaveError
            error={saving.error}
            fields={[]}
            onReload={() => void reload().then(onReload, (error: Error) => message.error(errorText(error)))}
          />
        )
      }
      addPart={<AddPart parts={layout.parts} onAdd={(part) => edited.setParts([part, ...layout.parts])} />}
      preview={renderView(layout, edited.removePart)}
    />
  )
}

function wordsOf({ source, roleName }: Dashboard): string {
  if (source === 'own') return 'Your own dashboard'
  return source === 'role' ? `The dashboard of the role ${roleName}` : 'The default dashboard'
}
