import { listItem } from '../../access/menu-items.ts'
import { recordSearch } from '../../access/record-search.ts'
import { countActive } from '../../db/records/record-store.ts'
import { defineFeature, type Foundation } from '../../feature.ts'
import { nightly } from '../../jobs/queue.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { recordingsFeature } from '../recordings/feature.ts'
import { listAdapters } from './adapters.ts'
import { CallAssembler } from './assemble-calls.ts'
import { ConnectionKeeper } from './connections/connection-keeper.ts'
import { ActivityCounter } from './count-activity.ts'
import { EventIntake } from './event-intake.ts'
import { deleteCallsBefore, deleteSeenBefore } from './event-store.ts'
import { fetchDue } from './fetch-calls.ts'
import { SourceLoads } from './sources.ts'
import { MappingThread } from './mapped/mapping-worker.ts'
import { Refusals } from './receive-webhook.ts'
import { findRecordingRules } from './recording-rules.ts'
import { sourceRoutes } from './routes.ts'
import { searchedSources } from './store.ts'

const fetchJob = 'fetch-calls'
/** How long it is known what was said of a call: so long may something more be said. */
const keptEventDays = 90
/** What was seen of a call is of use while it goes on: many events, of which nothing comes later. */
const keptSeenDays = 2
const dayMs = 86_400_000

export const sourcesFeature = defineFeature({
  name: 'sources',
  needs: () => [ingestFeature, recordingsFeature],
  menuItems: [listItem('source', { group: 'portal', order: 61, ico: 'phone', adminOnly: true })],
  open({ db, ingest, log, calls, snapshots, recordingOrigins, ...context }) {
    recordingOrigins.add(async (customerId, url) => await findRecordingRules(db, { customerId, url }))
    const assembler = new CallAssembler({ db, ingest, log })
    const intake = new EventIntake(db, () => assembler.wake())
    const counter = new ActivityCounter({ db, ingest, log })
    const mappingThread = new MappingThread()
    const allowedAddresses = addressesOf(context)
    const keeper = new ConnectionKeeper({
      db,
      calls,
      snapshots,
      ingest,
      intake,
      assembler,
      allowedAddresses,
      log,
    })
    return {
      services: { callAssembler: assembler, eventIntake: intake, sourceActivity: counter, mappingThread },
      running: [counter, assembler, intake, mappingThread, keeper],
    }
  },
  routes: async (routing, { db, ingest, eventIntake: intake, mappingThread, queue, ...context }) => {
    const { publicUrl, closing, calls, snapshots } = context
    await sourceRoutes(routing, {
      mappingThread,
      queue,
      receiving: { db, ingest, intake, sources: new SourceLoads(db), refusals: new Refusals(db) },
      activity: {
        db,
        publicUrl,
        allowedAddresses: addressesOf(context),
        closing,
        wakeFetching: async () => await queue.add(fetchJob, {}),
      },
      firstSteps: { db, calls, snapshots },
    })
  },
  jobs: ({ db, log, closing, callAssembler, ...context }) => [
    {
      name: fetchJob,
      cron: '* * * * *',
      work: async () =>
        await fetchDue({
          db,
          log,
          closing,
          allowedAddresses: addressesOf(context),
          onKept: () => callAssembler.wake(),
        }),
    },
    {
      name: 'delete-old-source-events',
      cron: nightly,
      work: async () => {
        await deleteCallsBefore(db, new Date(Date.now() - keptEventDays * dayMs))
        await deleteSeenBefore(db, new Date(Date.now() - keptSeenDays * dayMs))
      },
    },
  ],
  metrics: ({ sourceActivity }) => sourceActivity.metrics,
  overview: () => ({ sources: countActive('source') }),
  search: ({ db }) => recordSearch(db, 'source', searchedSources(listAdapters())),
})

/** Of private networks, from which calls may be fetched. */
function addressesOf({
  allowedAddresses,
  config,
}: Pick<Foundation, 'allowedAddresses' | 'config'>): string[] {
  return [...allowedAddresses, ...config.sourceAddresses]
}
