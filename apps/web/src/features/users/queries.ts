import { listProviders } from '@callboard/contract/auth'
import { createUser, listUsers, userSorts } from '@callboard/contract/manage-users'
import { pageSizeLimit } from '@callboard/contract/paging'
import * as groups from '@callboard/contract/report-groups'
import { Guid } from '@callboard/contract/scalars'
import { getSignInMeans } from '@callboard/contract/two-factor'
import { getUserProperties } from '@callboard/contract/user-properties'
import { listUserRoles } from '@callboard/contract/user-roles'
import { listUserSessions, type User } from '@callboard/contract/users'
import type { z } from 'zod'
import { send } from '#web/lib/api/api.ts'
import { fullName } from '#web/lib/session/current-user.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { listQuery, listSearchOf } from '#web/lib/urls/list-url.ts'
import { namedChoices } from '#web/records/choices/choices.ts'
import { recordKind } from '#web/records/record-kind.ts'
import type { Choice, RecordChoice } from '#web/records/choices/record-choice.ts'
import { userQuery } from '#web/records/user-query.ts'

export const UsersSearch = listSearchOf(userSorts, { role: Guid.optional(), customer: Guid.optional() })

export function usersQuery(state: z.output<typeof UsersSearch>) {
  const query = { ...listQuery(state), roleid: state.role, customerid: state.customer }
  return endpointQuery('user', listUsers, { query })
}

export const userKind = recordKind<User>('user', {
  nameOf: fullName,
  query: userQuery,
  body: createUser.body,
})

export const userRolesQuery = (id: string) => endpointQuery('user', listUserRoles, { params: { id } })

export const userPropertiesQuery = (id: string) =>
  endpointQuery('user', getUserProperties, { params: { id } })

export const signInMeansQuery = (id: string) => endpointQuery('user', getSignInMeans, { params: { id } })

export const userSessionsQuery = (id: string) => endpointQuery('user', listUserSessions, { params: { id } })

export const userGroupsQuery = (id: string) =>
  endpointQuery('user', groups.listUserGroups, { params: { id } })

export const userEntityGroupsQuery = (id: string) =>
  endpointQuery('user', groups.listUserEntityGroups, { params: { id } })

export const providersQuery = { ...endpointQuery('provider', listProviders, {}), staleTime: Infinity }

/** Groups that have the customer first, those of administrators last. */
export const groupChoiceOf = (customerId: string | null): RecordChoice => ({
  key: ['reportGroup', customerId ?? 'any'],
  search: async (keyword, signal) => {
    const body = { keyword, sort: 'isAdminOnly', pageSize: pageSizeLimit } as const
    const { items } = await send(groups.searchReportGroups, { body }, signal)
    const hasCustomer = ({ customerIds }: groups.ReportGroup) =>
      customerId !== null && customerIds.includes(customerId)
    const own = items.filter(hasCustomer)
    if (own.length === 0) return namedChoices({ items })
    const others = items.filter((group) => !hasCustomer(group))
    return [...below('Groups of this customer', own), ...below('Other groups', others)]
  },
  nameOf: async (id, signal) => {
    const body = { pageSize: pageSizeLimit, activeOnly: false }
    const { items } = await send(groups.searchReportGroups, { body }, signal)
    return items.find((group) => group.id === id)?.name ?? id
  },
})

function below(group: string, items: readonly groups.ReportGroup[]): Choice[] {
  return items.map(({ id, name }) => ({ value: id, label: name, group, nameInGroup: name }))
}
