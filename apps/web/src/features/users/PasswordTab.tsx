import { inviteUser } from '@callboard/contract/manage-users'
import { setPassword, type User } from '@callboard/contract/users'
import { useMutation } from '@tanstack/react-query'
import { App, Button, Flex, Form } from 'antd'
import { Link } from 'react-router'
import { useUserChange } from '#web/features/users/user-change.ts'
import classes from '#web/features/users/users.module.css'
import { send } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { ErrorNote } from '#web/ui/ErrorNote.tsx'
import { fieldFaults, isAllInFields } from '#web/ui/field-faults.ts'
import { NewPasswordItems } from '#web/ui/NewPasswordItems.tsx'
import { Panel } from '#web/ui/Panel.tsx'

export function PasswordTab({ user }: { user: User }) {
  const me = useCurrentUser()
  if (user.loginProvider !== 'local')
    return <Panel title="Password">They sign in at “{user.loginProvider}”, which keeps their password.</Panel>
  if (user.id === me.id) {
    return (
      <Panel title="Password">
        Your own password is changed on <Link to={paths.profile}>your profile</Link>, with the current one.
      </Panel>
    )
  }
  return (
    <Flex vertical gap={12}>
      <SetPassword id={user.id} />
      <Invitation user={user} />
    </Flex>
  )
}

interface Values {
  password: string
  /** Stays here. */
  confirmation: string
}

const sent = ['password'] as const

function SetPassword({ id }: { id: string }) {
  const [form] = Form.useForm<Values>()
  const { message } = App.useApp()
  const change = useMutation({
    mutationFn: ({ password }: Values) => send(setPassword, { params: { id }, body: { password } }),
    onSuccess: () => {
      form.resetFields()
      message.success('The password is set.')
    },
    onError: (error) => form.setFields(fieldFaults(error, sent)),
  })
  return (
    <Panel title="Set a password">
      <Form<Values>
        form={form}
        name="password-of-user"
        layout="vertical"
        requiredMark={false}
        className={classes.narrow}
        onFinish={change.mutate}
      >
        <NewPasswordItems />
        {change.error !== null && !isAllInFields(change.error, sent) && (
          <div className={classes.fault}>
            <ErrorNote error={change.error} title="The password was not set" />
          </div>
        )}
        <p className={classes.quiet}>
          They are signed out everywhere, and links that were mailed to them are dead.
        </p>
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          Set password
        </Button>
      </Form>
    </Panel>
  )
}

function Invitation({ user: { id, email } }: { user: User }) {
  const { run } = useUserChange()
  const invite = useMutation({
    mutationFn: async () =>
      await run({
        work: async () => await send(inviteUser, { params: { id } }),
        done: `The invitation is on its way to ${email ?? ''}.`,
      }),
  })
  return (
    <Panel title="Invitation">
      <p className={classes.quiet}>
        {email === null
          ? 'They have no e-mail address that an invitation could go to.'
          : 'For a user who has no password yet: a mail with a link to choose one, good for seven days. Earlier links are dead then.'}
      </p>
      <Button disabled={email === null} loading={invite.isPending} onClick={() => invite.mutate()}>
        Send invitation
      </Button>
    </Panel>
  )
}
