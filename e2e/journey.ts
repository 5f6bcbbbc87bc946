import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import { portalUrl } from './portal-of-run.ts'

interface Watched {
  /** A page of another browser, which shares nothing with the first. */
  elsewhere: Page
}

/** A journey fails when a page of it breaks the content policy: the browser refuses a part and the rest goes on. */
export const test = base.extend<Watched>({
  context: async ({ context }, run) => {
    const violations = watchPolicy(context)
    await run(context)
    expect(violations).toEqual([])
  },
  elsewhere: async ({ browser }, run) => {
    const context = await browser.newContext({ baseURL: portalUrl })
    const violations = watchPolicy(context)
    await run(await context.newPage())
    await context.close()
    expect(violations).toEqual([])
  },
})

/** Of what the browser writes to the console of a page. */
function watchPolicy(context: BrowserContext): string[] {
  const violations: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (text.includes('Content Security Policy')) violations.push(`${message.page()?.url()}: ${text}`)
  })
  return violations
}
