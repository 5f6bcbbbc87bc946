import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const entityGroupsFeature = defineFeature({ name: 'entity-groups', routes })
