import { inviteUser, sendPasswordLink } from '@callboard/contract/manage-users'
import { deleteUserTwoFactor, type SignInMeans } from '@callboard/contract/two-factor'
import { deleteUserSession, deleteUserSessions, updatePassword, type User } from '@callboard/contract/users'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Flex, Form } from 'antd'
import { useDeliveryMessage } from '#web/features/users/delivery-message.tsx'
import { signInMeansQuery, userSessionsQuery } from '#web/features/users/queries.ts'
import { send } from '#web/lib/api/api.ts'
import { fullName, useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { SessionsPanel } from '#web/records/sign-ins/SessionsPanel.tsx'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { fieldErrors, isAllInFields } from '#web/ui/fields/field-errors.ts'
import { NewPasswordItems } from '#web/ui/fields/NewPasswordItems.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, Hint } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

/** How a user signs in, and what an administrator can do when they cannot. */
export function SignInTab({ user }: { user: User }) {
  const me = useCurrentUser()
  const isLocal = user.loginProvider === 'local'
  if (user.id === me.id) {
    return (
      <Panel title="Password and sessions">
        {isLocal
          ? 'Your own password, two-factor sign-in and sessions are changed on '
          : `You sign in at “${user.loginProvider}”, which keeps your password. Your sessions are on `}
        <TextLink to={paths.profile}>your profile</TextLink>.
      </Panel>
    )
  }
  return (
    <Flex vertical gap={12}>
      {isLocal ? (
        <MeansOfUser user={user} />
      ) : (
        <Panel title="Password">
          This user signs in at “{user.loginProvider}”, which keeps their password.
        </Panel>
      )}
      <SessionsOfUser user={user} />
    </Flex>
  )
}

function SessionsOfUser({ user }: { user: User }) {
  const { id } = user
  return (
    <SessionsPanel
      note="Where this user is signed in"
      query={userSessionsQuery(id)}
      changes={['user', 'signIn']}
      end={(sessionId) => send(deleteUserSession, { params: { id, sessionId } })}
      endAll={{
        label: 'Sign out everywhere',
        question: {
          title: `Sign ${fullName(user)} out everywhere?`,
          content: 'All of their sessions end immediately, and they have to sign in again.',
        },
        action: () => send(deleteUserSessions, { params: { id } }),
      }}
      emptyReason="This user is not signed in anywhere."
    />
  )
}

function MeansOfUser({ user }: { user: User }) {
  const { id } = user
  const query = useQuery(signInMeansQuery(id))
  return (
    <QueryState query={query}>
      {(means) => (
        <Flex vertical gap={12}>
          {!means.hasPassword && <Invitation user={user} />}
          <SetPassword user={user} hasPassword={means.hasPassword} />
          <TwoFactorOfUser user={user} means={means} />
        </Flex>
      )}
    </QueryState>
  )
}

interface Values {
  password: string
  /** Not sent. */
  confirmation: string
}

const sent = ['password'] as const

interface SetPasswordProps {
  user: User
  hasPassword: boolean
}

function SetPassword({ user, hasPassword }: SetPasswordProps) {
  const { id } = user
  const [form] = Form.useForm<Values>()
  const invalidate = useInvalidate()
  const message = useMessage()
  const change = useMutation({
    mutationFn: ({ password }: Values) => send(updatePassword, { params: { id }, body: { password } }),
    onSuccess: () => {
      form.resetFields()
      message.success('Password set.')
      void invalidate('user')
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
        style={{ maxWidth: 640 }}
        onFinish={change.mutate}
      >
        <NewPasswordItems owner={user} isOwn={false} />
        {change.error !== null && !isAllInFields(change.error, sent) && (
          <Box margin="0 0 16px">
            <ErrorNote error={change.error} title="The password was not set" />
          </Box>
        )}
        <Hint margin="0 0 12px">
          This signs the user out everywhere, and earlier emailed links stop working.
        </Hint>
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          Set password
        </Button>
      </Form>
      {hasPassword && <PasswordLink user={user} />}
    </Panel>
  )
}

/** For users who are to choose another password themselves. */
function PasswordLink({ user: { id, email } }: { user: User }) {
  const sayDelivery = useDeliveryMessage('password link')
  return (
    <Box margin="24px 0 0">
      <Hint margin="0 0 12px">
        {email === null
          ? 'This user has no email address to send a password link to.'
          : `Or send a link to ${email} to choose another one. It expires in an hour, and earlier links stop working. Until the new password is set, the user stays signed in.`}
      </Hint>
      <ActionButton
        disabled={email === null}
        action={async () =>
          sayDelivery((await send(sendPasswordLink, { params: { id } })).delivery, email ?? '')
        }
        changes={['user', 'mail']}
      >
        Send password link
      </ActionButton>
    </Box>
  )
}

function Invitation({ user: { id, email } }: { user: User }) {
  const sayDelivery = useDeliveryMessage()
  return (
    <Panel title="Invitation">
      <Hint margin="0 0 12px">
        {email === null
          ? 'This user has no email address to send an invitation to.'
          : 'This user has no password yet. Send a link to choose one. It expires in seven days, and earlier links stop working.'}
      </Hint>
      <ActionButton
        disabled={email === null}
        action={async () => sayDelivery((await send(inviteUser, { params: { id } })).delivery, email ?? '')}
        changes={['user', 'mail']}
      >
        Send invitation
      </ActionButton>
    </Panel>
  )
}

interface TwoFactorOfUserProps {
  user: User
  means: SignInMeans
}

function TwoFactorOfUser({ user, means: { twoFactorSince, recoveryCodesLeft } }: TwoFactorOfUserProps) {
  if (twoFactorSince === null) return <Panel title="Two-factor sign-in">It is off.</Panel>
  return (
    <Panel title="Two-factor sign-in">
      <Hint margin="0 0 12px">
        On since <TimeText at={twoFactorSince} />, with {recoveryCodesLeft} recovery{' '}
        {recoveryCodesLeft === 1 ? 'code' : 'codes'} left. Turn it off for users who lost their device and
        recovery codes.
      </Hint>
      <ActionButton
        danger
        question={{
          title: `Turn two-factor sign-in of ${fullName(user)} off?`,
          content:
            'They will sign in with their password alone. Before you turn it off, call them back to confirm that the request is theirs.',
          okText: 'Turn off',
        }}
        action={() => send(deleteUserTwoFactor, { params: { id: user.id } })}
        changes={['user']}
        done="Two-factor sign-in is off."
      >
        Turn off
      </ActionButton>
    </Panel>
  )
}
