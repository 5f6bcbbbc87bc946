import * as endpoints from '@callboard/contract/calls'
import { findFileFormat } from '@callboard/contract/export-types'
import type { CallStore } from '../../db/call-store.ts'
import type { Snapshots } from '../../db/snapshots.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { route, type Routing } from '../../http/route.ts'
import { getCall, listCalls, prepareCallsFile } from './calls.ts'

export function routes(
  routing: Routing,
  { calls, snapshots }: { calls: CallStore; snapshots: Snapshots },
): void {
  const { db } = routing

  route(routing, endpoints.callDetails, {
    access: 'reporting.call.details',
    alsoForKeys: true,
    handler: async ({ body, caller, accept, signal }) => {
      const format = findFileFormat(accept)
      if (format === undefined) return await listCalls({ db, calls, snapshots, caller, signal }, body)
      const file = await prepareCallsFile({ db, caller }, body, format)
      return new FileAnswer(await file.open({ calls, snapshots, signal }))
    },
  })

  route(routing, endpoints.getCall, {
    access: 'reporting.call.details',
    alsoForKeys: true,
    handler: async ({ params, caller, signal }) =>
      await getCall({ db, calls, snapshots, caller, signal }, params.id),
  })
}
