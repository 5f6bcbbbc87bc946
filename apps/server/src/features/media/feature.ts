import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const mediaFeature = defineFeature({ name: 'media', routes })
