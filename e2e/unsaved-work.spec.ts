import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { expectSaid, test } from './journey.ts'
import { passwordOf, portalUrl } from './shared-portal.ts'
import { signInByForm } from './sign-in.ts'

const SignedIn = z.looseObject({ token: z.string() })

const storedUser = async (page: Page) => await page.evaluate(() => window.localStorage.getItem('user_info'))

/** Ends the session of a page on the server, which the browser does not know yet. */
async function endSession(page: Page): Promise<void> {
  const text = Buffer.from((await storedUser(page)) ?? '', 'base64').toString('utf8')
  const { token } = SignedIn.parse(JSON.parse(text))
  await fetch(`${portalUrl}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
}

test('whoever was at work when the session ended signs in over the page, once for all tabs, and loses nothing', async ({
  page,
  context,
}) => {
  await signInByForm(page)
  await page.goto('/reports/alerts/add')
  await page.getByLabel('Name', { exact: true }).fill('Missed at noon')
  const calls = await context.newPage()
  await calls.goto('/reports/calldetails?period=today')
  await calls.locator('tbody tr[data-row-key]').first().getByRole('link').first().press('Enter')
  const note = calls.getByLabel('Note', { exact: true })
  await note.fill('Wants to be called back.')
  await endSession(page)
  // The open list notices by itself: the stream of calls ends, and a new one is rejected.
  await expect(calls.getByText('Your session has ended')).toBeVisible()
  await expect(page.getByText('Your session has ended')).toBeVisible()
  expect(await storedUser(page)).toBeNull()
  await expect(page.getByLabel('User name')).toHaveValue('admin')
  // By keyboard alone: what is below the sign-in, a drawer, cannot be reached.
  await expect(calls.getByLabel('Password', { exact: true })).toBeFocused()
  await calls.keyboard.press('Escape')
  await calls.keyboard.type(passwordOf('admin'))
  await calls.keyboard.press('Enter')
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Missed at noon')
  await expect(calls.getByText('Your session has ended')).toHaveCount(0)
  await expect(note).toHaveValue('Wants to be called back.')
  await note.press('Control+Enter')
  await expectSaid(calls, 'Note saved.')
  await calls.close()

  // What is not saved outlives a reload, too, until it is discarded.
  await page.reload()
  await expect(page.getByText(/Your unsaved changes of .* were restored/)).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Missed at noon')
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
})
