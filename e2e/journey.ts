import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import { portalUrl } from './shared-portal.ts'

interface Fixtures {
  /** A page of another browser context, which shares nothing with the first. */
  elsewhere: Page
}

/** A journey fails when one of its pages violates the content security policy, which the browser only logs. */
export const test = base.extend<Fixtures>({
  context: async ({ context }, run) => {
    const violations = collectPolicyViolations(context)
    await run(context)
    expect(violations).toEqual([])
  },
  elsewhere: async ({ browser }, run) => {
    const context = await browser.newContext({ baseURL: portalUrl })
    const violations = collectPolicyViolations(context)
    await run(await context.newPage())
    await context.close()
    expect(violations).toEqual([])
  },
})

/** Fills the list that it returns, from the console of all pages. */
function collectPolicyViolations(context: BrowserContext): string[] {
  const violations: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (text.includes('Content Security Policy')) violations.push(`${message.page()?.url()}: ${text}`)
  })
  return violations
}
