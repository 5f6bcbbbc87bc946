import { textLimits } from '@callboard/contract/limits'
import { Form, Input } from 'antd'
import { newPasswordError } from '#web/lib/password-strength.ts'
import { passwordRules, StrengthText } from '#web/ui/StrengthText.tsx'

interface NewPasswordItemsProps {
  /** 'New password' unless given. */
  label?: string
}

/** Fields `password` and `confirmation` of a form. The confirmation is never sent. */
export function NewPasswordItems({ label = 'New password' }: NewPasswordItemsProps) {
  const password = Form.useWatch<string | undefined>('password') ?? ''
  return (
    <>
      <Form.Item
        name="password"
        label={label}
        extra={
          <>
            {passwordRules}
            <StrengthText password={password} />
          </>
        }
        validateTrigger="onSubmit"
        rules={[{ validator: (_, value?: string) => checked('password', value ?? '', '') }]}
      >
        <Input.Password autoComplete="new-password" maxLength={textLimits.password} />
      </Form.Item>
      <Form.Item
        name="confirmation"
        label={`${label} again`}
        validateTrigger="onSubmit"
        rules={[{ validator: (_, value?: string) => checked('confirmation', password, value ?? '') }]}
      >
        <Input.Password autoComplete="new-password" maxLength={textLimits.password} />
      </Form.Item>
    </>
  )
}

async function checked(
  field: 'password' | 'confirmation',
  ...[password, confirmation]: [password: string, confirmation: string]
): Promise<void> {
  const error = newPasswordError(password, confirmation)
  if (error?.field === field) throw new Error(error.text)
  await Promise.resolve()
}
