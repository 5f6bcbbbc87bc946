import * as endpoints from '@callboard/contract/retention'
import { route, type Routing } from '../../http/route.ts'
import { type Job, type JobQueue, nightly } from '../../jobs/queue.ts'
import { deleteHold, findHold, updateHold } from './holds.ts'
import { deleteOld, getForecast, type RetentionParts } from './retention.ts'
import * as store from './store.ts'

export function routes(
  routing: Routing,
  { calls, snapshots, ingest, recordingFiles }: Omit<RetentionParts, 'db'>,
): void {
  const { db } = routing
  const parts = { db, calls, snapshots, ingest, recordingFiles }

  route(routing, endpoints.getRetention, {
    access: 'admin',
    handler: async () => await getForecast(parts),
  })

  route(routing, endpoints.searchDeletions, {
    access: 'admin',
    handler: async ({ body }) => ({ ...(await store.selectDeletions(db, body)), ...body }),
  })

  route(routing, endpoints.searchHolds, {
    access: 'admin',
    handler: async ({ body }) => await store.selectHolds(db, body),
  })

  route(routing, endpoints.getHold, {
    access: 'admin',
    handler: async ({ caller, params, signal }) => ({
      hold: (await findHold({ ...parts, caller, signal }, params.id)) ?? null,
    }),
  })

  route(routing, endpoints.updateHold, {
    access: 'admin',
    writesCalls: true,
    handler: async ({ caller, params, body, signal }) =>
      await updateHold({ ...parts, caller, signal }, params.id, body.reason),
  })

  route(routing, endpoints.deleteHold, {
    access: 'admin',
    writesCalls: true,
    handler: async ({ caller, params, signal }) => await deleteHold({ ...parts, caller, signal }, params.id),
  })
}

const deletion = 'delete-old'

export function jobs(runtime: RetentionParts & { queue: JobQueue }): Job[] {
  const { db, calls, snapshots, ingest, recordingFiles, queue } = runtime
  return [
    {
      name: deletion,
      cron: nightly,
      writesCalls: true,
      work: async () => {
        if (!(await deleteOld({ db, calls, snapshots, ingest, recordingFiles })))
          await queue.add(deletion, {})
      },
    },
    {
      // After the longest time that pages of a list stay at one state of the calls.
      name: 'purge-calls',
      cron: '47 4 * * *',
      writesCalls: true,
      work: async () => await ingest.purge(),
    },
  ]
}
