import * as endpoints from '@callboard/contract/users'
import { send } from '#web/lib/api/api.ts'
import { fullName } from '#web/lib/session/current-user.ts'
import type { Choice, RecordChoice } from '#web/records/choices/record-choice.ts'

/** Users whom somebody may view the portal as, or add to a group. */
export const portalUserChoice: Omit<RecordChoice, 'nameOf'> = {
  key: ['user', 'portal'],
  search: async (keyword, signal) => {
    const query = keyword === '' ? {} : { keyword }
    return (await send(endpoints.searchPortalUsers, { query }, signal)).map(userAsChoice)
  },
}

/** `Ada Byron (ada)`; the user name alone where there is no other. */
export function userAsChoice(user: endpoints.PortalUser) {
  const name = fullName(user)
  return { value: user.id, label: name === user.userName ? name : `${name} (${user.userName})` }
}

/** The same, and oneself first. */
export function usersAndSelf(self: Choice): Omit<RecordChoice, 'nameOf'> {
  return {
    key: ['user', 'withSelf'],
    search: async (keyword, signal) => {
      const users = await portalUserChoice.search(keyword, signal)
      return self.label.toLowerCase().includes(keyword.toLowerCase()) ? [self, ...users] : users
    },
  }
}
