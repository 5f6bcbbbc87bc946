import { textLimits } from '@callboard/contract/limits'
import * as endpoints from '@callboard/contract/manage-users'
import { localProviderLabels, type User } from '@callboard/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Radio } from 'antd'
import { customerChoice } from '#web/records/choices/choices.ts'
import { providersQuery } from '#web/features/users/queries.ts'
import { bodyOfNewUser, bodyOfUser, type UserValues, valuesOfUser } from '#web/features/users/user-values.ts'
import classes from '#web/features/users/users.module.css'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { systemSettingsQuery } from '#web/lib/api/system-settings-query.ts'
import { asThePortal } from '#web/lib/time-zones.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { TimeZoneSelect } from '#web/ui/fields/TimeZoneSelect.tsx'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { FoldedFields } from '#web/records/forms/FoldedFields.tsx'
import { FieldItem, SelectItem, SwitchItem, TextItem, unfilled } from '#web/records/forms/FormItems.tsx'
import { RecordForm } from '#web/records/forms/RecordForm.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { NewPasswordItems } from '#web/ui/fields/NewPasswordItems.tsx'
import { Hint } from '#web/ui/layout.tsx'

interface UserFormProps {
  /** Undefined: a new one. */
  user: User | undefined
}

export function UserForm({ user }: UserFormProps) {
  const me = useCurrentUser()
  const portalZone = useQuery(systemSettingsQuery).data?.defaultTimeZone
  const isOwn = user?.id === me.id
  return (
    <RecordForm<User, UserValues>
      record={user}
      initialValues={valuesOfUser(user)}
      create={(values) => send(endpoints.createUser, { body: bodyOfNewUser(values) })}
      update={(values, { id, revision }) =>
        send(endpoints.updateUser, { params: { id }, body: { ...bodyOfUser(values), revision } })
      }
      isReadOnly={user?.isDeleted === true}
      secretFields={['password', 'confirmation']}
    >
      {user === undefined && (
        <Hint margin="0 0 16px">
          This adds only the account: give it roles and groups afterwards. To set up everything in one step,{' '}
          <TextLink to={paths.inviteUser}>invite the user</TextLink>.
        </Hint>
      )}
      <div className={classes.pair}>
        <TextItem name="userName" missing="Enter a user name." input={unfilled} />
        <EmailItem isNew={user === undefined} />
        <TextItem name="firstName" input={unfilled} />
        <TextItem name="lastName" input={unfilled} />
        <TextItem name="phone" input={{ ...unfilled, type: 'tel' }} />
        <FieldItem name="timeZone" label="Times are shown in">
          <TimeZoneSelect none={asThePortal(portalZone)} />
        </FieldItem>
        <FieldItem
          name="customerId"
          extra="The user sees the calls of this customer, or those of their entity groups among them."
        >
          <RecordSelect choice={customerChoice} placeholder="None" />
        </FieldItem>
      </div>
      <ProviderItem current={user?.loginProvider} isOwn={isOwn} />
      {user === undefined && <SignInStart />}
      <SwitchItem
        name="isAdmin"
        extra={
          isOwn
            ? 'You cannot remove this right from yourself; another administrator can.'
            : 'Has all rights, sees all calls and manages all users.'
        }
        isDisabled={isOwn || user?.isDeleted === true}
      />
      <FoldedFields
        title="Legacy reporting"
        hint="the user’s id in another system"
        names={['legacyReportingCid']}
        isOpen={user?.legacyReportingCid !== undefined && user.legacyReportingCid !== null}
      >
        <TextItem
          name="legacyReportingCid"
          extra="The user’s id in the system that this portal took the place of."
        />
      </FoldedFields>
    </RecordForm>
  )
}

/** Invitations are sent to it, and users of a provider are recognised by it at their first sign-in. */
function EmailItem({ isNew }: { isNew: boolean }) {
  const isLocal = Form.useWatch<string | undefined>('loginProvider') === 'local'
  const start = Form.useWatch<string | undefined>('start')
  const isNeeded = isNew && (!isLocal || start === 'invite')
  const missing = isLocal
    ? 'Enter an email address for the invitation.'
    : 'Enter an email address: the provider identifies users by it.'
  return (
    <TextItem
      name="email"
      dependencies={['loginProvider', 'start']}
      {...(!isLocal && { extra: 'The provider identifies the user by this address at the first sign-in.' })}
      rules={isNeeded ? [{ required: true, whitespace: true, message: missing }] : []}
      input={{ ...unfilled, type: 'email', maxLength: textLimits.email }}
    />
  )
}

function ProviderItem({ current, isOwn }: { current: string | undefined; isOwn: boolean }) {
  const providers = providerOptions(useQuery(providersQuery).data ?? [], current)
  const chosen = Form.useWatch<string | undefined>('loginProvider') ?? current
  if (providers.length < 2) {
    return (
      <Form.Item name="loginProvider" hidden>
        <Input />
      </Form.Item>
    )
  }
  const isChanged = current !== undefined && chosen !== current
  return (
    <SelectItem
      name="loginProvider"
      label="Signs in"
      options={providers}
      {...(isChanged && {
        extra: `With this change ${isOwn ? 'your other' : 'all their'} sessions end, and ${isOwn ? 'you sign' : 'they sign'} in there from then on.`,
      })}
    />
  )
}

/** How a new user who signs in here gets a password. */
function SignInStart() {
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
            { value: 'invite', label: 'Email an invitation to choose one (expires in seven days)' },
            { value: 'password', label: 'Set it here' },
          ]}
          vertical
        />
      </Form.Item>
      {start === 'password' && <NewPasswordItems label="Password" owner={owner} isOwn={false} />}
    </>
  )
}

interface Provider {
  id: string
  name: string
}

/** Where somebody may sign in: here, at the providers that are set up, and where this user does now. */
function providerOptions(providers: readonly Provider[], current: string | undefined) {
  const isKnown = current === undefined || current === 'local' || providers.some(({ id }) => id === current)
  return [
    { value: 'local', label: localProviderLabels.local },
    ...providers.map(({ id, name }) => ({ value: id, label: `at ${name}` })),
    ...(isKnown ? [] : [{ value: current, label: `at ${current}, which is not set up` }]),
  ]
}
