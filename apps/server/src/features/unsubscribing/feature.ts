import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const unsubscribingFeature = defineFeature({ name: 'unsubscribing', routes })
