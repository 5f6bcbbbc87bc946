import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { signIn } from './sign-in.ts'

test('the browser starts, renders and has a font', async ({ elsewhere: page }) => {
  await page.setContent('<h1 style="font-family: sans-serif">Callboard</h1>')
  await expect(page.getByRole('heading', { name: 'Callboard' })).toBeVisible()
  // Chromium has no picture to give until it has drawn its first frame, which takes a while on a busy machine.
  await expect(async () => {
    const picture = await page.screenshot()
    expect(picture.byteLength).toBeGreaterThan(2000)
  }).toPass()
})

test('a browser without Temporal shows the same days as one that has it', async ({ page, elsewhere }) => {
  await elsewhere.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'))
  const shown: unknown[] = []
  const isNative: boolean[] = []
  for (const one of [page, elsewhere]) {
    await signIn(one)
    await one.goto('/app/dashboard/default?period=lastQuarter')
    shown.push(await one.getByRole('button', { name: /^Period:/ }).textContent())
    isNative.push(await one.evaluate(() => String(Temporal.Instant).includes('native code')))
  }
  expect(isNative).toEqual([true, false])
  expect(shown[0]).toMatch(/\d/)
  expect(shown[1]).toBe(shown[0])
})

test('an address that is opened in the tab of another page begins at its head', async ({ page }) => {
  await signIn(page)
  await page.goto('/app/guide/user')
  await page.getByRole('heading', { name: 'See who called' }).scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await page.goto('/app/guide/administrator')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
})
