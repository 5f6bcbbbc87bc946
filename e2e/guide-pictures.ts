import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { settle } from './settle.ts'

interface Shot {
  name: string
  path: string
  /** Opens what is shown, and says what all is in the picture. */
  open: (page: Page) => Promise<readonly Locator[]>
}

const shots: readonly Shot[] = [
  {
    name: 'period',
    path: '/app/dashboard/default',
    async open(page) {
      const button = page.getByRole('button', { name: /^Period/ })
      await button.click()
      return [button, page.getByRole('dialog', { name: 'Period' })]
    },
  },
  {
    name: 'export',
    path: '/reports/0e000000-0000-7000-8000-000000000002',
    async open(page) {
      const button = page.getByRole('button', { name: 'Download', exact: true })
      await button.click()
      return [button, page.getByRole('menu').filter({ has: page.getByRole('menuitem', { name: /^CSV/ }) })]
    },
  },
  {
    name: 'filters',
    path: '/reports/calldetails?period=last7Days',
    async open(page) {
      const ranges = page.getByRole('group', { name: 'Quick ranges' })
      await ranges.getByRole('button', { name: 'Missed' }).click()
      await settle(page)
      await ranges.getByRole('button', { name: 'Add filter' }).click()
      await page.getByRole('combobox', { name: 'Field' }).fill('talk')
      await page.keyboard.press('Enter')
      return [ranges, page.getByRole('dialog', { name: 'Add a filter' })]
    },
  },
  {
    name: 'change',
    path: '/app/dashboard/default',
    async open(page) {
      const missed = page.getByRole('article').filter({ hasText: 'Missed' })
      await missed
        .getByRole('button', { name: /^(up|down) / })
        .first()
        .click()
      const drawer = page.getByRole('dialog', { name: /^Why it changed/ })
      await drawer.getByText(/(rose|fell) by/).waitFor()
      return [drawer]
    },
  },
  {
    name: 'recording',
    path: '/reports/calldetails?period=thisYear&filter=redactionStatus:eq:redacted',
    async open(page) {
      const play = page.getByRole('button', { name: /^Play the recording/ }).first()
      await play.click()
      const playing = page.getByRole('region', { name: 'Now playing' })
      await playing.getByRole('link').first().click()
      await page.getByRole('link', { name: 'Open the recording' }).first().click()
      await page.waitForURL(/\/call-recording/)
      const player = page.getByRole('group', { name: 'Player' })
      await player.waitFor()
      // It may have closed already, as the page has a player of its own.
      const close = playing.getByRole('button', { name: 'Close the player' })
      if (await close.isVisible()) await close.click()
      return [player]
    },
  },
  {
    name: 'source',
    path: '/manage/sources/add',
    async open(page) {
      await page.setViewportSize({ width: 1366, height: 900 })
      const kinds = page.getByRole('radiogroup')
      await kinds.getByText('Twilio', { exact: true }).click()
      return [page.getByText('Phone system', { exact: true }), kinds]
    },
  },
  {
    name: 'mapping',
    path: '/manage/sources/add',
    async open(page) {
      await page.setViewportSize({ width: 1366, height: 900 })
      await page.getByRole('radio', { name: /^Any other system/ }).check()
      await page.getByLabel('Name', { exact: true }).fill(`Front desk ${Date.now()}`)
      await page.getByLabel('Customer').click()
      await page.getByRole('option').first().waitFor({ state: 'attached' })
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Add Source' }).click()
      await page.getByRole('link', { name: 'Mapping', exact: true }).click()
      await page.locator('input[type=file]').setInputFiles(sampleFile)
      await page.getByText('no rows fail').waitFor()
      return [
        page.getByText('german.csv'),
        page.getByRole('heading', { name: 'Fields' }),
        page.getByRole('table').first(),
      ]
    },
  },
]

const sampleFile = join(import.meta.dirname, '../apps/server/test/fixtures/mapped/german.csv')

const marginPx = 12

/** Parts of pages for the user's guide, twice as fine, in both themes. */
export async function takeGuidePictures(
  browser: Browser,
  { url, password, folder }: { url: string; password: string; folder: string },
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1024, height: 768 },
      deviceScaleFactor: 2,
      colorScheme,
      locale: 'en-US',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto('/login')
    await page.getByLabel('User name').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/app/dashboard/default')
    for (const { name, path, open } of shots) {
      await page.goto(path)
      await settle(page)
      const shown = await open(page)
      await settle(page)
      const file = `guide-${name}-${colorScheme}@2x.png`
      await page.screenshot({ path: join(folder, file), clip: await around(shown, page.viewportSize()) })
      console.log(file)
    }
    await context.close()
  }
}

/** As far as it is on the screen. */
async function around(shown: readonly Locator[], view: { height: number } | null) {
  const boxes = (await Promise.all(shown.map((one) => one.boundingBox()))).filter((box) => box !== null)
  const left = Math.min(...boxes.map(({ x }) => x)) - marginPx
  const top = Math.min(...boxes.map(({ y }) => y)) - marginPx
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + marginPx
  const lowest = Math.max(...boxes.map(({ y, height }) => y + height)) + marginPx
  const bottom = Math.min(lowest, view?.height ?? lowest)
  return { x: Math.max(0, left), y: Math.max(0, top), width: right - left, height: bottom - top }
}
