import { test as base, type BrowserContext, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { portalUrl } from './shared-portal.ts'
import { blankPath } from './sign-in.ts'

interface Fixtures {
  /** A page of another browser context, which shares nothing with the first. */
  elsewhere: Page
}

/**
 * All journeys of a worker go on in one tab: in a new one the browser fetches and compiles the portal again, which takes
 * longer than most of them. After a failure Playwright begins a new worker.
 */
let tab: Page | undefined

export const test = base.extend<Fixtures>({
  page: async ({ browser, viewport }, run) => {
    if (tab === undefined) tab = await (await recorded(browser.newContext())).newPage()
    else await forget(tab, viewport)
    const page = tab
    await refusePolicyViolations(page.context(), async () => run(page))
  },
  context: async ({ page }, run) => run(page.context()),
  elsewhere: async ({ browser }, run) => {
    const context = await recorded(browser.newContext({ baseURL: portalUrl }))
    await refusePolicyViolations(context, async () => run(await context.newPage()))
    await context.close()
  },
})

declare global {
  interface Window {
    /** What was said for a moment since the document was loaded, and not yet expected. */
    said?: string[]
  }
}

/**
 * Pages say for a few seconds what was done. Where the machine is busy, that can be over before a journey looks: it is
 * enough that it was said.
 */
export async function expectSaid(page: Page, text: string): Promise<void> {
  const take = (wanted: string) => {
    const at = window.said?.findIndex((said) => said.includes(wanted)) ?? -1
    return at === -1 ? window.said : window.said?.splice(at, 1)
  }
  await expect.poll(async () => await page.evaluate(take, text)).toEqual([expect.stringContaining(text)])
}

async function recorded(opened: Promise<BrowserContext>): Promise<BrowserContext> {
  const context = await opened
  await context.addInitScript(recordMessages)
  return context
}

/** Runs in each document before its own scripts. */
function recordMessages(): void {
  const said: string[] = (window.said = [])
  const shown = new Map<Element, string>()
  new MutationObserver(() => {
    for (const message of document.querySelectorAll('.ant-notification-notice')) {
      // One takes the place of another.
      if (shown.get(message) === message.textContent) continue
      shown.set(message, message.textContent)
      said.push(message.textContent)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

/** Leaves nothing of the last journey in a tab but what the browser caches. */
async function forget(page: Page, viewport: Parameters<Page['setViewportSize']>[0] | null): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(blankPath)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
  if (viewport !== null) await page.setViewportSize(viewport)
}

/** A journey fails when one of its pages violates the content security policy, which the browser only logs. */
async function refusePolicyViolations(context: BrowserContext, journey: () => Promise<void>): Promise<void> {
  const violations: string[] = []
  const collect = (message: ConsoleMessage) => {
    const text = message.text()
    if (text.includes('Content Security Policy')) violations.push(`${message.page()?.url()}: ${text}`)
  }
  context.on('console', collect)
  await journey()
  context.off('console', collect)
  expect(violations).toEqual([])
}
