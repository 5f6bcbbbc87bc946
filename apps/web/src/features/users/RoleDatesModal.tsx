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
import { useInvalidate } from '#web/records/invalidate.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { DateInput } from '#web/ui/fields/DateInput.tsx'
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
  const save = useMutation({
    mutationFn: async (values: Values) =>
      await send(endpoints.addUserRole, {
        params: { id: userId },
        body: {
          roleId: given?.roleId ?? values.roleId ?? '',
          // A day that is not changed keeps its time, if it has one.
          startDate: dateOf(values.startDate, { day: days.firstDay, at: given?.startDate }),
          expiryDate: dateOf(values.expiryDate, { day: days.lastDay, at: given?.expiryDate }),
        },
      }),
    onSuccess: ({ roleName }) => {
      void invalidate('user', 'role')
      message.success(given === undefined ? `The role ${roleName} is given.` : 'The dates are changed.')
      onClose()
    },
    onError: (error) => form.setFields(fieldErrors(error, fields)),
  })
  return (
    <Modal
      open
      title={given === undefined ? 'Give a role' : `Dates of ${given.roleName}`}
      okText={given === undefined ? 'Give role' : 'Change dates'}
      confirmLoading={save.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        name="role-dates"
        layout="vertical"
        requiredMark={false}
        initialValues={{ roleId: given?.roleId ?? null, startDate: days.firstDay, expiryDate: days.lastDay }}
        onFinish={save.mutate}
      >
        {given === undefined && (
          <Form.Item name="roleId" label="Role" rules={[{ required: true, message: 'Choose a role.' }]}>
            <RecordSelect choice={roleChoice} placeholder="Find a role" except={taken} />
          </Form.Item>
        )}
        <div className={classes.pair}>
          <Form.Item name="startDate" label="First day" extra="Empty: at once.">
            <DateInput />
          </Form.Item>
          <Form.Item
            name="expiryDate"
            label="Last day, included"
            extra="Empty: until it is removed."
            dependencies={['startDate']}
            rules={[
              ({ getFieldValue }) => ({
                validator: async (_, last?: string) =>
                  await inOrder(String(getFieldValue('startDate')), last),
              }),
            ]}
          >
            <DateInput />
          </Form.Item>
        </div>
        {save.error !== null && !isAllInFields(save.error, fields) && (
          <ErrorNote error={save.error} title="The role was not given" />
        )}
      </Form>
    </Modal>
  )
}

function dateOf(day: string, before: { day: string; at: string | null | undefined }): string | null {
  if (day === '') return null
  return day === before.day ? (before.at ?? day) : day
}

async function inOrder(first: string, last = ''): Promise<void> {
  if (first !== '' && last !== '' && last < first) throw new Error('The last day is before the first.')
  await Promise.resolve()
}
