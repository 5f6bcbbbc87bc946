import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { firstPages } from './measured-pages.ts'
import { loadPage } from './page-load.ts'
import { passwordOf, portalUrl } from './shared-portal.ts'
import { startSession } from './start-session.ts'

for (const [name, page] of Object.entries(firstPages)) {
  const { maxKB, maxRequests } = page
  test(`the ${name} is shown after at most ${maxRequests} requests and ${maxKB} kB`, async ({ browser }) => {
    const session = await startSession(portalUrl, 'demo-analyst', passwordOf('demo-analyst'))
    const context = await browser.newContext({ baseURL: portalUrl })
    await context.addInitScript((stored) => localStorage.setItem('user_info', stored), session)
    const { requests, bytes } = await loadPage(context, page)
    await context.close()
    expect(requests).toBeLessThanOrEqual(maxRequests)
    expect(bytes / 1000).toBeLessThanOrEqual(maxKB)
  })
}
