import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const customersFeature = defineFeature({ name: 'customers', routes })
