import { expect, type Page } from '@playwright/test'
import { passwordOf, portalUrl, type PortalUserName } from './shared-portal.ts'
import { startSession } from './start-session.ts'

/** Signs in through the form, as a person does, and ends on the dashboard. */
export async function signInByForm(page: Page, userName: PortalUserName = 'admin'): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, userName, passwordOf(userName))
  await expect(page).toHaveURL(/\/app\/dashboard\/default/)
}

/** Fills in and sends the form of the sign-in page, by keyboard alone. */
export async function fillSignIn(page: Page, userName: string, password: string): Promise<void> {
  await expect(page.getByLabel('User name')).toBeFocused()
  await page.keyboard.type(userName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

/** A page of the portal without its app. */
export const blankPath = '/healthz'

const sessions = new Map<PortalUserName, string>()

/**
 * For journeys that begin after the sign-in: stores a shared session as the sign-in does, before the app is loaded.
 * A journey that ends its session uses `signInByForm`.
 */
export async function signIn(page: Page, userName: PortalUserName = 'admin'): Promise<void> {
  const session = sessions.get(userName) ?? (await startSession(portalUrl, userName, passwordOf(userName)))
  sessions.set(userName, session)
  if (!page.url().endsWith(blankPath)) await page.goto(blankPath)
  await page.evaluate((stored) => window.localStorage.setItem('user_info', stored), session)
}
