import { getLiveFigures, listLiveCalls } from '@callboard/contract/live'
import { defineFeature } from '../../feature.ts'
import { routeReading } from '../../http/crud.ts'
import { route } from '../../http/route.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { LiveCallList } from './live.ts'
import { readLiveFigures } from './live-figures.ts'

const access = 'reporting.call.details'

export const liveFeature = defineFeature({
  name: 'live',
  menuItems: [
    {
      group: 'main',
      order: 15,
      key: 'live',
      label: 'Live',
      tooltip: 'Who rings, waits and talks now',
      ico: 'clock-circle',
      url: '/app/live',
      claim: access,
    },
  ],
  needs: () => [ingestFeature],
  open: ({ db, calls, snapshots }) => ({
    services: { liveCalls: new LiveCallList({ db, calls, snapshots }) },
  }),
  routes(routing, { calls, snapshots, liveCalls }) {
    route(routing, listLiveCalls, { access, handler: async ({ caller }) => await liveCalls.of(caller) })
    routeReading(routing, getLiveFigures, { access, parts: { calls, snapshots }, rule: readLiveFigures })
  },
})
