import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { GroupUser, groupUserSorts } from './entity-groups.ts'
import { idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { RecordName } from './names.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { recordEndpoints, updateWithIdInBody } from './record-endpoints.ts'
import { Guid } from './scalars.ts'

/** Lets its users see its sets of reports and the calls of its customers. An inactive one gives nothing. */
export const ReportGroup = z.strictObject({
  id: Guid,
  name: z.string(),
  description: z.string(),
  setIds: z.array(Guid),
  /** Without deleted users. */
  userIds: z.array(Guid),
  customerIds: z.array(Guid),
  isActive: z.boolean(),
  revision: z.int(),
})
export type ReportGroup = z.infer<typeof ReportGroup>

const groupFields = {
  name: withExample(RecordName, 'Northside'),
  description: z.string().trim().max(textLimits.description),
  isActive: z.boolean(),
}

/** By `isAdminOnly`, groups whose users are all administrators stand last; within each kind by name. */
export const reportGroupSorts = ['name', 'setCount', 'customerCount', 'userCount', 'isAdminOnly'] as const

const maxIdsPerRequest = 1000

const plain = recordEndpoints('reportGroup', {
  record: ReportGroup,
  search: searchBodyOf(reportGroupSorts, {}),
  fields: groupFields,
  ofNew: {
    description: groupFields.description.default(''),
    isActive: groupFields.isActive.default(true),
    setIds: z.array(idOf('reportSet')).max(maxIdsPerRequest).default([]),
    customerIds: z.array(idOf('customer')).max(maxIdsPerRequest).default([]),
    userIds: z.array(idOf('user')).max(maxIdsPerRequest).default([]),
  },
  summaries: {
    search: 'Report groups by keyword; active ones only unless asked otherwise.',
    get: 'A report group.',
    create: 'Creates a report group, with its sets, customers and users.',
    update: 'Updates a report group. Its sets, customers and users have calls of their own.',
  },
})

export const reportGroupEndpoints = {
  search: plain.search,
  get: plain.get,
  create: plain.create,
  update: updateWithIdInBody('reportGroup', plain),
}

export const {
  search: searchReportGroups,
  get: getReportGroup,
  create: createReportGroup,
  update: updateReportGroup,
} = reportGroupEndpoints

export const addGroupSet = endpoint({
  method: 'PUT',
  path: '/api/reporting/groups/{id}/set',
  summary: 'Gives the users of a group the reports of a set.',
  params: getReportGroup.params,
  body: z.strictObject({ setId: idOf('reportSet') }),
})

export const removeGroupSet = endpoint({
  method: 'DELETE',
  path: '/api/reporting/groups/{id}/set/{setId}',
  summary: 'Removes a set from a report group.',
  params: z.strictObject({ id: idOf('reportGroup'), setId: idOf('reportSet') }),
})

export const addGroupUser = endpoint({
  method: 'PUT',
  path: '/api/reporting/groups/{groupId}/user',
  summary: 'Adds a user to a report group.',
  params: z.strictObject({ groupId: idOf('reportGroup') }),
  body: z.strictObject({ userId: idOf('user') }),
})

export const removeGroupUser = endpoint({
  method: 'DELETE',
  path: '/api/reporting/groups/{id}/user/{userId}',
  summary: 'Removes a user from a report group.',
  params: z.strictObject({ id: idOf('reportGroup'), userId: idOf('user') }),
})

export const addGroupCustomer = endpoint({
  method: 'POST',
  path: '/api/reporting/groups/{groupId}/customer',
  summary: 'Lets the users of a group see the calls of a customer.',
  params: z.strictObject({ groupId: idOf('reportGroup') }),
  body: z.strictObject({ customerId: idOf('customer') }),
})

export const removeGroupCustomer = endpoint({
  method: 'DELETE',
  path: '/api/reporting/groups/{id}/customer/{customerId}',
  summary: 'Removes a customer from a report group.',
  params: z.strictObject({ id: idOf('reportGroup'), customerId: idOf('customer') }),
})

export const searchReportGroupUsers = endpoint({
  method: 'POST',
  path: '/api/reporting/groups/{id}/user/search',
  summary: 'Users of a report group; with `activeOnly` those who may sign in.',
  params: getReportGroup.params,
  body: searchBodyOf(groupUserSorts, {}),
  response: pageOf(GroupUser),
  effect: 'read',
})

export const GroupCustomer = z.strictObject({
  id: Guid,
  name: z.string(),
  code: z.string(),
  isActive: z.boolean(),
})
export type GroupCustomer = z.infer<typeof GroupCustomer>

export const groupCustomerSorts = ['name', 'code'] as const

export const searchReportGroupCustomers = endpoint({
  method: 'POST',
  path: '/api/reporting/groups/{id}/customer/search',
  summary: 'Customers of a report group.',
  params: getReportGroup.params,
  body: searchBodyOf(groupCustomerSorts, {}),
  response: pageOf(GroupCustomer),
  effect: 'read',
})

/** The few fields of a group that its members see. */
export const GroupOfUser = z.strictObject({
  id: Guid,
  name: z.string(),
  description: z.string(),
  isActive: z.boolean(),
})
export type GroupOfUser = z.infer<typeof GroupOfUser>

export const listUserGroups = endpoint({
  method: 'GET',
  path: '/api/user/{id}/groups',
  summary: "The report groups that a user is in; others' only for admins.",
  params: z.strictObject({ id: idOf('user') }),
  response: z.array(GroupOfUser),
})

export const listUserEntityGroups = endpoint({
  method: 'GET',
  path: '/api/user/{id}/entitygroups',
  summary: "The entity groups that narrow a user's rows; others' only for admins.",
  params: z.strictObject({ id: idOf('user') }),
  response: z.array(GroupOfUser),
})
