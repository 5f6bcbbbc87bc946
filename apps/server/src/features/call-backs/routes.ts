import * as endpoints from '@callboard/contract/call-backs'
import type { StoredCalls } from '../../db/calls/stored-calls.ts'
import { routeReading, routeTo } from '../../http/crud.ts'
import type { Routing } from '../../http/route.ts'
import * as rules from './call-backs.ts'
import * as reminders from './reminders.ts'

const access = 'reporting.call.details'
const editing = { allOf: [access, 'call.edit'] } as const

export function routes(routing: Routing, { calls, snapshots }: StoredCalls): void {
  const parts = { calls, snapshots }
  routeReading(routing, endpoints.listCallBacks, { access, parts, rule: rules.listCallBacks })
  routeReading(routing, endpoints.updateCallBack, { access: editing, parts, rule: rules.updateCallBack })
  routeTo(routing, endpoints.listReminders, { access, rule: reminders.listReminders })
  routeTo(routing, endpoints.dismissReminder, { access, rule: reminders.dismissReminder })
}
