import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { CallNews } from './call-news.ts'
import { routes } from './routes.ts'

export const eventsFeature = defineFeature({
  name: 'events',
  needs: () => [ingestFeature],
  open({ lease, db, ingest, log }) {
    // A process that has all calls for itself knows of each.
    const callNews = lease && new CallNews({ db, ingest, log })
    return { services: { callNews }, running: callNews && [callNews] }
  },
  routes,
})
