import * as endpoints from '@callboard/contract/call-backs'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { route, type Routing } from '../../http/route.ts'
import * as rules from './call-backs.ts'
import * as reminders from './reminders.ts'

const editing = { allOf: ['reporting.call.details', 'call.edit'] } as const

export function routes(routing: Routing, { calls, snapshots }: StoredCalls): void {
  const parts = { db: routing.db, calls, snapshots }

  route(routing, endpoints.listCallBacks, {
    access: 'reporting.call.details',
    handler: async ({ body, caller, signal }) =>
      await rules.listCallBacks({ ...parts, caller, signal }, body),
  })

  route(routing, endpoints.updateCallBack, {
    access: editing,
    handler: async ({ params, body, caller, signal }) =>
      await rules.updateCallBack({ ...parts, caller, signal }, { ...params, ...body }),
  })

  route(routing, endpoints.listReminders, {
    access: 'reporting.call.details',
    handler: async ({ caller }) => await reminders.listReminders(routing.db, caller),
  })

  route(routing, endpoints.dismissReminder, {
    access: 'reporting.call.details',
    handler: async ({ body, caller }) => await reminders.dismissReminder(routing.db, caller, body),
  })
}
