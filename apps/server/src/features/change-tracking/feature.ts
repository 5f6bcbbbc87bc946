import { join } from 'node:path'
import { defineFeature } from '../../feature.ts'
import { ChainAnchor } from './chain-anchor.ts'
import { routes } from './routes.ts'
import { Sealer } from './sealer.ts'

export const changeTrackingFeature = defineFeature({
  name: 'change-tracking',
  menuItems: [
    {
      group: 'portal',
      order: 90,
      key: 'change-tracking',
      label: 'Change Tracking',
      ico: 'audit',
      url: '/manage/changetracking',
    },
  ],
  open({ dataDir, db, log }) {
    // Outside of the database, whose chain of records ends where this says.
    const chainAnchor = new ChainAnchor(join(dataDir.path, 'change-chain-end.json'))
    const sealer = new Sealer({ db, anchor: chainAnchor, log })
    return { services: { chainAnchor, sealer }, running: [sealer] }
  },
  routes,
})
