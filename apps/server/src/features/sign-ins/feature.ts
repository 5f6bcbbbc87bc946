import { defineFeature } from '../../feature.ts'
import { jobs, routes } from './routes.ts'

export const signInsFeature = defineFeature({ name: 'sign-ins', routes, jobs })
