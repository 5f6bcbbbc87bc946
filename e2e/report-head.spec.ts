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
    { width: 390, height: 844, chartBegins: 420, tilesBegin: 230 },
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
    await page.goto('/app/dashboard/default?zone=America/Chicago')
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

  await page.goto(bySource + manySet)
  await expect(parameters.getByRole('button', { name: /^Filters.* more set$/ })).toBeVisible()
  await parameters.getByRole('button', { name: 'Remove the comparison' }).press('Enter')
  await expect(page).not.toHaveURL(/compare=/)
})

test('a report and a list are printed light, without what can only be clicked on, and no column is cut', async ({
  page,
}) => {
  await signIn(page)
  await page.evaluate(() => window.localStorage.setItem('isDarkTheme', 'true'))
  // As wide as A4 between its margins.
  await page.setViewportSize({ width: 703, height: 1000 })
  for (const path of [
    `${byDay}?compare=previousPeriod`,
    '/reports/0e000000-0000-7000-8000-000000000003',
    '/manage/users',
  ]) {
    await page.goto(path)
    await settle(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(245, 247, 250)')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(
      page.getByRole('button', { name: /^(More|Download|Filters|Refresh|Columns|Add User)/ }),
    ).toHaveCount(0)
    const cut = await page.evaluate(() =>
      Array.from(document.querySelectorAll('main :is(th, td, canvas)'))
        .filter((cell) => cell.getBoundingClientRect().right > window.innerWidth)
        .map(({ textContent }) => textContent),
    )
    expect(cut, path).toEqual([])
    await page.emulateMedia({ media: 'screen' })
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(14, 19, 25)')
  }
})

test('settings are found by their words and by their sections, each of which has an address', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/manage/settings#mail')
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect(page.getByRole('heading', { name: 'Mail', exact: true })).toBeInViewport()
  await expect(sections.getByRole('link', { name: 'Mail' })).toHaveAttribute('aria-current', 'location')
  await sections.getByRole('link', { name: 'Sign-in' }).press('Enter')
  await expect(page).toHaveURL(/#sign-in$/)
  await expect(page.getByRole('heading', { name: 'Sign-in', exact: true })).toBeInViewport()
  await expect(sections.getByRole('link', { name: 'Sign-in' })).toHaveAttribute('aria-current', 'location')
  await page.getByRole('searchbox', { name: 'Search in settings' }).fill('idle session')
  await expect(page.getByLabel('Idle session timeout')).toBeVisible()
  await expect(sections.getByRole('link')).toHaveText(['Sign-in'])
  await page.getByRole('searchbox', { name: 'Search in settings' }).fill('no such setting')
  await expect(page.getByText('No settings match these words.')).toBeVisible()
  // Where the search of the portal leads.
  await page.goto('/manage/settings#defaultTimeZone')
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toBeFocused()
})
