import { expect, type Page } from '@playwright/test'
import { passwordOf, portalUrl, type PortalUserName } from './portal-of-run.ts'

/** Signs in by the form, as a person does, and ends on the dashboard. */
export async function signInByForm(page: Page, userName: PortalUserName = 'admin'): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, userName, passwordOf(userName))
  await expect(page).toHaveURL(/\/app\/dashboard\/default/)
}

/** On the sign-in page, by keyboard alone. */
export async function fillSignIn(page: Page, userName: string, password: string): Promise<void> {
  await expect(page.getByLabel('User name')).toBeFocused()
  await page.keyboard.type(userName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

const sessions = new Map<PortalUserName, string>()

/**
 * For journeys that begin after the sign-in: stores the session of an earlier one as the sign-in does, on a page
 * that is none of the portal's. A journey that ends its session signs in by the form.
 */
export async function signIn(page: Page, userName: PortalUserName = 'admin'): Promise<void> {
  const session = sessions.get(userName) ?? (await beginSession(userName))
  sessions.set(userName, session)
  await page.goto('/favicon.svg')
  await page.evaluate((stored) => window.localStorage.setItem('user_info', stored), session)
}

async function beginSession(userName: PortalUserName): Promise<string> {
  const answer = await fetch(`${portalUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password: passwordOf(userName) }),
  })
  if (!answer.ok) throw new Error(`${userName} cannot sign in: ${answer.status} ${await answer.text()}`)
  return Buffer.from(await answer.text()).toString('base64')
}
