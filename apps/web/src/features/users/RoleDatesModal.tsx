import * as endpoints from '@callboard/contract/user-roles'
import type { RoleAssignment } from '@callboard/contract/users'
import { useMutation } from '@tanstack/react-query'
import { Form, Modal } from 'antd'
import { roleChoice } from '#web/records/choices/choices.ts'
import classes from '#web/features/users/users.module.css'
import { send } from '#web/lib/api/api.ts'
import { daysOfTerm } from '#web/records/role-term.ts'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { fieldErrors, isAllInFields } from '#web/ui/fields/field-errors.ts'
import { useFormDraft } from '#web/records/forms/form-draft.ts'
import { RestoredDraft } from '#web/records/forms/RestoredDraft.tsx'
import { DateItem } from '#web/records/forms/DateItem.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface Values {
  roleId: string | null
  /** Days; empty means open. */
  startDate: string
  expiryDate: string
}

const fields = ['roleId', 'startDate', 'expiryDate'] as const

interface RoleDatesModalProps {
  userId: string
  /** The role whose dates change; undefined adds another one. */
  given: RoleAssignment | undefined
  /** The zone of the days. */
  timeZone: string
  /** Roles that the user has. */
  taken: readonly string[]
  onClose: () => void
}

/** Adds a role from one day to another, or changes these days. */
export function RoleDatesModal({ userId, given, timeZone, taken, onClose }: RoleDatesModalProps) {
  const [form] = Form.useForm<Values>()
  const message = useMessage()
  const invalidate = useInvalidate()
  const days = given === undefined ? { firstDay: '', lastDay: '' } : daysOfTerm(given, timeZone)
  const initialValues = { roleId: given?.roleId ?? null, startDate: days.firstDay, expiryDate: days.lastDay }
  // Days are those of a zone: in another one they would mean other instants.
  const draft = useFormDraft(form, {
    of: `role:${userId}:${given?.roleId ?? 'new'}:${timeZone}`,
    initialValues,
  })
  const save = useMutation({
    mutationFn: async (values: Values) => await draft.send(async () => await sendTerm(values)),
    onSuccess: ({ roleName }) => {
      void invalidate('user', 'role')
      message.success(given === undefined ? `Role ${roleName} assigned.` : 'Dates changed.')
      onClose()
    },
    onError: (error) => form.setFields(fieldErrors(error, fields)),
  })
  async function sendTerm(values: Values) {
    return await send(endpoints.addUserRole, {
      params: { id: userId },
      body: {
        roleId: given?.roleId ?? values.roleId ?? '',
        // A day that is not changed keeps its time, if it has one.
        startDate: dateOf(values.startDate, { day: days.firstDay, at: given?.startDate }),
        expiryDate: dateOf(values.expiryDate, { day: days.lastDay, at: given?.expiryDate }),
      },
    })
  }
  return (
    <Modal
      open
      title={given === undefined ? 'Assign a role' : `Dates of ${given.roleName}`}
      okText={given === undefined ? 'Assign role' : 'Change dates'}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        name="role-dates"
        layout="vertical"
        requiredMark={false}
        initialValues={initialValues}
        onValuesChange={(_, entered: Values) => draft.keep(entered)}
        onFinish={save.mutate}
      >
        <RestoredDraft draft={draft} />
        {given === undefined && (
          <Form.Item name="roleId" label="Role" rules={[{ required: true, message: 'Choose a role.' }]}>
            <RecordSelect
              choice={roleChoice}
              placeholder="Find a role"
              taken={{ ids: taken, why: 'assigned already, change its dates' }}
            />
          </Form.Item>
        )}
        <div className={classes.pair}>
          <DateItem
            name="startDate"
            label="First day"
            extra="Leave empty to start immediately."
            timeZone={timeZone}
          />
          <DateItem
            name="expiryDate"
            label="Last day (included)"
            extra="Leave empty for no end date."
            first="startDate"
            timeZone={timeZone}
          />
        </div>
        {save.error !== null && !isAllInFields(save.error, fields) && (
          <ErrorNote error={save.error} title="The role was not assigned" />
        )}
      </Form>
    </Modal>
  )
}

function dateOf(day: string, before: { day: string; at: string | null | undefined }): string | null {
  if (day === '') return null
  return day === before.day ? (before.at ?? day) : day
}
