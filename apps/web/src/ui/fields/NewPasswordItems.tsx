import { textLimits } from '@callboard/contract/limits'
import type { PasswordOwner } from '@callboard/contract/passwords'
import { Form, Input } from 'antd'
import { newPasswordError } from '#web/ui/fields/password-strength.ts'
import { passwordRules, StrengthText } from '#web/ui/fields/StrengthText.tsx'

interface NewPasswordItemsProps {
  /** 'New password' unless given. */
  label?: string
  /** What is known of whose password it is. */
  owner: PasswordOwner
  /** Whether it is the password of whoever types it, as it is unless given. */
  isOwn?: boolean
}

/** Fields `password` and `confirmation` of a form. The confirmation is never sent. */
export function NewPasswordItems({ label = 'New password', owner, isOwn = true }: NewPasswordItemsProps) {
  const password = Form.useWatch<string | undefined>('password') ?? ''
  return (
    <>
      <Form.Item
        name="password"
        label={label}
        extra={
          <>
            {passwordRules(isOwn)}
            <StrengthText password={password} owner={owner} isOwn={isOwn} />
          </>
        }
        validateTrigger="onSubmit"
        rules={[
          { validator: (_, value?: string) => check('password', newPasswordError(value ?? '', '', owner)) },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={textLimits.password} />
      </Form.Item>
      <Form.Item
        name="confirmation"
        label={`Confirm ${label.toLowerCase()}`}
        validateTrigger="onSubmit"
        rules={[
          {
            validator: (_, value?: string) =>
              check('confirmation', newPasswordError(password, value ?? '', owner)),
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={textLimits.password} />
      </Form.Item>
    </>
  )
}

async function check(
  field: 'password' | 'confirmation',
  error: ReturnType<typeof newPasswordError>,
): Promise<void> {
  if (error?.field === field) throw new Error(error.text)
  await Promise.resolve()
}
