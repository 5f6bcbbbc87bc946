import { expect } from '@playwright/test'
import { expectBothThemes } from './axe.ts'
import { test } from './journey.ts'
import { settle } from './settle.ts'
import { signIn } from './sign-in.ts'
import { tabTo } from './tab-to.ts'

const bySource = '/reports/0e000000-0000-7000-8000-000000000002'
const byDay = '/reports/0e000000-0000-7000-8000-000000000001'
const manySet =
  '?period=last90Days&compare=previousPeriod&status=answered&status=missed&direction=inbound&minimumDuration=30'

test('reports and the dashboard begin with their figures, whatever is set and however wide the window is', async ({
  page,
}) => {
  await signIn(page)
  for (const { width, height, chartBegins, tilesBegin } of [
    { width: 1600, height: 1000, chartBegins: 200, tilesBegin: 160 },
    { width: 1024, height: 768, chartBegins: 220, tilesBegin: 160 },
    { width: 390, height: 844, chartBegins: 420, tilesBegin: 220 },
  ]) {
    await page.setViewportSize({ width, height })
    for (const path of [`${byDay}?compare=previousPeriod`, bySource, bySource + manySet]) {
      await page.goto(path)
      const chart = page.locator('main canvas').first()
      await expect(chart).toBeVisible()
      await settle(page)
      const box = await chart.boundingBox()
      expect(box?.y, `${path} at ${width}`).toBeLessThanOrEqual(chartBegins)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
    }
    await page.goto('/app/dashboard/default?tz=America/Chicago')
    await settle(page)
    const tiles = await page.getByRole('region', { name: 'Figures of the period' }).boundingBox()
    expect(tiles?.y, `the dashboard at ${width}`).toBeLessThanOrEqual(tilesBegin)
  }
})

test('what is set stands in the line of filters: it leads to its field, and is taken back there', async ({
  page,
}) => {
  await signIn(page)
  await page.goto(`${bySource}?period=last7Days&status=answered&compare=none`)
  const parameters = page.getByRole('group', { name: 'Parameters' })
  const status = page.getByRole('combobox', { name: 'Status' })
  await expect(status).toBeHidden()
  await settle(page)
  await tabTo(page, parameters.getByRole('button', { name: 'Status: Answered' }))
  await page.keyboard.press('Enter')
  await expect(status).toBeFocused()
  await expectBothThemes(page, 'a report with its filters unfolded')
  // The list of the select takes the first Escape for itself.
  await page.keyboard.press('Escape')
  await parameters.getByRole('button', { name: 'Filters' }).press('Enter')
  await expect(status).toBeHidden()
  await expectBothThemes(page, 'a report with a chip')
  await parameters.getByRole('button', { name: 'Remove Status' }).press('Enter')
  await expect(page).not.toHaveURL(/answered/)
  await expect(parameters.getByRole('button', { name: 'Status: Answered' })).toBeHidden()

  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(bySource + manySet)
  await expect(parameters.getByRole('button', { name: /^Filters.*3 more set$/ })).toBeVisible()
  await parameters.getByRole('button', { name: 'Remove the comparison' }).press('Enter')
  await expect(page).toHaveURL(/compare=none/)
})
