import { defineFeature } from '../../feature.ts'
import { routes } from './routes.ts'

export const rolesFeature = defineFeature({ name: 'roles', routes })
