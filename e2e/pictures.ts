import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { prepareBrowser } from './browser.ts'
import { takeGuidePictures } from './guide-pictures.ts'
import { measurePages } from './measure.ts'
import { settle } from './settle.ts'
import { startPortal } from './start-portal.ts'

// npm run pictures: takes the screenshots in docs/pictures from a portal with demo data; with --measure, measures how its
// pages are loaded instead.

const folder = join(import.meta.dirname, '../docs/pictures')
const views = [
  { name: '390', width: 390, height: 844 },
  { name: '1024', width: 1024, height: 768 },
  { name: '1600', width: 1600, height: 1000 },
] as const

const pages = [
  { name: 'dashboard', path: '/app/dashboard/default' },
  { name: 'call-list', path: '/reports/calldetails?period=last7Days' },
  { name: 'call', path: '/reports/calldetails?period=last7Days', opensCall: true },
  { name: 'reports', path: '/reports' },
  { name: 'report-by-day', path: '/reports/0e000000-0000-7000-8000-000000000001' },
  { name: 'report-by-source', path: '/reports/0e000000-0000-7000-8000-000000000002' },
  { name: 'report-by-hour', path: '/reports/0e000000-0000-7000-8000-000000000003' },
  { name: 'report-builder', path: '/manage/reports/add' },
  { name: 'profile', path: '/app/user' },
] as const

const portal = await startPortal({ hasSingleSignOn: true })
const browser = await chromium.launch(await prepareBrowser())
try {
  if (process.argv.includes('--measure')) await measurePages(browser, portal, process.argv)
  else await takePictures()
} finally {
  await browser.close()
  await portal.stop()
}

async function takePictures(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { name, width, height } of views) {
      const context = await browser.newContext({
        baseURL: portal.url,
        viewport: { width, height },
        colorScheme,
        locale: 'en-US',
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await page.goto('/login')
      await page.getByLabel('User name').waitFor()
      await takePicture(page, `login-${colorScheme}-${name}`)
      await page.getByLabel('User name').fill('admin')
      await page.getByLabel('Password', { exact: true }).fill(portal.passwords['admin'] ?? '')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/app/dashboard/default')
      for (const entry of pages) {
        await page.goto(entry.path)
        await settle(page)
        if ('opensCall' in entry) {
          // A table on wide screens, cards on narrow ones.
          const cards = page.getByRole('list', { name: 'Calls' }).getByRole('link')
          await page.locator('tbody tr[data-row-key]').or(cards).nth(4).click()
          await page.getByRole('dialog').waitFor()
          await settle(page)
        }
        await takePicture(page, `${entry.name}-${colorScheme}-${name}`)
      }
      await context.close()
    }
  }
  await takeGuidePictures(browser, { url: portal.url, password: portal.passwords['admin'] ?? '', folder })
}

async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(`${name}.png`)
}
