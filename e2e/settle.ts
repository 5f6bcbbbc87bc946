import type { Page } from '@playwright/test'

/** Waits until what the page asked for has come; the event stream never ends, so the network is never idle. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() =>
    // Parts of the page below the window are asked for when they come into view.
    Array.from(document.querySelectorAll('[aria-busy="true"], .ant-skeleton')).every(
      (waiting) => waiting.getBoundingClientRect().top > window.innerHeight,
    ),
  )
  await page.waitForTimeout(500)
}
