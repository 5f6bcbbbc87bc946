import * as endpoints from '@callboard/contract/users'
import { Button } from 'antd'
import { send } from '#web/lib/api/api.ts'
import { fullName, useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { viewAs } from '#web/lib/session/view-as.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'

interface UserActionsProps {
  user: endpoints.User
}

/** What can be done with the account of somebody else. */
export function UserActions({ user }: UserActionsProps) {
  const me = useCurrentUser()
  const { id } = user
  const name = fullName(user)
  if (id === me.id) return null
  const setStatus = (status: 'active' | 'inactive') =>
    send(endpoints.updateAccountStatus, { params: { id, status } })
  if (user.isDeleted) {
    return (
      <ActionButton
        key="restore"
        type="primary"
        action={() => send(endpoints.restoreUser, { params: { id } })}
        changes={['user']}
        done={`${name} restored.`}
      >
        Restore
      </ActionButton>
    )
  }
  return (
    <>
      {user.isActive && <Button onClick={() => viewAs(id, paths.root)}>View as</Button>}
      {user.isActive ? (
        <ActionButton
          key="deactivate"
          question={{
            title: `Deactivate ${name}?`,
            content: 'They are signed out immediately and cannot sign in until they are activated again.',
            okText: 'Deactivate',
          }}
          action={() => setStatus('inactive')}
          changes={['user']}
          done={`${name} can no longer sign in.`}
        >
          Deactivate
        </ActionButton>
      ) : (
        <ActionButton
          key="activate"
          action={() => setStatus('active')}
          changes={['user']}
          done={`${name} can sign in again.`}
        >
          Activate
        </ActionButton>
      )}
      <DeleteRecordButton
        changes={['user']}
        name={name}
        explanation="They are signed out immediately. Their user name and email address cannot be reused. You can restore them, with their roles and groups, from the list of all users. Saved reports that they share are kept; under Saved Reports you can hand them over to another user."
        action={() => send(endpoints.deleteUser, { params: { id } })}
        undo={() => send(endpoints.restoreUser, { params: { id } })}
      />
    </>
  )
}
