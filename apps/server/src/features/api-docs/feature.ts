import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const apiDocsFeature = defineFeature({ name: 'api-docs', routes })
