import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { expectBothThemes } from './axe.ts'
import { expectSaid, test } from './journey.ts'
import { waitForMail } from './mailbox.ts'
import { mailFolder, portalUrl } from './shared-portal.ts'
import { settle } from './settle.ts'
import { fillSignIn, signIn } from './sign-in.ts'

const address = 'ida.nowak@example.com'
const password = 'walnut lantern 88 quay'

/** Types into a select, and chooses the option that is found. */
async function chooseOption(page: Page, name: string, wanted: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).fill(wanted)
  await expect(page.locator('.ant-select-item-option-active').filter({ hasText: wanted })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('.ant-select-item-option-active').filter({ visible: true })).toHaveCount(0)
}

const narrowing = 'Limit to locations, numbers or other entities'

const openTab = async (page: Page, name: string) =>
  await page.getByRole('tab', { name, exact: true }).press('Enter')

/** Formatted as date fields expect it. */
function nextFriday(): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + ((12 - day.getUTCDay()) % 7 || 7))
  return day.toISOString().slice(0, 10)
}

const Calls = z.object({ items: z.array(z.object({ location: z.string().nullable() })) })

/** The locations of the newest calls that the signed-in user of a page sees. */
async function listVisibleLocations(page: Page): Promise<string[]> {
  const stored = await page.evaluate(() => window.localStorage.getItem('user_info') ?? '')
  const { token } = z
    .object({ token: z.string() })
    .parse(JSON.parse(Buffer.from(stored, 'base64').toString('utf8')))
  const response = await fetch(`${portalUrl}/api/reporting/calldetails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ period: { relative: 'last30Days' }, columns: ['location'], pageSize: 1000 }),
  })
  const { items } = Calls.parse(await response.json())
  return [...new Set(items.map(({ location }) => location ?? ''))].toSorted()
}

test('a colleague is invited, assigned a role until Friday and two locations, viewed as, deactivated and restored', async ({
  page,
  elsewhere,
}) => {
  await signIn(page)

  await test.step('the invitation: one screen for who, what and which calls', async () => {
    await page.goto('/manage/users')
    await page.getByRole('link', { name: 'Invite User' }).press('Enter')
    await page.getByLabel('First name').fill('Ida')
    await page.getByLabel('Last name').fill('Nowak')
    await page.getByLabel('Email', { exact: true }).fill(address)
    await page.getByLabel('User name').fill('ida.nowak')
    await chooseOption(page, 'Role', 'Analyst')
    await page.getByLabel('Last day (included)').fill(nextFriday())
    await chooseOption(page, 'Customer', 'Harbor & Hearth')
    for (const code of ['HH-BKN', 'HH-STM']) {
      await page.getByRole('combobox', { name: narrowing }).fill(code)
      // What was found for the last one is still there for a moment.
      const found = page.locator('.ant-select-item-option').filter({ visible: true })
      await expect(found).toHaveText([new RegExp(code)])
      await found.click()
    }
    // All are offered again; whoever goes on by Tab chooses none of them.
    await expect(page.locator('.ant-select-item-option').filter({ visible: true }).nth(2)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('status').filter({ hasText: 'Ida will see' })).toHaveText(
      /^Ida will see the calls of Harbor & Hearth Home Services at Brooklyn and Stamford as Analyst until Friday, /,
    )
    await page.getByRole('button', { name: 'Send invitation' }).press('Enter')
    await expectSaid(page, `The invitation is on its way to ${address}.`)
    await expect(page.getByRole('heading', { level: 1, name: 'Ida Nowak' })).toBeVisible()
  })

  await test.step('it is in the outbox, and there is the group of the two locations', async () => {
    await openTab(page, 'Entity Groups')
    await expect(page.getByRole('link', { name: /Brooklyn/ })).toBeVisible()
    await page.goto(`/manage/outbox?keyword=${address}`)
    await page.getByRole('link', { name: 'Welcome to Callboard' }).press('Enter')
    await expect(page.frameLocator('iframe').getByText('Hello Ida')).toBeVisible()
  })

  await test.step('they choose a password and see the calls of two locations', async () => {
    const mail = await waitForMail(mailFolder, address)
    await elsewhere.goto(/http\S+\/confirmpassword#[^\s"<]+/.exec(mail)?.[0] ?? '')
    await elsewhere.getByLabel('New password', { exact: true }).fill(password)
    await elsewhere.getByLabel('Confirm new password').fill(password)
    await elsewhere.keyboard.press('Enter')
    await elsewhere.getByRole('link', { name: 'To the sign-in' }).press('Enter')
    await fillSignIn(elsewhere, address, password)
    await expect(elsewhere).toHaveURL(/\/app\/dashboard\/default/)
    expect(await listVisibleLocations(elsewhere)).toHaveLength(2)
    await elsewhere.goto('/reports/calldetails?period=last30Days')
    await expect(elsewhere.locator('tbody tr[data-row-key]').first()).toBeVisible()
  })

  await test.step('a group gives them a set of reports, in the order that was chosen', async () => {
    await page.goto('/manage/reportsets/add')
    await page.getByLabel('Name', { exact: true }).fill('For Ida')
    for (const name of ['Missed calls', 'Calls by source']) await chooseOption(page, 'Add a report', name)
    await page.getByRole('button', { name: 'Move Calls by source', exact: true }).press('ArrowUp')
    await page.getByRole('button', { name: 'Add Report Set' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'For Ida' })).toBeVisible()
    await page.goto('/manage/groups')
    await page.getByRole('link', { name: 'Add Group' }).press('Enter')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ida’s group')
    await chooseOption(page, 'Report Sets', 'For Ida')
    await page.keyboard.press('Tab')
    await chooseOption(page, 'Users', 'Ida Nowak')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Add Group' }).press('Enter')
    await expect(page.getByText('1 report set, 0 customers, 1 user')).toBeVisible()
    await openTab(page, 'Users')
    await page.getByRole('link', { name: 'Reports of Ida Nowak' }).press('Enter')
    await elsewhere.goto('/reports')
    for (const one of [page, elsewhere]) {
      const cards = one.getByRole('main').getByRole('link', { name: /^(Missed calls|Calls by source)/ })
      await expect(cards).toHaveText([/^Calls by source/, /^Missed calls/])
    }
    await page.goto('/manage/reports?keyword=Calls+by+source')
    await page.getByRole('button', { name: 'Deactivate Calls by source' }).press('Enter')
    await expect(page.getByRole('dialog')).toContainText(/\d users of \d groups no longer find it/)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter')
  })

  await test.step('the portal as they see it', async () => {
    await page.goto('/manage/users?keyword=ida.nowak')
    await page.getByRole('region', { name: 'users' }).getByRole('link', { name: 'Ida Nowak' }).press('Enter')
    await page.getByRole('button', { name: 'View as' }).press('Enter')
    await expect(page.getByText('Viewing as Ida Nowak')).toBeVisible()
    await settle(page)
    await expect(page.getByRole('menuitem', { name: 'Administration Dashboard' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Stop' }).press('Enter')
    await expect(page.getByText('Viewing as Ida Nowak')).toHaveCount(0)
  })

  await test.step('deactivated and deleted, they are signed out', async () => {
    await page.goto('/manage/users?keyword=ida.nowak')
    await page.getByRole('region', { name: 'users' }).getByRole('link', { name: 'Ida Nowak' }).press('Enter')
    await page.getByRole('button', { name: 'Deactivate' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible()
    await elsewhere.goto('/app/user')
    await expect(elsewhere).toHaveURL(/\/login/)
    await page.getByRole('button', { name: 'Delete' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page).toHaveURL(/\/manage\/users$/)
  })

  await test.step('restored with role and locations', async () => {
    await page.goto('/manage/users?keyword=ida.nowak')
    await expect(page.getByText('No Items')).toBeVisible()
    await page.getByRole('switch', { name: 'Active only' }).press('Space')
    await expect(page.getByRole('row', { name: /Ida Nowak/ }).getByText('Deleted')).toBeVisible()
    await page.getByRole('region', { name: 'users' }).getByRole('link', { name: 'Ida Nowak' }).press('Enter')
    await page.getByRole('button', { name: 'Restore' }).press('Enter')
    await page.getByRole('button', { name: 'Activate', exact: true }).press('Enter')
    await expect(page.getByRole('button', { name: 'Deactivate' })).toBeVisible()
    await elsewhere.goto('/login')
    await fillSignIn(elsewhere, 'ida.nowak', password)
    await expect(elsewhere).toHaveURL(/\/app\/dashboard\/default/)
    expect(await listVisibleLocations(elsewhere)).toHaveLength(2)
  })

  await test.step('all of it is recorded', async () => {
    await openTab(page, 'Sign-ins')
    const records = page.getByRole('region', { name: 'Sign-ins' })
    for (const words of ['Password set', 'Signed in', 'Session ended by Portal Administrator'])
      await expect(records.getByRole('row').filter({ hasText: words }).first()).toBeVisible()
    await openTab(page, 'History')
    for (const word of ['created', 'Role added', 'deleted', 'restored'])
      await expect(page.getByText(word, { exact: false }).first()).toBeVisible()
  })
})

test('an item of the side menu is hidden from one role, shown again, and hidden where it is edited', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/manage/roles/add')
  await page.getByLabel('Name', { exact: true }).fill('Night desk')
  await page.getByRole('checkbox', { name: 'Open the dashboard' }).check()
  await page.getByRole('button', { name: 'Add Role' }).press('Enter')
  await openTab(page, 'Menu')
  const shown = page.getByRole('region', { name: 'Side menu of this role' })
  const hide = shown.getByRole('button', { name: 'Hide Home from Night desk' })
  await hide.press('Enter')
  await expect(page.getByText('Home is hidden from Night desk.')).toBeVisible()
  const show = page.getByRole('button', { name: 'Show Home to Night desk' })
  await expect(show).toBeFocused()
  await expect(hide).toHaveCount(0)
  await expectBothThemes(page, 'the menu of a role')
  await show.press('Enter')
  await expect(hide).toBeFocused()
  await expect(show).toHaveCount(0)

  await shown.getByRole('link', { name: 'Main' }).press('Enter')
  await page.getByRole('tree').getByText('Home').click()
  await expect(page.getByText(/Night desk.* have this right/)).toBeVisible()
  await chooseOption(page, 'Hidden from these roles', 'Night desk')
  await page.keyboard.press('Escape')
  await expect(page.locator('.ant-select-dropdown').filter({ visible: true })).toHaveCount(0)
  await expectBothThemes(page, 'an item of a menu')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await openTab(page, 'History')
  await expect(page.getByText('Hidden from roles, Home: nothing → Night desk').first()).toBeVisible()
})
