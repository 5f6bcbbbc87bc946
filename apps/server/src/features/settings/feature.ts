import { defineFeature } from '../../feature.ts'
import { mailFeature } from '../mail/feature.ts'
import { recordingsFeature } from '../recordings/feature.ts'
import { routes } from './routes.ts'

export const settingsFeature = defineFeature({
  name: 'settings',
  needs: () => [mailFeature, recordingsFeature],
  routes,
})
