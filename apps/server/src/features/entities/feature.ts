import { listItem } from '../../access/menu-items.ts'
import { countActive } from '../../db/records/record-store.ts'
import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { routes } from './routes.ts'
import { searchEntities } from './search-entities.ts'

export const entitiesFeature = defineFeature({
  name: 'entities',
  needs: () => [ingestFeature],
  menuItems: [
    listItem('entity', { group: 'customers-entities', order: 20, ico: 'deployment-unit', adminOnly: true }),
  ],
  routes(routing, { ingest, queue, calls, snapshots }) {
    return routes(routing, { db: routing.db, ingest, queue, calls, snapshots })
  },
  search: searchEntities,
  overview: () => ({ entities: countActive('entity') }),
})
