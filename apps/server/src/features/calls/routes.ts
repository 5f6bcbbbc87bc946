import * as endpoints from '@callboard/contract/calls'
import { findFileFormat } from '@callboard/contract/export-types'
import type { CallStore } from '../../db/call-store.ts'
import type { Snapshots } from '../../db/snapshots.ts'
import { route, type Routing } from '../../http/route.ts'
import { exportCalls, getCall, listCalls } from './calls.ts'

export function routes(
  routing: Routing,
  { calls, snapshots }: { calls: CallStore; snapshots: Snapshots },
): void {
  const { db } = routing

  route(routing, endpoints.callDetails, {
    access: 'reporting.call.details',
    alsoForKeys: true,
    handler: async ({ body, caller, accept, signal }) => {
      const reading = { db, calls, snapshots, caller, signal }
      const format = findFileFormat(accept)
      return format === undefined ? await listCalls(reading, body) : await exportCalls(reading, body, format)
    },
  })

  route(routing, endpoints.getCall, {
    access: 'reporting.call.details',
    alsoForKeys: true,
    handler: async ({ params, caller, signal }) =>
      await getCall({ db, calls, snapshots, caller, signal }, params.id),
  })
}
