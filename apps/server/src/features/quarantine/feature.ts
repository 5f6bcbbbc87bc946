import * as endpoints from '@callboard/contract/quarantine'
import { defineFeature } from '../../feature.ts'
import { routeWith } from '../../http/crud.ts'
import type { Routing } from '../../http/route.ts'
import { nightly } from '../../jobs/queue.ts'
import { emailTemplatesFeature } from '../email-templates/feature.ts'
import { ingestFeature } from '../ingest/feature.ts'
import { mailFeature } from '../mail/feature.ts'
import { deleteOldRows } from './delete-old-rows.ts'
import { mailAdministrators } from './mail-administrators.ts'
import { sourcesFeature } from '../sources/feature.ts'
import type { QuarantineParts } from './quarantine-parts.ts'
import * as rules from './quarantine.ts'
import { retryRows } from './retry.ts'

export const quarantineFeature = defineFeature({
  name: 'quarantine',
  needs: () => [emailTemplatesFeature, ingestFeature, mailFeature, sourcesFeature],
  menuItems: [
    {
      group: 'portal',
      order: 65,
      key: 'quarantine',
      label: 'Quarantine',
      tooltip: 'Rejected calls, to be corrected and retried',
      ico: 'file-text',
      url: '/manage/quarantine',
      adminOnly: true,
    },
  ],
  routes,
  jobs: ({ db, mailer, renderer, publicUrl }) => [
    { name: 'delete-old-rejected', cron: nightly, work: async () => await deleteOldRows(db) },
    {
      name: 'mail-of-rejected',
      cron: eachMorning,
      work: async () => await mailAdministrators({ db, mailer, renderer, publicUrl }),
    },
  ],
})

const eachMorning = '0 6 * * *'

function routes(routing: Routing, { ingest, eventIntake }: Omit<QuarantineParts, 'db'>): void {
  const parts = { db: routing.db, ingest, eventIntake }
  const declared = { access: 'admin', parts } as const
  routeWith(routing, endpoints.searchQuarantine, { ...declared, rule: rules.searchRows })
  routeWith(routing, endpoints.getQuarantineReasons, { ...declared, rule: rules.listReasons })
  routeWith(routing, endpoints.downloadQuarantine, { ...declared, rule: rules.downloadRows })
  routeWith(routing, endpoints.getQuarantined, { ...declared, rule: rules.getRow })
  routeWith(routing, endpoints.updateQuarantined, { ...declared, rule: rules.updateRow })
  routeWith(routing, endpoints.deleteQuarantined, { ...declared, rule: rules.deleteRow })
  routeWith(routing, endpoints.retryQuarantined, { ...declared, writesCalls: true, rule: retryRows })
  routeWith(routing, endpoints.deleteManyQuarantined, { ...declared, rule: rules.deleteMany })
}
