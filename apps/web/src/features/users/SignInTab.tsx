import { inviteUser } from '@callboard/contract/manage-users'
import { deleteUserTwoFactor, getSignInMeans, type SignInMeans } from '@callboard/contract/two-factor'
import { updatePassword, type User } from '@callboard/contract/users'
import { useMutation, useQuery } from '@tanstack/react-query'
import { App, Button, Flex, Form } from 'antd'
import { Link } from 'react-router'
import { useUserChange } from '#web/features/users/user-change.ts'
import classes from '#web/features/users/users.module.css'
import { send } from '#web/lib/api.ts'
import { fullName, useCurrentUser } from '#web/lib/current-user.ts'
import { paths } from '#web/lib/paths.ts'
import { ErrorNote } from '#web/ui/ErrorNote.tsx'
import { fieldErrors, isAllInFields } from '#web/ui/field-errors.ts'
import { NewPasswordItems } from '#web/ui/NewPasswordItems.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryState } from '#web/ui/QueryState.tsx'
import { TimeText } from '#web/ui/TimeText.tsx'

/** What a user signs in with, and what an administrator can do where they cannot. */
export function SignInTab({ user }: { user: User }) {
  const me = useCurrentUser()
  if (user.loginProvider !== 'local')
    return <Panel title="Password">They sign in at “{user.loginProvider}”, which keeps their password.</Panel>
  if (user.id === me.id) {
    return (
      <Panel title="Password">
        Your own password and two-factor sign-in are changed on <Link to={paths.profile}>your profile</Link>,
        with the current password.
      </Panel>
    )
  }
  return <MeansOfUser user={user} />
}

function MeansOfUser({ user }: { user: User }) {
  const { id } = user
  const query = useQuery({
    queryKey: [getSignInMeans.path, id],
    queryFn: ({ signal }) => send(getSignInMeans, { params: { id } }, signal),
  })
  const reload = () => void query.refetch()
  return (
    <QueryState query={query}>
      {(means) => (
        <Flex vertical gap={12}>
          {!means.hasPassword && <Invitation user={user} />}
          <SetPassword user={user} hasPassword={means.hasPassword} onSet={reload} />
          <TwoFactorOfUser user={user} means={means} onChanged={reload} />
        </Flex>
      )}
    </QueryState>
  )
}

interface Values {
  password: string
  /** Stays here. */
  confirmation: string
}

const sent = ['password'] as const

interface SetPasswordProps {
  user: User
  hasPassword: boolean
  onSet: () => void
}

function SetPassword({ user: { id }, hasPassword, onSet }: SetPasswordProps) {
  const [form] = Form.useForm<Values>()
  const { message } = App.useApp()
  const change = useMutation({
    mutationFn: ({ password }: Values) => send(updatePassword, { params: { id }, body: { password } }),
    onSuccess: () => {
      form.resetFields()
      message.success('The password is set.')
      onSet()
    },
    onError: (error) => form.setFields(fieldErrors(error, sent)),
  })
  return (
    <Panel title={hasPassword ? 'Set another password' : 'Set a password'}>
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
          <div className={classes.error}>
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
          : 'They have no password yet. A mail takes them a link to choose one, good for seven days; earlier links are dead then.'}
      </p>
      <Button disabled={email === null} loading={invite.isPending} onClick={() => invite.mutate()}>
        Send invitation
      </Button>
    </Panel>
  )
}

interface TwoFactorOfUserProps {
  user: User
  means: SignInMeans
  onChanged: () => void
}

function TwoFactorOfUser({ user, means, onChanged }: TwoFactorOfUserProps) {
  const { ask } = useUserChange()
  const { id } = user
  const { twoFactorSince, recoveryCodesLeft } = means
  if (twoFactorSince === null) return <Panel title="Two-factor sign-in">It is off.</Panel>
  return (
    <Panel title="Two-factor sign-in">
      <p className={classes.quiet}>
        On since <TimeText at={twoFactorSince} />, with {recoveryCodesLeft} recovery{' '}
        {recoveryCodesLeft === 1 ? 'code' : 'codes'} left. Turn it off for somebody who lost their device and
        their codes.
      </p>
      <Button
        danger
        onClick={() =>
          ask({
            title: `Turn two-factor sign-in of ${fullName(user)} off?`,
            content:
              'Their password alone is asked for then. Make sure that it is they who ask for this: call them back.',
            okText: 'Turn off',
            work: async () => {
              await send(deleteUserTwoFactor, { params: { id } })
              onChanged()
            },
            done: 'Two-factor sign-in is off.',
          })
        }
      >
        Turn off
      </Button>
    </Panel>
  )
}
