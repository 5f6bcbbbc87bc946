import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Begins with the theme that the page has. */
export async function expectBothThemes(page: Page, what: string): Promise<void> {
  const theme = await page.evaluate(() => document.documentElement.style.colorScheme)
  expect.soft(await findViolations(page), `${what}, ${theme}`).toEqual([])
  const other = theme === 'dark' ? 'light' : 'dark'
  await setTheme(page, other)
  // Everything else is the same in both.
  const colorViolations = await findViolations(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
  expect.soft(colorViolations, `${what}, ${other}`).toEqual([])
}

async function findViolations(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  // The preview of a mail runs no scripts, so axe cannot check it; and its content is not ours.
  await page.locator('iframe[sandbox]').evaluateAll((frames) => {
    for (const frame of frames) frame.remove()
  })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  // There are no frames and media to preload, and only violations are of interest, by their HTML.
  const lean = { resultTypes: ['violations'], preload: false, selectors: false } satisfies axe.RunOptions
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(${JSON.stringify({ ...options, ...lean })})`,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** Changes the theme as another tab would, which the page follows at once. */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(
    (isDark) => {
      localStorage.setItem('isDarkTheme', isDark)
      dispatchEvent(new StorageEvent('storage', { key: 'isDarkTheme' }))
    },
    String(theme === 'dark'),
  )
  await page.waitForFunction((wanted) => document.documentElement.style.colorScheme === wanted, theme)
}
