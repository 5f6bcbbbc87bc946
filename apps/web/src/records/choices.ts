import * as customers from '@callboard/contract/customers'
import { listUsers } from '@callboard/contract/manage-users'
import * as roles from '@callboard/contract/roles'
import { getUser } from '@callboard/contract/users'
import { send } from '#web/lib/api.ts'
import { fullName } from '#web/lib/current-user.ts'
import { userAsChoice } from '#web/records/portal-user-choice.ts'
import type { RecordChoice } from '#web/records/record-choice.ts'

/** As many records as are offered at once. */
export const choiceLimit = 20

/** Customers of whoever chooses, who needs the right to see them. */
export const customerChoice: RecordChoice = {
  key: ['customer'],
  search: async (keyword, signal) => {
    const body = { keyword, pageSize: choiceLimit }
    return namedChoices(await send(customers.searchCustomers, { body }, signal))
  },
  nameOf: async (id, signal) => (await send(customers.getCustomer, { params: { id } }, signal)).name,
}

export const roleChoice: RecordChoice = {
  key: ['role'],
  search: async (keyword, signal) => {
    const body = { keyword, pageSize: choiceLimit }
    return namedChoices(await send(roles.searchRoles, { body }, signal))
  },
  nameOf: async (id, signal) => (await send(roles.getRole, { params: { id } }, signal)).name,
}

/** All users, also those who are deleted, for administrators. */
export const userChoice: RecordChoice = {
  key: ['user', 'all'],
  search: async (keyword, signal) => {
    const query = { keyword, pagesize: choiceLimit, activeonly: 'false' } as const
    return (await send(listUsers, { query }, signal)).items.map(userAsChoice)
  },
  nameOf: async (id, signal) => fullName(await send(getUser, { params: { id } }, signal)),
}

interface Named {
  id: string
  name: string
}

export function namedChoices({ items }: { items: readonly Named[] }) {
  return items.map(({ id, name }) => ({ value: id, label: name }))
}
