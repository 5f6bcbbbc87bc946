import { mkdirSync } from 'node:fs'
import { chromium } from '@playwright/test'
import pages from './accessible-pages.json' with { type: 'json' }
import { prepareBrowser } from './browser.ts'
import { startPortal } from './start-portal.ts'
import { startSession } from './start-session.ts'
const portal = await startPortal({ hasSingleSignOn: false })
const browser = await chromium.launch(await prepareBrowser())
mkdirSync('/tmp/shots', { recursive: true })
try {
  const session = await startSession(portal.url, 'admin', portal.passwords['admin'] ?? '')
  const { 'signed out': _, 'a saved report and its subscriptions': __, ...signedIn } = pages
  const paths = Object.values(signedIn).flat().filter((path: string) => !path.includes('{'))
  for (const [scheme, width] of [['light', 1600], ['dark', 1024], ['light', 390]] as const) {
    const context = await browser.newContext({ baseURL: portal.url, viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme: scheme, locale: 'en-US', reducedMotion: 'reduce' })
    await context.addInitScript((stored) => localStorage.setItem('user_info', stored), session)
    const page = await context.newPage()
    for (const path of paths) {
      await page.goto(path)
      await page.waitForFunction(() => document.querySelector('main h1') !== null && document.querySelector('main [aria-label="Loading"]') === null).catch(() => {})
      await page.waitForTimeout(900)
      await page.screenshot({ path: `/tmp/shots/${width}-${path.replaceAll(/[^\w]+/g, '_').slice(0, 60)}.png` })
    }
    await context.close()
  }
} finally { await browser.close(); await portal.stop() }
