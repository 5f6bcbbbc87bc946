import { openMailbox } from './mailbox.ts'
import { startPortal } from './start-portal.ts'

/** Playwright's global setup: one portal for all journeys, which know it through `shared-portal.ts`. */
export default async function startSharedPortal(): Promise<() => Promise<void>> {
  const mailbox = await openMailbox()
  const portal = await startPortal({ env: { SMTP_URL: mailbox.url }, hasSingleSignOn: true })
  process.env['PORTAL_URL'] = portal.url
  process.env['PORTAL_PASSWORDS'] = JSON.stringify(portal.passwords)
  process.env['PORTAL_MAILS'] = mailbox.folder
  return async () => {
    await portal.stop()
    await mailbox.close()
  }
}
