import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const entitiesFeature = defineFeature({ name: 'entities', routes })
