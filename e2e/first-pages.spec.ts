import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { firstPages } from './measured-pages.ts'
import { loadPage } from './page-load.ts'
import { passwordOf, portalUrl } from './shared-portal.ts'
import { startSession } from './start-session.ts'

const cases = [
  ...Object.entries(firstPages).map(([name, page]) => ({ name, page, user: 'demo-analyst' as const })),
  // With the first steps, and with callers to be called back.
  {
    name: 'dashboard of administrators',
    page: { ...firstPages.dashboard, maxKB: 560, maxRequests: 34 },
    user: 'admin' as const,
  },
]

for (const { name, page, user } of cases) {
  const { maxKB, maxRequests } = page
  test(`the ${name} is shown after at most ${maxRequests} requests and ${maxKB} kB`, async ({ browser }) => {
    const session = await startSession(portalUrl, user, passwordOf(user))
    const context = await browser.newContext({ baseURL: portalUrl })
    await context.addInitScript((stored) => localStorage.setItem('user_info', stored), session)
    const { requests, bytes } = await loadPage(context, page)
    await context.close()
    expect(requests).toBeLessThanOrEqual(maxRequests)
    expect(bytes / 1000).toBeLessThanOrEqual(maxKB)
  })
}

test('a report is asked for while its code is fetched, and nothing of it twice', async ({ browser }) => {
  const session = await startSession(portalUrl, 'demo-analyst', passwordOf('demo-analyst'))
  const context = await browser.newContext({ baseURL: portalUrl })
  await context.addInitScript((stored) => localStorage.setItem('user_info', stored), session)
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto(firstPages.report.path)
  await expect(page.locator(firstPages.report.figure).first()).toBeVisible()
  const ofReport = asked.filter((one) => one.includes('/api/reporting/') && !one.endsWith('/attributes'))
  expect(ofReport).toEqual([
    `GET /api/reporting/${firstPages.report.path.split('/')[2]}`,
    'POST /api/reporting/runreport',
  ])
  expect(asked.indexOf(ofReport[1] ?? '')).toBeLessThan(asked.findIndex((one) => one.includes('/echarts-')))
  await context.close()
})
