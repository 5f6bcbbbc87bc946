import * as endpoints from '@callboard/contract/calls'
import type { CallStore } from '../../db/call-store.ts'
import { route, type Routing } from '../../http/route.ts'
import { exportCalls, getCall, listCalls } from './calls.ts'

export function routes(routing: Routing, { calls }: { calls: CallStore }): void {
  const { db } = routing

  route(routing, endpoints.callDetails, {
    access: 'reporting.call.details',
    alsoForKeys: true,
    handler: async ({ body, caller, accept, signal }) => {
      const reading = { db, calls, caller, signal }
      return accept === 'text/csv' ? await exportCalls(reading, body) : await listCalls(reading, body)
    },
  })

  route(routing, endpoints.getCall, {
    access: 'reporting.call.details',
    alsoForKeys: true,
    handler: async ({ params, caller, signal }) => await getCall({ db, calls, caller, signal }, params.id),
  })
}
