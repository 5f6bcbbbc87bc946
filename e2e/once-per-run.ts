import { startPortal } from './start-portal.ts'

/** Playwright's global set-up: one portal for all journeys, whose address and password they find in `portal.ts`. */
export default async function startOncePerRun(): Promise<() => Promise<void>> {
  const portal = await startPortal()
  process.env['PORTAL_URL'] = portal.url
  process.env['PORTAL_ADMIN_PASSWORD'] = portal.adminPassword
  return portal.stop
}
