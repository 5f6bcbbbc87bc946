import { listUsers } from '@callboard/contract/manage-users'
import { getUser } from '@callboard/contract/users'
import { send } from '#web/lib/api.ts'
import { fullName } from '#web/lib/current-user.ts'
import { nameWithSignIn } from '#web/records/portal-users-query.ts'
import type { ChoiceOf } from '#web/records/FoundSelect.tsx'

/** All users, also those who are deleted, for administrators. */
export const userChoice: ChoiceOf = {
  kind: 'users',
  search: async (keyword, signal) => {
    const query = { keyword, pagesize: 20, activeonly: 'false' } as const
    const { items } = await send(listUsers, { query }, signal)
    return items.map((user) => ({ value: user.id, label: nameWithSignIn(user) }))
  },
  nameOf: async (id, signal) => fullName(await send(getUser, { params: { id } }, signal)),
}
