import { setPassword } from '@callboard/contract/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App, Button, Form, Input } from 'antd'
import classes from '#web/features/profile/profile.module.css'
import { sessionsQuery } from '#web/features/profile/queries.ts'
import { send } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { newPasswordFault } from '#web/lib/password-strength.ts'
import { ErrorNote } from '#web/ui/ErrorNote.tsx'
import { isAllInFields, fieldFaults } from '#web/ui/field-faults.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { passwordRules, StrengthText } from '#web/ui/StrengthText.tsx'

interface Values {
  currentPassword: string
  password: string
  confirmation: string
}

const sent = ['currentPassword', 'password'] as const

export function PasswordPanel() {
  const { id } = useCurrentUser()
  const [form] = Form.useForm<Values>()
  const { message } = App.useApp()
  const client = useQueryClient()
  const change = useMutation({
    // The confirmation stays here.
    mutationFn: ({ currentPassword, password }: Values) =>
      send(setPassword, { params: { id }, body: { currentPassword, password } }),
    onSuccess: async () => {
      form.resetFields()
      message.success('Your password is changed. Your other sessions have ended.')
      await client.invalidateQueries(sessionsQuery)
    },
    onError: (error) => form.setFields(fieldFaults(error, sent)),
  })
  const password = Form.useWatch('password', form) ?? ''
  return (
    <Panel title="Password">
      <Form<Values>
        form={form}
        name="new-password"
        layout="vertical"
        requiredMark={false}
        className={classes.narrow}
        onFinish={change.mutate}
      >
        <Form.Item
          name="currentPassword"
          label="Current password"
          rules={[{ required: true, message: 'Enter your current password.' }]}
        >
          <Input.Password autoComplete="current-password" maxLength={200} />
        </Form.Item>
        <Form.Item
          name="password"
          label="New password"
          extra={
            <>
              {passwordRules}
              <StrengthText password={password} />
            </>
          }
          validateTrigger="onSubmit"
          rules={[{ validator: (_, value?: string) => checked('password', value ?? '', '') }]}
        >
          <Input.Password autoComplete="new-password" maxLength={200} />
        </Form.Item>
        <Form.Item
          name="confirmation"
          label="New password again"
          validateTrigger="onSubmit"
          rules={[{ validator: (_, value?: string) => checked('confirmation', password, value ?? '') }]}
        >
          <Input.Password autoComplete="new-password" maxLength={200} />
        </Form.Item>
        {change.error !== null && !isAllInFields(change.error, sent) && (
          <div className={classes.fault}>
            <ErrorNote error={change.error} title="Your password was not changed" />
          </div>
        )}
        <p className={classes.note}>Your sessions elsewhere end by it; this one goes on.</p>
        <div className={classes.buttons}>
          <Button type="primary" htmlType="submit" loading={change.isPending}>
            Change password
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

async function checked(
  field: 'password' | 'confirmation',
  ...[password, confirmation]: [password: string, confirmation: string]
): Promise<void> {
  const fault = newPasswordFault(password, confirmation)
  if (fault?.field === field) throw new Error(fault.text)
  await Promise.resolve()
}
