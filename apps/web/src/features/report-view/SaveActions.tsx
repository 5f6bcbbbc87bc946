import { EllipsisOutlined, SaveOutlined } from '@ant-design/icons'
import { formatCounted } from '@callboard/contract/format'
import type { Report, RunReport } from '@callboard/contract/reports'
import * as endpoints from '@callboard/contract/saved-reports'
import type { SavedReport, SavedView } from '@callboard/contract/saved-reports'
import { useMutation } from '@tanstack/react-query'
import { App, Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { sourceOf } from '#web/features/report-view/shown-report.ts'
import { type SavedForm, SaveReportModal } from '#web/features/report-view/SaveReportModal.tsx'
import { send } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { useCurrentUser, useHoldsClaim, useIsViewingAs } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useDoneMessage } from '#web/records/done-message.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { useMessage } from '#web/ui/message.tsx'

interface SaveActionsProps {
  /** Undefined where it is not found any more: then nothing else can be saved. */
  report?: Report
  saved: SavedReport | undefined
  /** What would be saved. */
  shown?: { parameters: RunReport['parameters']; view: SavedView }
  isChanged: boolean
  /** What else can be done on the page. */
  more?: NonNullable<MenuProps['items']>
}

type Open = 'create' | 'share' | 'edit'
const changed = ['savedReport', 'report', 'subscription'] as const

/** Saves the report as it is shown; of a saved one, what its owner and administrators may do with it. */
export function SaveActions({ report, saved, shown, isChanged, more = [] }: SaveActionsProps) {
  const me = useCurrentUser()
  const maySave = useHoldsClaim('reporting.save')
  const isViewingAs = useIsViewingAs()
  const [open, setOpen] = useState<Open>()
  const message = useMessage()
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const askToDelete = useDeleting()
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
  if (!maySave || isViewingAs) return <MoreMenu items={more} />
  const isEditable = saved !== undefined && (me.isAdmin || saved.userId === me.id)
  const close = () => setOpen(undefined)

  async function create(form: SavedForm) {
    if (report === undefined || shown === undefined) return
    const { id, sharedWithGroupName } = await send(endpoints.createSavedReport, {
      body: {
        ...shown,
        ...sourceOf(report, saved),
        name: form.name,
        sharedWithGroupId: form.sharedWithGroupId,
      },
    })
    await invalidate(...changed)
    await navigate(paths.savedReport(id))
    message.success(savedText(form.name, sharedWithGroupName))
  }

  async function edit({ userId, ...form }: SavedForm) {
    if (saved === undefined) return
    const { name, sharedWithGroupName } = await send(endpoints.updateSavedReport, {
      params: { savedReportId: saved.id },
      body: { ...form, ...(userId !== saved.userId && { userId }), revision: saved.revision },
    })
    await invalidate(...changed)
    message.success(savedText(name, sharedWithGroupName))
  }

  const keep = saved === undefined ? 'Save or share' : 'Save as'
  const saveAs = { key: 'create', label: 'Save as…', onClick: () => setOpen('create') }
  return (
    <>
      {isEditable ? (
        <>
          {shown !== undefined && (
            <Button
              type={isChanged ? 'primary' : 'default'}
              title="Save"
              icon={<SaveOutlined aria-hidden />}
              disabled={!isChanged}
              loading={save.isPending}
              onClick={() => save.mutate(saved.id)}
            >
              Save
            </Button>
          )}
          <MoreMenu
            items={[
              { key: 'share', label: 'Share…', onClick: () => setOpen('share') },
              ...(shown === undefined ? [] : [saveAs]),
              {
                key: 'edit',
                label: me.isAdmin ? 'Rename or transfer…' : 'Rename…',
                onClick: () => setOpen('edit'),
              },
              ...more,
              { type: 'divider' },
              { key: 'delete', label: 'Delete', danger: true, onClick: () => askToDelete(saved) },
            ]}
          />
        </>
      ) : (
        <>
          <Button title={keep} icon={<SaveOutlined aria-hidden />} onClick={() => setOpen('create')}>
            {keep}
          </Button>
          <MoreMenu items={more} />
        </>
      )}
      {open === 'create' && (
        <SaveReportModal
          title="Save or share"
          initial={newForm(me.id, saved ?? report)}
          save={create}
          onClose={close}
        />
      )}
      {(open === 'share' || open === 'edit') && saved !== undefined && (
        <SaveReportModal
          title={open === 'share' ? `Share ${saved.name}` : 'Saved report'}
          first={open === 'share' ? 'sharedWithGroupId' : 'name'}
          initial={saved}
          saved={saved}
          save={edit}
          onClose={close}
        />
      )}
    </>
  )
}

/** Returns what asks whether to delete a saved report. */
function useDeleting(): (saved: SavedReport) => void {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const sayDone = useDoneMessage(changed)
  return ({ id, reportId, name, sharedWithGroupName: group, subscriptionCount }) => {
    const ended =
      subscriptionCount === 0 ? '' : `It ends ${formatCounted(subscriptionCount, 'subscription')} to it. `
    const lost = group === null ? '' : `Members of ${group} will no longer see it. `
    modal.confirm({
      title: `Delete ${name}?`,
      content: `${lost}${ended}${reportId === null ? '' : 'The report itself stays.'}`,
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
}

function MoreMenu({ items }: { items: NonNullable<MenuProps['items']> }) {
  if (items.length === 0) return null
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        // Else the key that chose an item would press what is focused in the dialog that it opens.
        onClick: ({ domEvent }) => domEvent.preventDefault(),
      }}
    >
      <Button aria-haspopup="menu" title="More" icon={<EllipsisOutlined aria-hidden />}>
        More
      </Button>
    </Dropdown>
  )
}

function savedText(name: string, group: string | null): string {
  return group === null ? `${name} is saved.` : `${name} is saved, and shared with ${group}.`
}

function newForm(userId: string, of: { name: string } | undefined): SavedForm {
  return { name: of?.name ?? '', sharedWithGroupId: null, userId }
}
