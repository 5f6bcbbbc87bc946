import { countActive } from '../../db/records/record-store.ts'
import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'
import { searchEntities } from './search-entities.ts'

export const entitiesFeature = defineFeature({
  name: 'entities',
  routes,
  search: searchEntities,
  overview: () => ({ entities: countActive('entity') }),
})
