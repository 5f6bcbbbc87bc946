import { DownOutlined, SaveOutlined } from '@ant-design/icons'
import type { Report, RunReport } from '@callboard/contract/reports'
import * as endpoints from '@callboard/contract/saved-reports'
import type { SavedReport, SavedView } from '@callboard/contract/saved-reports'
import { useMutation } from '@tanstack/react-query'
import { App, Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type SavedForm, SaveReportModal } from '#web/features/reports/SaveReportModal.tsx'
import { send } from '#web/lib/api.ts'
import { errorText } from '#web/lib/api-error.ts'
import { useCurrentUser, useHoldsClaim, useIsViewingAs } from '#web/lib/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { useDoneMessage } from '#web/records/done-message.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'

interface SaveActionsProps {
  /** Undefined where it is not found any more: then nothing else can be saved. */
  report?: Report
  saved: SavedReport | undefined
  /** What would be saved. */
  shown?: { parameters: RunReport['parameters']; view: SavedView }
  isChanged: boolean
}

type Open = 'create' | 'edit'
const changed = ['savedReport', 'report'] as const

/** Saves the report as it is shown; of a saved one, what its owner and administrators may do with it. */
export function SaveActions({ report, saved, shown, isChanged }: SaveActionsProps) {
  const me = useCurrentUser()
  const maySave = useHoldsClaim('reporting.save')
  const isViewingAs = useIsViewingAs()
  const [open, setOpen] = useState<Open>()
  const { message, modal } = App.useApp()
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const sayDone = useDoneMessage(changed)
  const save = useMutation({
    mutationFn: async (id: string) =>
      await send(endpoints.updateSavedReport, {
        params: { savedReportId: id },
        body: { ...shown, revision: saved?.revision },
      }),
    onSuccess: async ({ id, name }) => {
      await invalidate(...changed)
      // What differed is what is saved now.
      await navigate(paths.savedReport(id), { replace: true })
      message.success(`${name} is saved.`)
    },
    onError: (error) => message.error(errorText(error)),
  })
  if (!maySave || isViewingAs) return null
  const isEditable = saved !== undefined && (me.isAdmin || saved.userId === me.id)
  const close = () => setOpen(undefined)

  async function create(form: SavedForm) {
    if (report === undefined || shown === undefined) return
    const { id } = await send(endpoints.createSavedReport, {
      body: { ...shown, reportId: report.id, name: form.name, sharedWithGroupId: form.sharedWithGroupId },
    })
    await invalidate(...changed)
    await navigate(paths.savedReport(id))
    message.success(`${form.name} is saved.`)
  }

  async function edit({ userId, ...form }: SavedForm) {
    if (saved === undefined) return
    await send(endpoints.updateSavedReport, {
      params: { savedReportId: saved.id },
      body: { ...form, ...(userId !== saved.userId && { userId }), revision: saved.revision },
    })
    await invalidate(...changed)
    message.success('Saved.')
  }

  function askToDelete({ id, name, sharedWithGroupName: group }: SavedReport) {
    modal.confirm({
      title: `Delete ${name}?`,
      content:
        group === null
          ? 'The report itself stays.'
          : `Nobody of ${group} finds it then. The report itself stays.`,
      okText: 'Delete',
      okButtonProps: { danger: true },
      onOk: async () => {
        await send(endpoints.deleteSavedReport, { params: { id } })
        await navigate(paths.reports)
        await invalidate(...changed)
        sayDone(`${name} is deleted.`, () => send(endpoints.restoreSavedReport, { params: { id } }))
      },
    })
  }

  const saveAs = { key: 'create', label: 'Save as', onClick: () => setOpen('create') }
  return (
    <>
      {isEditable ? (
        <>
          {shown !== undefined && (
            <Button
              type={isChanged ? 'primary' : 'default'}
              icon={<SaveOutlined aria-hidden />}
              disabled={!isChanged}
              loading={save.isPending}
              onClick={() => save.mutate(saved.id)}
            >
              Save
            </Button>
          )}
          <Dropdown
            trigger={['click']}
            menu={{
              items: [
                ...(shown === undefined ? [] : [saveAs]),
                {
                  key: 'edit',
                  label: me.isAdmin ? 'Rename, share, hand over' : 'Rename, share',
                  onClick: () => setOpen('edit'),
                },
                { key: 'delete', label: 'Delete', danger: true, onClick: () => askToDelete(saved) },
              ],
            }}
          >
            <Button aria-haspopup="menu" icon={<DownOutlined aria-hidden />} iconPlacement="end">
              More
            </Button>
          </Dropdown>
        </>
      ) : (
        <Button icon={<SaveOutlined aria-hidden />} onClick={() => setOpen('create')}>
          {saved === undefined ? 'Save' : 'Save as'}
        </Button>
      )}
      {open === 'create' && (
        <SaveReportModal
          title="Save report"
          initial={newForm(me.id, saved ?? report)}
          save={create}
          onClose={close}
        />
      )}
      {open === 'edit' && saved !== undefined && (
        <SaveReportModal title="Saved report" initial={saved} saved={saved} save={edit} onClose={close} />
      )}
    </>
  )
}

function newForm(userId: string, of: { name: string } | undefined): SavedForm {
  return { name: of?.name ?? '', sharedWithGroupId: null, userId }
}
