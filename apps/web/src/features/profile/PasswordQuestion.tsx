import { textLimits } from '@callboard/contract/limits'
import { Button, Form, Input } from 'antd'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { Box, Row } from '#web/ui/layout.tsx'

interface PasswordQuestionProps {
  /** What the password is needed for, shown on the button. */
  action: string
  isBusy: boolean
  error: Error | null
  onAnswer: (password: string) => void
  onCancel?: (() => void) | undefined
}

/** Asks for the current password before the sign-in is changed or weakened. */
export function PasswordQuestion({ action, isBusy, error, onAnswer, onCancel }: PasswordQuestionProps) {
  return (
    <Form<{ password: string }>
      // Prefixes the ids of the fields: other forms on the page have fields of the same name.
      name="password-question"
      layout="vertical"
      requiredMark={false}
      style={{ maxWidth: 640 }}
      onFinish={({ password }) => onAnswer(password)}
    >
      <Form.Item
        name="password"
        label="Confirm your password"
        rules={[{ required: true, message: 'Enter your password.' }]}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for by the button before */}
        <Input.Password autoComplete="current-password" maxLength={textLimits.password} autoFocus />
      </Form.Item>
      {error !== null && (
        <Box margin="0 0 16px">
          <ErrorNote error={error} title="This was not done" />
        </Box>
      )}
      <Row gap={8} wrap>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {action}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      </Row>
    </Form>
  )
}
