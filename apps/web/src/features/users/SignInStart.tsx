import { Form, Radio } from 'antd'
import { NewPasswordItems } from '#web/ui/fields/NewPasswordItems.tsx'

/** How a new user who signs in here gets a password. */
export function SignInStart() {
  const isLocal = Form.useWatch<string | undefined>('loginProvider') === 'local'
  const start = Form.useWatch<string | undefined>('start')
  const owner = {
    userName: Form.useWatch<string | undefined>('userName'),
    email: Form.useWatch<string | undefined>('email'),
    firstName: Form.useWatch<string | undefined>('firstName'),
    lastName: Form.useWatch<string | undefined>('lastName'),
  }
  if (!isLocal) return null
  return (
    <>
      <Form.Item name="start" label="Password">
        <Radio.Group
          options={[
            { value: 'invite', label: 'They choose it: email an invitation, good for seven days' },
            { value: 'password', label: 'Set it here' },
          ]}
          vertical
        />
      </Form.Item>
      {start === 'password' && <NewPasswordItems label="Password" owner={owner} />}
    </>
  )
}
