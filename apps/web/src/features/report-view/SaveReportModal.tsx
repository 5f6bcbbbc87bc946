import { createSavedReport, type SavedReport } from '@callboard/contract/saved-reports'
import type { Me } from '@callboard/contract/users'
import { useMutation } from '@tanstack/react-query'
import { Form, Modal } from 'antd'
import { useLocation } from 'react-router'
import { LeftGroupNote } from '#web/features/report-view/LeftGroupNote.tsx'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { userChoice } from '#web/records/choices/choices.ts'
import { nameGroupToShareWith, searchGroupsToShareWith } from '#web/records/choices/group-to-share-with.ts'
import { useFormDraft } from '#web/records/forms/form-draft.ts'
import { RestoredDraft } from '#web/records/forms/RestoredDraft.tsx'
import { FormFieldsContext } from '#web/records/forms/form-fields.ts'
import { TextItem } from '#web/records/forms/FormItems.tsx'
import type { RecordChoice } from '#web/records/choices/record-choice.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import { fieldErrors } from '#web/ui/fields/field-errors.ts'

export type SavedForm = Pick<SavedReport, 'name' | 'sharedWithGroupId' | 'userId'>

const declared = { type: 'savedReport', body: createSavedReport.body } as const

const fields = ['name', 'sharedWithGroupId', 'userId'] as const

interface SaveReportModalProps {
  title: string
  initial: SavedForm
  /** The field to begin with. */
  first?: keyof SavedForm
  /** One that is there: an administrator may give it to somebody else. */
  saved?: SavedReport
  save: (form: SavedForm) => Promise<unknown>
  onClose: () => void
}

/** Name of a saved report, with whom it is shared, and whose it is. */
export function SaveReportModal({
  title,
  initial,
  first = 'name',
  saved,
  save,
  onClose,
}: SaveReportModalProps) {
  const me = useCurrentUser()
  const [form] = Form.useForm<SavedForm>()
  const { name, sharedWithGroupId, userId } = initial
  const initialValues = { name, sharedWithGroupId, userId }
  const draft = useFormDraft(form, { of: `save:${useLocation().pathname}#${title}`, initialValues })
  const saving = useMutation({
    mutationFn: async (values: SavedForm) => await draft.send(async () => await save(values)),
    onSuccess: onClose,
    onError: (error) => form.setFields(fieldErrors(error, fields)),
  })
  return (
    <Modal
      open
      title={title}
      okText="Save"
      confirmLoading={saving.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
      afterOpenChange={(isOpen) => {
        if (isOpen) form.focusField(first)
      }}
    >
      <Form<SavedForm>
        form={form}
        name="saved-report"
        layout="vertical"
        requiredMark={false}
        initialValues={initialValues}
        onValuesChange={(_, entered: SavedForm) => draft.keep(entered)}
        onFinish={(values) => saving.mutate({ ...values, userId: values.userId ?? userId })}
      >
        <RestoredDraft draft={draft} />
        <FormFieldsContext value={declared}>
          <TextItem name="name" />
        </FormFieldsContext>
        <Form.Item
          name="sharedWithGroupId"
          label="Share with a group"
          extra="Members can run it over the calls that they have access to. Only its owner and administrators can change it."
        >
          <RecordSelect choice={sharingChoice(me, saved)} placeholder="Nobody: only you see it" />
        </Form.Item>
        <LeftGroupNote saved={saved} />
        {saved !== undefined && me.isAdmin && (
          <Form.Item
            name="userId"
            rules={[{ required: true, message: 'Choose an owner.' }]}
            label="Owner"
            extra="The new owner can change and delete it."
          >
            <RecordSelect choice={userChoice} placeholder={saved.ownerName} />
          </Form.Item>
        )}
        {saving.error !== null && <SaveError error={saving.error} fields={fields} />}
      </Form>
    </Modal>
  )
}

function sharingChoice(me: Me, saved: SavedReport | undefined): RecordChoice {
  return {
    key: ['reportGroup', 'sharing'],
    search: async (keyword, signal) => await searchGroupsToShareWith(me, keyword, signal),
    // Its owner may have left the group that has it.
    nameOf: async (id, signal) =>
      (id === saved?.sharedWithGroupId ? saved.sharedWithGroupName : undefined) ??
      (await nameGroupToShareWith(me, id, signal)) ??
      'Unknown',
  }
}
