import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf } from './examples.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { Guid } from './scalars.ts'

/** Lets its users see its sets of reports and the calls of its customers. */
export const ReportGroup = z.strictObject({
  id: Guid,
  name: z.string(),
  description: z.string(),
  setIds: z.array(Guid),
  userIds: z.array(Guid),
  customerIds: z.array(Guid),
  isActive: z.boolean(),
  revision: z.int(),
})
export type ReportGroup = z.infer<typeof ReportGroup>

export const reportGroupSorts = ['name'] as const

export const searchReportGroups = endpoint({
  method: 'POST',
  path: '/api/reporting/groups/search',
  summary: 'Report groups by keyword; active ones only unless asked otherwise.',
  body: searchBodyOf(reportGroupSorts, {}),
  response: pageOf(ReportGroup),
  effect: 'read',
})

export const addGroupUser = endpoint({
  method: 'PUT',
  path: '/api/reporting/groups/{groupId}/user',
  summary: 'Adds a user to a report group.',
  params: z.strictObject({ groupId: idOf('reportGroup') }),
  body: z.strictObject({ userId: idOf('user') }),
  response: 'noContent',
  effect: 'change',
})

export const removeGroupUser = endpoint({
  method: 'DELETE',
  path: '/api/reporting/groups/{id}/user/{userId}',
  summary: 'Removes a user from a report group.',
  params: z.strictObject({ id: idOf('reportGroup'), userId: idOf('user') }),
  response: 'noContent',
  effect: 'change',
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
  effect: 'read',
})

export const listUserEntityGroups = endpoint({
  method: 'GET',
  path: '/api/user/{id}/entitygroups',
  summary: "The entity groups that narrow a user's rows; others' only for admins.",
  params: z.strictObject({ id: idOf('user') }),
  response: z.array(GroupOfUser),
  effect: 'read',
})
