import { defineFeature } from '../../feature.ts'
import { usersFeature } from '../users/feature.ts'
import { routes } from './routes.ts'

export const twoFactorFeature = defineFeature({ name: 'two-factor', needs: () => [usersFeature], routes })
