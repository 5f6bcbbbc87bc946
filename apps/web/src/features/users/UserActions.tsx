import { deleteUser, restoreUser, updateAccountStatus, type User } from '@callboard/contract/users'
import { Button } from 'antd'
import { useUserChange } from '#web/features/users/user-change.ts'
import { send } from '#web/lib/api.ts'
import { fullName, useCurrentUser } from '#web/lib/current-user.ts'
import { viewAs } from '#web/lib/view-as.ts'
import { paths } from '#web/lib/paths.ts'
import { DeleteRecordButton } from '#web/records/DeleteRecordButton.tsx'

interface UserActionsProps {
  user: User
  /** Takes over what the server answered. */
  taken: (user: User) => void
}

/** What can be done with the account of somebody else. */
export function UserActions({ user, taken }: UserActionsProps) {
  const me = useCurrentUser()
  const { run, ask } = useUserChange()
  const { id } = user
  const name = fullName(user)
  if (id === me.id) return null
  const set = async (status: 'active' | 'inactive') =>
    taken(await send(updateAccountStatus, { params: { id, status } }))
  if (user.isDeleted) {
    return (
      <Button
        type="primary"
        onClick={() =>
          void run({
            work: async () => taken(await send(restoreUser, { params: { id } })),
            done: `${name} is back.`,
          })
        }
      >
        Restore
      </Button>
    )
  }
  return (
    <>
      {user.isActive && <Button onClick={() => viewAs(id, paths.dashboard)}>View as</Button>}
      {user.isActive ? (
        <Button
          onClick={() =>
            ask({
              title: `Deactivate ${name}?`,
              content: 'They are signed out at once and cannot sign in until they are activated again.',
              okText: 'Deactivate',
              work: async () => await set('inactive'),
              done: `${name} cannot sign in any more.`,
            })
          }
        >
          Deactivate
        </Button>
      ) : (
        <Button
          onClick={() =>
            void run({ work: async () => await set('active'), done: `${name} can sign in again.` })
          }
        >
          Activate
        </Button>
      )}
      <DeleteRecordButton
        kind="users"
        name={name}
        explanation="They are signed out at once. Their names stay taken. They can be restored, with all their roles and groups, from the list of all users."
        remove={async () => await send(deleteUser, { params: { id } })}
      />
    </>
  )
}
