import { listItem } from '../../access/menu-items.ts'
import { recordSearch } from '../../access/record-search.ts'
import { countActive } from '../../db/records/record-store.ts'
import { defineFeature } from '../../feature.ts'
import { nightly } from '../../jobs/queue.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { CallAssembler } from './assemble-calls.ts'
import { ActivityCounter } from './count-activity.ts'
import { EventIntake } from './event-intake.ts'
import { deleteCallsBefore } from './event-store.ts'
import { fetchDue } from './fetch-calls.ts'
import { Refusals } from './receive-webhook.ts'
import { sourceRoutes } from './routes.ts'
import { searched } from './store.ts'

const fetchJob = 'fetch-calls'
/** How long it is known what was said of a call: so long may something more be said. */
const keptEventDays = 90

export const sourcesFeature = defineFeature({
  name: 'sources',
  needs: () => [ingestFeature],
  menuItems: [listItem('source', { group: 'customers-entities', order: 40, ico: 'phone' })],
  open({ db, ingest, log }) {
    const assembler = new CallAssembler({ db, ingest, log })
    const intake = new EventIntake(db, () => assembler.wake())
    const counter = new ActivityCounter({ db, ingest, log })
    return {
      services: { callAssembler: assembler, eventIntake: intake, sourceActivity: counter },
      running: [counter, assembler, intake],
    }
  },
  routes: async (routing, { db, ingest, eventIntake: intake, queue, ...context }) => {
    const { publicUrl, allowedAddresses, closing } = context
    await sourceRoutes(routing, {
      receiving: { db, ingest, intake, refusals: new Refusals(db) },
      activity: {
        db,
        publicUrl,
        allowedAddresses,
        closing,
        wakeFetching: async () => await queue.add(fetchJob, {}),
      },
    })
  },
  jobs: ({ db, log, allowedAddresses, closing, callAssembler }) => [
    {
      name: fetchJob,
      cron: '* * * * *',
      work: async () =>
        await fetchDue({ db, log, allowedAddresses, closing, onKept: () => callAssembler.wake() }),
    },
    {
      name: 'delete-old-source-events',
      cron: nightly,
      work: async () => void (await deleteCallsBefore(db, new Date(Date.now() - keptEventDays * 86_400_000))),
    },
  ],
  overview: () => ({ sources: countActive('source') }),
  search: ({ db }) => recordSearch(db, 'source', searched),
})
