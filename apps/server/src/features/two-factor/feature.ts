import { defineFeature } from '../../feature.ts'
import { authFeature } from '../auth/feature.ts'
import { routes } from './routes.ts'

export const twoFactorFeature = defineFeature({ name: 'two-factor', needs: () => [authFeature], routes })
