import { updateUser } from '@callboard/contract/manage-users'
import { textLimits } from '@callboard/contract/limits'
import { Alert, Input, Space } from 'antd'
import { useState } from 'react'
import { send } from '#web/lib/api/api.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { useHasNoAddress } from '#web/records/own-address.ts'

interface NoAddressNoteProps {
  /** What cannot be done without. */
  title?: string
  onSaved?: () => void
}

/** For whoever is to get mails and has no address: administrators give theirs at once. */
export function NoAddressNote({
  title = 'You have no email address, so you will not receive emails',
  onSaved,
}: NoAddressNoteProps) {
  const { id, isAdmin } = useCurrentUser()
  const [email, setEmail] = useState('')
  if (!useHasNoAddress()) return null
  return (
    <Alert
      style={{ marginBottom: 16 }}
      type="warning"
      showIcon
      title={title}
      description={
        isAdmin ? (
          <Space.Compact block>
            <Input
              type="email"
              aria-label="Your email address"
              placeholder="Your email address"
              autoComplete="email"
              maxLength={textLimits.email}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
              // The form around it is not meant.
              onPressEnter={(event) => event.preventDefault()}
            />
            <ActionButton
              disabled={email.trim() === ''}
              action={() => send(updateUser, { params: { id }, body: { email: email.trim() } })}
              // Who gets what is checked by addresses.
              changes={['user', 'subscription']}
              done="Email address saved."
              {...(onSaved && { onDone: onSaved })}
            >
              Save address
            </ActionButton>
          </Space.Compact>
        ) : (
          'Ask an administrator to add one.'
        )
      }
    />
  )
}
