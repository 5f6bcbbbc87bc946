import { mailCheck, mailMetrics } from './mail-health.ts'
import { defineFeature } from '../../feature.ts'
import { readDkimKey } from '../../lib/outside/dkim-key.ts'
import { settingsFeature } from '../settings/feature.ts'
import { BounceMailbox, resetBounceMailbox } from './bounce-mailbox.ts'
import { Mailer } from './mail.ts'
import { findMailboxError, mailCounts, stoppedAddressCount } from './overview-store.ts'
import { routes } from './routes.ts'

export const mailFeature = defineFeature({
  name: 'mail',
  menuItems: [
    { group: 'portal', order: 70, key: 'outbox', label: 'Outbox', ico: 'send', url: '/manage/outbox' },
  ],
  needs: () => [settingsFeature],
  open({ settingChanges, config, db, log, publicUrl, deliveryFiles, hasPeers, isIdle, allowedAddresses }) {
    const { mailFrom: from, smtpUrl, dkim, bounceMailboxUrl: url } = config
    const mailer = new Mailer({
      db,
      log,
      files: deliveryFiles,
      publicUrl,
      from,
      smtpUrl,
      dkim: dkim && readDkimKey(dkim),
      hasPeers,
      isIdle,
    })
    const bounceMailbox = new BounceMailbox({ db, log, url, allowedAddresses })
    settingChanges.on('smtpUrl', { after: () => mailer.wake() })
    settingChanges.on('bounceMailboxUrl', { within: resetBounceMailbox })
    return { services: { mailer, bounceMailbox }, working: [mailer, bounceMailbox] }
  },
  routes,
  overview: ({ db }) => ({
    mails: mailCounts,
    stoppedAddresses: stoppedAddressCount,
    bounceMailbox: findMailboxError(db),
  }),
  metrics: ({ db }) => mailMetrics(db),
  healthChecks: (context) => [mailCheck(context)],
})
