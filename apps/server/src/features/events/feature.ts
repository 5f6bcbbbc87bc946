import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { liveFeature } from '../live/feature.ts'
import { isStillAllowed } from '../../http/route.ts'
import { CallNews } from './call-news.ts'
import { EventStreams } from './event-streams.ts'
import { access, routes } from './routes.ts'

export const eventsFeature = defineFeature({
  name: 'events',
  needs: () => [ingestFeature, liveFeature],
  open({ lease, db, ingest, log, liveCalls }) {
    const eventStreams = new EventStreams(db, {
      isAllowed: (caller) => isStillAllowed(access, caller),
      boards: liveCalls,
    })
    // A process that has all calls for itself knows of each.
    const callNews = lease && new CallNews({ db, ingest, log })
    return { services: { callNews, eventStreams }, running: callNews && [callNews] }
  },
  routes,
  metrics: ({ eventStreams }) => [
    { name: 'event_streams', help: 'Pages that are told of new calls.', read: () => eventStreams.size },
  ],
})
