import { textLimits } from '@callboard/contract/limits'
import * as endpoints from '@callboard/contract/users'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { isAllInFields, fieldErrors } from '#web/ui/fields/field-errors.ts'
import { NewPasswordItems } from '#web/ui/fields/NewPasswordItems.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Box, Hint, Row } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface Values {
  currentPassword: string
  password: string
  confirmation: string
}

const sent = ['currentPassword', 'password'] as const

export function PasswordPanel() {
  const { id, userName, firstName, lastName } = useCurrentUser()
  const productName = useQuery(systemSettingsQuery).data?.productName
  const [form] = Form.useForm<Values>()
  const message = useMessage()
  const invalidate = useInvalidate()
  const change = useMutation({
    // The confirmation is not sent.
    mutationFn: ({ currentPassword, password }: Values) =>
      send(endpoints.updatePassword, { params: { id }, body: { currentPassword, password } }),
    onSuccess: async () => {
      form.resetFields()
      message.success('Password changed. Your other sessions have ended.')
      await invalidate('session')
    },
    onError: (error) => form.setFields(fieldErrors(error, sent)),
  })
  return (
    <Panel title="Password">
      <Form<Values>
        form={form}
        name="new-password"
        layout="vertical"
        requiredMark={false}
        style={{ maxWidth: 640 }}
        onFinish={change.mutate}
      >
        <Form.Item
          name="currentPassword"
          label="Current password"
          rules={[{ required: true, message: 'Enter your current password.' }]}
        >
          <Input.Password autoComplete="current-password" maxLength={textLimits.password} />
        </Form.Item>
        <NewPasswordItems owner={{ userName, firstName, lastName, productName }} />
        {change.error !== null && !isAllInFields(change.error, sent) && (
          <Box margin="0 0 16px">
            <ErrorNote error={change.error} title="Your password was not changed" />
          </Box>
        )}
        <Hint margin="0 0 12px">This ends your sessions elsewhere; the current one continues.</Hint>
        <Row gap={8} wrap>
          <Button type="primary" htmlType="submit" loading={change.isPending}>
            Change password
          </Button>
        </Row>
      </Form>
    </Panel>
  )
}
