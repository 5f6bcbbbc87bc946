import { defineFeature } from '../../feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { jobs, routes } from './routes.ts'

export const retentionFeature = defineFeature({
  name: 'retention',
  menuItems: [
    {
      group: 'portal',
      order: 80,
      key: 'retention',
      label: 'Retention',
      ico: 'calendar',
      url: '/manage/retention',
    },
  ],
  needs: () => [ingestFeature],
  routes,
  jobs,
})
