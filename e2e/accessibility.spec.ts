import { joinWithAnd } from '@callboard/contract/format-names'
import { mailStatuses, searchMails } from '@callboard/contract/mails'
import { managedTypes, recordTypes } from '@callboard/contract/record-types'
import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import pages from './accessible-pages.json' with { type: 'json' }
import { expectBothThemes } from './axe.ts'
import { expectSaid, test } from './journey.ts'
import { headersOf } from './recorded-call.ts'
import { settle } from './settle.ts'
import { blankPath, fillSignIn, signIn } from './sign-in.ts'

// These tests change nothing that another journey looks at.
test.describe.configure({ mode: 'parallel' })

const {
  'signed out': signedOutPages,
  'a saved report and its subscriptions': pagesOfSaved,
  'an alert, and the mails': _,
  ...signedInPages
} = pages

const recordLists = ['users', 'menus', 'emailtemplates'] as const

const pagesToViewAs = ['/app/dashboard/default', '/reports/calldetails?period=today', '/manage'] as const

test('axe finds nothing on the signed-out pages', async ({ page }) => {
  for (const path of signedOutPages) {
    await page.goto(path)
    await expectAccessible(page, path)
  }
})

test('axe finds nothing on the second step of the sign-in', async ({ page }) => {
  await page.route('**/api/auth/login', async (route) =>
    route.fulfill({ status: 400, json: [{ code: 'secondFactorRequired', description: '' }] }),
  )
  await page.goto('/login')
  await fillSignIn(page, 'admin', 'not checked')
  await expect(page.getByLabel('Code')).toBeFocused()
  await expectBothThemes(page, 'the code')
})

for (const [what, paths] of Object.entries(signedInPages)) {
  test(`axe finds nothing on ${what}`, async ({ page }) => {
    await signIn(page)
    await expectAllAccessible(page, paths)
  })
}

for (const types of Object.values(Object.groupBy(managedTypes, (type) => recordTypes[type].guide))) {
  const plurals = types.map((type) => recordTypes[type].plural)
  test(`axe finds nothing on the lists and the forms of ${joinWithAnd(plurals)}`, async ({ page }) => {
    await signIn(page)
    const lists = types.map((type) => recordTypes[type].page)
    await expectAllAccessible(
      page,
      lists.flatMap(({ path, hasRecords }) => [
        `/manage/${path}`,
        ...(hasRecords ? [`/manage/${path}/add`] : []),
      ]),
    )
  })
}

test('axe finds nothing on a saved report and its subscriptions', async ({ page }) => {
  await signIn(page)
  await page.goto('/reports')
  const answer = await page.request.post('/api/reporting/savereport', {
    headers: await headersOf(page),
    data: { reportId: '0e000000-0000-7000-8000-000000000001', name: 'For axe', parameters: {} },
  })
  const { id } = z.object({ id: z.string() }).parse(await answer.json())
  await expectAllAccessible(
    page,
    pagesOfSaved.map((path) => path.replace('{saved}', id)),
  )
})

test('axe finds nothing on an alert, where it is listed, and on its mail', async ({ page }) => {
  // The administrator has no address for mails.
  await signIn(page, 'demo-analyst')
  await page.goto('/reports/alerts/add?measure=answerRate&value=0.7&filter=location:eq:HH-BRX')
  await page.getByRole('textbox', { name: 'Webhook' }).fill('https://hooks.slack.com/x')
  await expectBothThemes(page, 'a new alert')
  await page.getByRole('textbox', { name: 'Webhook' }).fill('')
  await page.getByRole('button', { name: 'Add Alert' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Answer rate' })).toBeVisible()
  await expect(page.getByText('Location is Bronx').first()).toBeVisible()
  await expectAccessible(page, 'an alert')
  await page.getByRole('button', { name: 'Send me a test' }).press('Enter')
  await expectSaid(page, 'A test is on its way to you.')
  await page.getByRole('menuitem').getByRole('link', { name: 'Alerts', exact: true }).press('Enter')
  await expect(page.getByRole('link', { name: 'Answer rate' })).toBeVisible()
  await expectAccessible(page, 'the alerts')
  await signIn(page)
  await page.route(`**${searchMails.path}`, async (route) => {
    const response = await route.fetch()
    const found = searchMails.response.parse(await response.json())
    // Each state has a color of its own.
    const items = mailStatuses.flatMap((status) => found.items.slice(0, 1).map((one) => ({ ...one, status })))
    await route.fulfill({ response, json: { ...found, items } })
  })
  await page.goto('/manage/outbox')
  const mail = page.locator('tbody tr[data-row-key] a').first()
  await expect(mail).toBeVisible()
  await expectAccessible(page, 'the outbox')
  await mail.press('Enter')
  await expect(page.getByRole('region', { name: 'The email' })).toBeVisible()
  await expectAccessible(page, 'an email')
})

test('axe finds nothing on the pages of records', async ({ page }) => {
  await signIn(page)
  for (const list of recordLists) {
    await follow(page, `/manage/${list}`)
    await page.locator('tbody tr[data-row-key] a').first().press('Enter')
    await expect(page.getByRole('tab').first()).toBeVisible()
    await expectAccessible(page, new URL(page.url()).pathname)
  }
})

test('axe finds nothing on what opens over a page', async ({ page }) => {
  await signIn(page)
  await page.goto('/reports/calldetails?period=last7Days')
  await page.locator('tbody tr[data-row-key]').first().getByRole('link').first().press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Routing' })).toBeVisible()
  await settle(page)
  await expectBothThemes(page, 'the drawer of a call')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select all loaded calls' }).press('Space')
  await page.getByRole('button', { name: /^Edit \d+ calls/ }).press('Enter')
  await expect(page.getByRole('dialog', { name: /^Edit/ })).toBeVisible()
  await settle(page)
  await expectBothThemes(page, 'the edit of several calls')
  await page.goto('/app/dashboard/default?why=missed&whyinto=direction:eq:inbound')
  await expect(page.getByRole('dialog', { name: 'Why it changed: Missed' })).toBeVisible()
  await settle(page)
  await expectBothThemes(page, 'what made a change')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Edit' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Parts' })).toBeVisible()
  await settle(page)
  await expectBothThemes(page, 'the editor of the dashboard')
  await page.goto('/app/user')
  await page.getByRole('button', { name: /^Account of/ }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible()
  await expectBothThemes(page, 'the account')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search' }).fill('north')
  await expect(page.getByRole('link', { name: /^See all \d+ results$/ })).toBeVisible()
  await expectBothThemes(page, 'what the search finds while one types')
  await page.getByRole('searchbox', { name: 'Search' }).press('Escape')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Guide' })).toBeVisible()
  await expectBothThemes(page, 'the guide')
})

test('axe finds nothing while the portal is viewed as another user', async ({ page }) => {
  await signIn(page)
  await page.goto('/manage/users?keyword=demo-analyst')
  await page
    .getByRole('region', { name: 'users' })
    .getByRole('link', { name: /Whitlock/ })
    .press('Enter')
  await page.getByRole('button', { name: 'View as' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Viewing as' })).toBeVisible()
  await expectAllAccessible(page, pagesToViewAs)
})

async function expectAllAccessible(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await follow(page, path)
    await expectAccessible(page, path)
  }
}

/** Goes to a page as a link within the app does: to load the app again takes longer than axe. */
async function follow(page: Page, path: string): Promise<void> {
  const here = new URL(page.url()).pathname
  // Another address of the same page has no new heading to wait for.
  if (here === blankPath || here === path.split('?')[0]) return void (await page.goto(path))
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-left', '')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.locator('h1[data-left]').waitFor({ state: 'detached' })
}

/** In both themes; and a narrow window does not scroll sideways. */
async function expectAccessible(page: Page, path: string): Promise<void> {
  await settle(page)
  await expectBothThemes(page, path)
  await page.setViewportSize({ width: 390, height: 844 })
  // Polled, because the side menu collapses first.
  await expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      { message: path, intervals: [20, 50, 100] },
    )
    .toBe(0)
  await page.setViewportSize({ width: 1366, height: 900 })
}
