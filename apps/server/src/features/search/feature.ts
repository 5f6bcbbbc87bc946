import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'
import { findPages } from './pages.ts'

export const searchFeature = defineFeature({ name: 'search', routes, search: () => findPages })
