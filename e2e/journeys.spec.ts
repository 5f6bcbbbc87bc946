import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectSaid, test } from './journey.ts'
import { settle } from './settle.ts'
import { passwordOf } from './shared-portal.ts'
import { fillSignIn, signIn } from './sign-in.ts'

// These tests change nothing that another journey looks at.
test.describe.configure({ mode: 'parallel' })

test('a page of the portal asks for a sign-in and opens after it', async ({ page }) => {
  await page.goto('/reports/calldetails?period=today')
  await expect(page).toHaveURL(/\/login/)
  await fillSignIn(page, 'admin', passwordOf('admin'))
  await expect(page).toHaveURL(/\/reports\/calldetails\?period=today/)
})

test('a wrong password shows an error and leaves the form open', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('User name').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Incorrect user name or password.')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('the dashboard leads to the calls and the callers behind a figure, and the counts agree', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/app/dashboard/default')
  const open = async (label: string) => {
    const name = page.getByRole('link', { name: label, exact: true })
    const tile = page.getByRole('article').filter({ has: name })
    await expect(tile).toContainText(/\d/)
    const count = /([\d,]+)/.exec((await tile.textContent()) ?? '')?.[1] ?? ''
    await name.press('Enter')
    return count
  }
  const missed = await open('Missed')
  await expect(page).toHaveURL(/\/reports\/calldetails/)
  await expect(page.getByText(`${missed} calls`)).toBeVisible()
  await page.goBack()
  const callers = await open('Unique callers')
  await expect(page).toHaveURL(/\/reports\/callers/)
  await expect(page.getByText(`${callers} callers`)).toBeVisible()
  // More than are loaded at once: the engine sorts them.
  const lastCall = page.getByRole('columnheader', { name: 'Last call in period' })
  await lastCall.click()
  await expect(page).toHaveURL(/sort=lastCall/)
  await expect(lastCall).toHaveAttribute('aria-sort', /ending/)
  await settle(page)
  const links = page.locator('tbody tr[data-row-key]').first().getByRole('link')
  const number = (await links.first().textContent()) ?? ''
  const calls = links.nth(1)
  const some = (await calls.textContent()) ?? ''
  await calls.press('Enter')
  await expect(page).toHaveURL(/\/reports\/calldetails.*callerNumber:eq/)
  await expect(page.getByText(`${some} call`)).toBeVisible()

  await page.goBack()
  await links.first().press('Enter')
  await expect(page).toHaveURL(/\/reports\/caller\?number=/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await expect(page.getByRole('region', { name: 'At a glance' })).toContainText('First call')
  await page.getByRole('region', { name: 'Calls' }).getByRole('link').first().press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Parties')
})

test('a change on the dashboard is explained, one level deeper too, and leads to its calls', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/app/dashboard/default')
  const tile = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: 'Missed', exact: true }) })
  await tile.getByRole('button', { name: /^(up|down) / }).press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Why it changed: Missed' })
  await expect(drawer.getByText(/^Missed (rose|fell) by [\d,]+/)).toBeVisible()
  await drawer
    .getByRole('button', { name: /^Drill down/ })
    .first()
    .press('Enter')
  const trail = drawer.getByRole('navigation', { name: 'Drill-down path' })
  const step = trail.locator('[aria-current=step]')
  // By its name, which comes with the figures.
  await expect(drawer.getByText(/^Missed (rose|fell) by [\d,]+/)).toBeVisible()
  const name = (await step.textContent()) ?? ''
  await page.reload()
  await expect(drawer.getByText(/^Missed (rose|fell) by [\d,]+/)).toBeVisible()
  await expect(step).toHaveText(name)
  await page.goBack()
  await expect(trail).toBeHidden()
  await page.goForward()
  await drawer.getByRole('button', { name: 'Whole figure' }).press('Enter')
  await expect(trail).toBeHidden()
  const calls = drawer.getByRole('link', { name: /calls of this period$/ }).first()
  const count = (await calls.textContent()) ?? ''
  await calls.press('Enter')
  await expect(page).toHaveURL(/\/reports\/calldetails/)
  await expect(page.getByText(`${count} call`)).toBeVisible()
})

test('the map of the dashboard opens the counties of a state, in the zone that is chosen', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/app/dashboard/default')
  await page.getByRole('button', { name: 'Filters' }).press('Enter')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('chicago')
  await zone.press('Enter')
  await expect(page.getByText('times in America/Chicago')).toBeVisible()
  const map = page.getByRole('region', { name: 'Where callers are' })
  await map.scrollIntoViewIfNeeded()
  await map.getByRole('link', { name: 'New York', exact: true }).press('Enter')
  await expect(page).toHaveURL(/zone=America.*state=US-NY/)
  await expect(map.getByText('inbound calls by county of New York')).toBeVisible()
  const row = map.getByRole('row', { name: /Kings/ })
  const count = /([\d,]+)/.exec((await row.getByRole('cell').first().textContent()) ?? '')?.[1] ?? ''
  await row.getByRole('link', { name: `${count} calls from Kings`, exact: false }).press('Enter')
  await expect(page).toHaveURL(/\/reports\/calldetails.*36047/)
  await expect(page.getByText(`${count} calls`)).toBeVisible()
  await page.goBack()
  await map.getByRole('link', { name: 'All states' }).press('Enter')
  await expect(map.getByRole('link', { name: 'New York', exact: true })).toBeVisible()
})

test('a call opens in a drawer, which the address names, and is edited, alone and with others', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/reports/calldetails?period=last7Days')
  const answers = Promise.withResolvers<void>()
  await page.route('**/api/calls/*', async (route) => {
    await answers.promise
    await route.continue()
  })
  await page.locator('tbody tr[data-row-key]').first().getByRole('link').first().press('Enter')
  const drawer = page.getByRole('dialog')
  // What the row knows needs no answer of the server.
  await expect(drawer.getByRole('heading', { name: 'Parties' })).toBeVisible()
  await expect(drawer.getByRole('heading', { name: 'Routing' })).toHaveCount(0)
  answers.resolve()
  await expect(drawer.getByRole('heading', { name: 'Routing' })).toBeVisible()
  await expect(page).toHaveURL(/call=[0-9a-f-]{36}/)
  // What people say of it is saved as soon as a field is left.
  await drawer.getByLabel('Note', { exact: true }).fill('Wants a second set.')
  const value = drawer.getByLabel('Value', { exact: true })
  await value.fill('12,5')
  await value.press('Enter')
  await expectSaid(page, 'Note saved.')
  await expect(drawer.getByRole('alert')).toHaveText(/^Value is not a decimal number/)
  await value.press('Escape')
  await expect(value).not.toHaveValue('12,5')
  await expect(drawer.getByText(/^Edited by Portal Administrator/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Routing' })).toBeVisible()
  await expect(drawer.getByLabel('Note', { exact: true })).toHaveValue('Wants a second set.')
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/call=/)

  // Several calls at once, and back.
  const boxes = page.getByRole('checkbox', { name: /^Select the call of/ })
  await boxes.nth(1).press('Space')
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Edit 3 calls' }).press('Enter')
  const editor = page.getByRole('dialog', { name: 'Edit 3 calls' })
  await editor.getByLabel('Add tags').fill('second set')
  await editor.getByLabel('Add tags').press('Enter')
  await editor.getByLabel('Score').fill('61')
  await editor.getByRole('button', { name: 'Edit 3 calls' }).press('Enter')
  const done = page.getByRole('status').filter({ hasText: '3 calls edited.' })
  await done.getByRole('button', { name: 'Undo' }).press('Enter')
  await expectSaid(page, 'Undone.')
  await expect(page.getByRole('region', { name: 'Selected calls' })).toHaveCount(0)
})

test('the call list filters, keeps its filters over a reload, and exports what it shows', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/reports/calldetails?period=last7Days')
  await page.getByRole('button', { name: 'Voicemail' }).press('Enter')
  await expect(page).toHaveURL(/voicemail/)
  await page.reload()
  await settle(page)
  const heading = page.getByText(/^[\d,]+ calls/)
  await expect(heading).toBeVisible()
  const shown = Number((/[\d,]+/.exec((await heading.textContent()) ?? '')?.[0] ?? '').replaceAll(',', ''))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: /^CSV/ }).press('Enter')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\n')
  // The period ends now and calls keep coming in: the file may have more than were counted.
  expect(lines.length - 1).toBeGreaterThanOrEqual(shown)
  await exportInBackground(page)
  await page.getByRole('link', { name: 'Call Details' }).first().press('Enter')
  await page.getByRole('button', { name: 'Not returned', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Not returned', exact: true, pressed: true })).toBeVisible()
  const chip = page.getByRole('button', { name: 'Missed, not returned: yes', exact: true })
  await expect(chip).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(chip).toBeVisible()
})

/** What a notice follows to another page, and the list of exports has. */
async function exportInBackground(page: Page): Promise<void> {
  // As in a portal where no more than a row is downloaded at once.
  await page.route('**/api/settings', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({
      response,
      body: body.replace(/"backgroundExportRows":\d+/, '"backgroundExportRows":1'),
    })
  })
  await page.reload()
  await expect(page.getByText(/^[\d,]+ calls/)).toBeVisible()
  await page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
  await expect(page.getByText(/ rows: written in the background/)).toBeVisible()
  await page.getByRole('menuitem', { name: /^NDJSON/ }).press('Enter')
  await page.getByRole('link', { name: 'Call Back' }).press('Enter')
  const notice = page.getByRole('status').filter({ hasText: 'Export in the background' })
  const download = page.waitForEvent('download')
  await notice.getByRole('button', { name: /^Download / }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^Calls .+\.ndjson$/)
  await page.getByRole('menuitem').getByRole('link', { name: 'Exports' }).press('Enter')
  const row = page.getByRole('listitem').filter({ hasText: /^Calls .+\.ndjson/ })
  await expect(row.getByRole('button', { name: /^Download / })).toBeVisible()
  await row.getByRole('button', { name: /^Delete / }).press('Enter')
  await expect(page.getByText('No Items')).toBeVisible()
  await page.goBack()
}

test('a report shows its figures as chart and table, compared with the previous period', async ({ page }) => {
  await signIn(page)
  await page.goto('/reports')
  await page
    .getByRole('link', { name: /Call summary by day/ })
    .last()
    .press('Enter')
  await expect(page.getByRole('heading', { name: 'Call summary by day' })).toBeVisible()
  const comparison = page.getByRole('group', { name: 'Comparison' })
  await expect(comparison).toContainText(/the same \d+ weekdays/)
  await page.getByRole('button', { name: 'Filters' }).press('Enter')
  await page.getByRole('checkbox', { name: 'Match day of week' }).press('Space')
  await expect(page).toHaveURL(/weekdays=any/)
  await expect(comparison).not.toContainText(/the same \d+ weekdays/)
  await expect(page.locator('tbody tr[data-row-key]').first()).toBeVisible()
  // Into a day, and back.
  await page.goto('/reports/0e000000-0000-7000-8000-000000000001?period=last7Days&view=table')
  await page.locator('tbody').getByRole('rowheader').nth(1).getByRole('button').click()
  await expect(page).toHaveURL(/steps=day:/)
  await expect(page.getByRole('rowheader', { name: /, 09:00$/ })).toBeVisible()
  const here = page.getByRole('navigation', { name: 'Drill-down path' }).locator('[aria-current=step]')
  await expect(here).toBeFocused()
  await expect(here).toBeInViewport()
  await expect(comparison).toContainText('the same weekday,')
  await page.goBack()
  await expect(page.getByRole('rowheader', { name: /, 09:00$/ })).toBeHidden()
})

test('a report is saved as it is shown, changed, made a favourite, and deleted with undo', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/reports/0e000000-0000-7000-8000-000000000002?period=yesterday&sort=-calls')
  await page.getByRole('button', { name: 'Save or share' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('Yesterday by source')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page).toHaveURL(/\/reports\/saved\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Yesterday by source' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Period: Yesterday/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Calls', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await page.getByRole('radiogroup', { name: 'View' }).getByTitle('Table').click()
  await expect(page.getByText('Changed', { exact: true })).toBeVisible()
  await save.press('Enter')
  await expect(page.getByText('Changed', { exact: true })).toHaveCount(0)
  await expect(page).toHaveURL(/saved\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked()
  await page.getByRole('button', { name: 'Favorite: Yesterday by source' }).press('Enter')
  await page.goto('/reports')
  const saved = page.getByRole('main').getByRole('link', { name: 'Yesterday by source' })
  const favourites = page.getByRole('region', { name: 'Favorites' })
  await expect(favourites.getByRole('link', { name: 'Yesterday by source' })).toBeVisible()
  const own = page.getByRole('region', { name: 'Your saved reports' })
  // Another journey may have saved one meanwhile.
  const row = own
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Yesterday by source' }) })
  await expect(row.getByText(/^Last run/)).toBeVisible()
  await row.getByRole('link').press('Enter')
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page).toHaveURL(/\/reports$/)
  await expect(saved).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(saved).toHaveCount(2)
})

test('tables take the room there is: columns step back, and rows become cards', async ({ page }) => {
  await signIn(page)
  for (const path of [
    '/reports/calldetails?period=last7Days',
    '/reports/0e000000-0000-7000-8000-000000000001?view=table',
    '/manage/users',
  ]) {
    await page.setViewportSize({ width: 1600, height: 1000 })
    await page.goto(path)
    await settle(page)
    const heads = page.getByRole('columnheader')
    const wide = await heads.allTextContents()
    expect(await cutCells(page), path).toEqual([])
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect.poll(async () => await heads.count()).toBeLessThan(wide.length)
    await expect(heads.first()).toHaveText(wide[0] ?? '')
    expect(await cutCells(page), path).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await cutCells(page), path).toEqual([])
    // Each row is a card with all of its figures, of which a page has few: no page without end.
    if (path.includes('view=table')) {
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Sort by: Answered')
      await expect(page).toHaveURL(/sort=-answered/)
      await expect(page.locator('tbody tr[data-row-key]')).toHaveCount(10)
      await expect(page.locator('tbody td[data-label="Answer rate"]').first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5 * 844)
    }
    // Nothing lies over what one can click.
    await page.locator('main tbody a, main li a').first().click({ trial: true })
  }
})

/** The texts of cells that show less than all of their content, or are outside the window. */
async function cutCells(page: Page): Promise<string[]> {
  await settle(page)
  return await page.evaluate(() =>
    Array.from(document.querySelectorAll('main th, main td, main li a'))
      .filter((cell) => {
        const { left, right, width } = cell.getBoundingClientRect()
        // The shadow of a column that stays lies outside of its cells.
        const content = document.createRange()
        content.selectNodeContents(cell)
        const isCut = cell.matches('[class*="-fix-start"]')
          ? content.getBoundingClientRect().right > right + 1
          : cell.scrollWidth > cell.clientWidth + 1
        // What scrolls beside the first column is reached by scrolling.
        const frame = cell.closest('.ant-table-content')
        const isScrolled = frame !== null && frame.scrollWidth > frame.clientWidth
        return width > 1 && (isCut || (!isScrolled && (left < 0 || right > window.innerWidth)))
      })
      .map(({ textContent }) => textContent),
  )
}

test('the theme is chosen, remembered, and applied before the first paint', async ({ page }) => {
  await signIn(page)
  await page.goto('/app/user')
  await page
    .getByRole('button', { name: /account|profile|menu of|avatar/i })
    .last()
    .press('Enter')
  await page.getByRole('switch').press('Space')
  const isDark = await page.evaluate(() => window.localStorage.getItem('isDarkTheme'))
  expect(isDark).toBe('true')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Manage Your Profile' })).toBeVisible()
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  expect(background).toBe('rgb(14, 19, 25)')
  // The page of the API is dark with it, and puts a key where it belongs.
  await page.goto('/api/docs')
  await page.getByLabel(/Paste it here/).fill('cbk_mine')
  await expect(page.locator('#command')).toContainText("-H 'Authorization: Bearer cbk_mine'")
  await expect(page.locator('html')).toHaveClass('dark-mode')
  // Calls are drawn as they come near the window.
  await expect(async () => {
    await page.mouse.wheel(0, 200)
    expect(await page.locator('#operations-calls-post_api_calls').isVisible()).toBe(true)
  }).toPass()
})

test('an unknown page shows the path that was requested', async ({ page }) => {
  await signIn(page)
  await page.goto('/no/such/page')
  await expect(page.getByText('/no/such/page')).toBeVisible()
})
