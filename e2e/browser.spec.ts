import { expect } from '@playwright/test'
import { test } from './journey.ts'

test('the browser starts, renders and has a font', async ({ page }) => {
  await page.setContent('<h1 style="font-family: sans-serif">Callboard</h1>')
  await expect(page.getByRole('heading', { name: 'Callboard' })).toBeVisible()
  const picture = await page.screenshot()
  expect(picture.byteLength).toBeGreaterThan(2000)
})
