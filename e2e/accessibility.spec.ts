import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { settle } from './settle.ts'
import { signIn } from './sign-in.ts'

const pages = [
  { name: 'the dashboard', path: '/app/dashboard/default' },
  { name: 'the call list', path: '/reports/calldetails?period=last7Days' },
  { name: 'the reports', path: '/reports' },
  { name: 'a report', path: '/reports/0e000000-0000-7000-8000-000000000001' },
] as const

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('axe finds nothing on the sign-in', async ({ page }) => {
      await page.goto('/login')
      await expect(page.getByLabel('User name')).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    })

    for (const { name, path } of pages) {
      test(`axe finds nothing on ${name}, and the page is no wider than the window at 390 px`, async ({
        page,
      }) => {
        await signIn(page)
        await page.goto(path)
        await settle(page)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
        await page.setViewportSize({ width: 390, height: 844 })
        // The menu folds away first.
        await expect
          .poll(() =>
            page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
          )
          .toBe(0)
      })
    }
  })
}
