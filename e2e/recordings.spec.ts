import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { recordCall } from './recorded-call.ts'
import { signIn } from './sign-in.ts'

test('a recording is heard without what must not be heard, here and in the small player', async ({
  page,
}) => {
  await signIn(page)
  const { id } = await recordCall(page, 30)
  await page.goto(`/call-recording-redacted/${id}?at=1`)
  // It becomes ready by itself.
  const position = page.getByRole('slider', { name: 'Position' })
  await expect(position).toHaveAttribute('aria-valuetext', '0:01 of 0:08')
  const spans = page.getByRole('list', { name: 'Stretches' })
  await expect(spans).toContainText('Keys')
  await expect(spans).toContainText('Card number')
  const turns = page.getByRole('list', { name: 'Turns' })
  await expect(turns).toContainText('The card is •')
  expect(await page.content()).not.toMatch(/4111|1111/)

  await page.getByRole('searchbox', { name: 'Search in the transcript' }).fill('CARD')
  await expect(page.getByText('1 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Next match' }).press('Enter')
  await expect(turns.locator('mark').nth(1)).toHaveAttribute('data-match', '1')
  await expect(page.getByText('2 of 2')).toBeVisible()

  await page.getByRole('button', { name: 'Play', exact: true }).press('Enter')
  await expectToMove(page)
  await turns.getByRole('button', { name: /Thank you/ }).press('Enter')
  await expect(turns.locator('[aria-current]')).toContainText('Thank you')
  await position.press('Home')
  await page.keyboard.press('k')
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(position).toHaveAttribute('aria-valuenow', '5')
  await expect(turns.locator('[aria-current]')).toContainText('number on the card')

  await position.press('Home')
  await page.keyboard.press(' ')
  await expectToMove(page)
  await page.getByRole('link', { name: 'Home' }).first().press('Enter')
  await expect(page).toHaveURL(/\/app\/dashboard/)
  const small = page.getByRole('region', { name: 'Now playing' })
  await expectToMove(page)
  await small.getByRole('button', { name: '10 seconds back' }).press('Enter')
  await small.getByRole('button', { name: 'Pause' }).press('Enter')
  await small.getByRole('link').press('Enter')
  await expect(page).toHaveURL(/calldetails\?call=/)
  await small.getByRole('button', { name: 'Close the player' }).press('Enter')
  await expect(small).toBeHidden()

  await page.goto(`/call-recording/${id}`)
  await expect(page.getByRole('list', { name: 'Turns' })).toContainText('4111 1111 1111 1111')
  await expect(page.getByRole('region', { name: 'Who listened' })).toContainText('listened, redacted')
})

/** Sound is heard: the clock of what plays goes on. */
async function expectToMove(page: Page): Promise<void> {
  const position = page.getByRole('slider', { name: 'Position' })
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  const before = await position.getAttribute('aria-valuetext')
  await expect(position).not.toHaveAttribute('aria-valuetext', before ?? '')
}
