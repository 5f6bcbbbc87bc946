import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const apiKeysFeature = defineFeature({ name: 'api-keys', routes })
