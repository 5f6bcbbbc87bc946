import * as endpoints from '@callboard/contract/retention'
import { routeReading, routeWith } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import { type Job, type JobQueue, nightly } from '../../jobs/queue.ts'
import { deleteHold, getHold, updateHold } from './holds.ts'
import { deleteOld, getForecast, type RetentionParts } from './retention.ts'
import * as store from './store.ts'

export function routes(
  routing: Routing,
  { calls, snapshots, ingest, recordingFiles }: Omit<RetentionParts, 'db'>,
): void {
  const { db } = routing
  const parts = { db, calls, snapshots, ingest, recordingFiles }

  routeWith(routing, endpoints.getRetention, { access: 'admin', parts, rule: getForecast })

  route(routing, endpoints.searchDeletions, {
    access: 'admin',
    handler: async ({ body }) => ({ ...(await store.selectDeletions(db, body)), ...body }),
  })

  route(routing, endpoints.searchHolds, {
    access: 'admin',
    handler: async ({ body }) => await store.selectHolds(db, body),
  })

  const holding = { access: 'admin', parts: { calls, snapshots, ingest } } as const
  routeReading(routing, endpoints.getHold, { ...holding, rule: getHold })
  routeReading(routing, endpoints.updateHold, { ...holding, writesCalls: true, rule: updateHold })
  routeReading(routing, endpoints.deleteHold, { ...holding, writesCalls: true, rule: deleteHold })
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
