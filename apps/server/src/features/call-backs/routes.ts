import * as endpoints from '@callboard/contract/call-backs'
import type { CallStore } from '../../db/calls/call-store.ts'
import type { Snapshots } from '../../db/calls/snapshots.ts'
import { route, type Routing } from '../../http/route.ts'
import * as rules from './call-backs.ts'
import * as reminders from './reminders.ts'

const editing = { allOf: ['reporting.call.details', 'call.edit'] } as const

export function routes(
  routing: Routing,
  { calls, snapshots }: { calls: CallStore; snapshots: Snapshots },
): void {
  const parts = { db: routing.db, calls, snapshots }

  route(routing, endpoints.listCallBacks, {
    access: 'reporting.call.details',
    handler: async ({ body, caller, signal }) =>
      await rules.listCallBacks({ ...parts, caller, signal }, body),
  })

  route(routing, endpoints.takeCaller, {
    access: editing,
    handler: async ({ body, caller, signal }) => await rules.takeCaller({ ...parts, caller, signal }, body),
  })

  route(routing, endpoints.releaseCaller, {
    access: editing,
    handler: async ({ body, caller, signal }) =>
      await rules.releaseCaller({ ...parts, caller, signal }, body),
  })

  route(routing, endpoints.closeCaller, {
    access: editing,
    handler: async ({ body, caller, signal }) => await rules.closeCaller({ ...parts, caller, signal }, body),
  })

  route(routing, endpoints.remindOfCaller, {
    access: editing,
    handler: async ({ body, caller, signal }) =>
      await rules.remindOfCaller({ ...parts, caller, signal }, body),
  })

  route(routing, endpoints.reopenCaller, {
    access: editing,
    handler: async ({ body, caller, signal }) => await rules.reopenCaller({ ...parts, caller, signal }, body),
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
