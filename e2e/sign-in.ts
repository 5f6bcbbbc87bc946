import { expect, type Page } from '@playwright/test'
import { passwordOf, type PortalUserName } from './portal-of-run.ts'

/** Signs in by the form, as a person does, and ends on the dashboard. */
export async function signIn(page: Page, userName: PortalUserName = 'admin'): Promise<void> {
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
