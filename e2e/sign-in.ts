import { expect, type Page } from '@playwright/test'

const adminPassword = process.env['PORTAL_ADMIN_PASSWORD'] ?? ''

/** Signs in as the administrator by the form, as a person does, and ends on the dashboard. */
export async function signIn(page: Page, password = adminPassword): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('User name').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app\/dashboard\/default/)
}
