import { expect, type Page } from '@playwright/test'
import { parseMail } from '../apps/server/test/parse-mail.ts'
import { expectBothThemes } from './axe.ts'
import { expectSaid, test } from './journey.ts'
import { waitForRawMail } from './mailbox.ts'
import { mailFolder, passwordOf } from './shared-portal.ts'
import { fillSignIn, signIn } from './sign-in.ts'

const subscriptions = (page: Page) => page.getByRole('list', { name: 'Subscriptions' })

test('a report is sent at times in two clicks, its schedule changed, run, paused, deleted and put back', async ({
  page,
}) => {
  await signIn(page, 'demo-analyst')
  await page.goto('/reports/0e000000-0000-7000-8000-000000000002')

  await test.step('two clicks save the report and have it sent every Monday as Excel', async () => {
    await page.getByRole('button', { name: 'Send…', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Schedule' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Excel' })).toBeChecked()
    await expect(page.getByRole('button', { name: 'Preview for Nora Whitlock' })).toBeVisible()
    await expectBothThemes(page, 'the drawer that sends a report')
    await page.getByRole('button', { name: 'Schedule' }).click()
    await expect(page.getByText(/^Calls by source goes to you: Every Monday at 08:00/)).toBeVisible()
    await expect(page).toHaveURL(/\/reports\/saved\/[0-9a-f-]{36}/)
  })

  await test.step('its subscribers are counted, and lead to the list with the next runs', async () => {
    await page.getByRole('link', { name: '1 subscriber' }).press('Enter')
    await expect(
      subscriptions(page).getByRole('list', { name: 'Next runs' }).getByRole('listitem'),
    ).toHaveCount(3)
    await subscriptions(page).getByRole('link', { name: 'Calls by source' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Calls by source' })).toBeVisible()
  })

  await test.step('a schedule that cannot be is said under its field, and the next runs follow another one', async () => {
    await page.getByRole('combobox', { name: 'When', exact: true }).press('Enter')
    await page.getByTitle('By a cron expression').click()
    const cron = page.getByRole('textbox', { name: 'Cron expression' })
    await cron.fill('* * * * *')
    await expect(page.getByText('The expression comes more often than every 15 minutes.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Next runs' })).toBeHidden()
    await cron.fill('30 7 * * 1-5')
    await expect(page.getByRole('list', { name: 'Next runs' }).getByText(/, 07:30/)).toHaveCount(3)
    await page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Save' }).press('Enter')
    await expectSaid(page, 'Saved.')
    await expect(page.getByText(/^By the cron expression “30 7 \* \* 1-5”/).first()).toBeVisible()
  })

  await test.step('who would get nothing of it is named before it is saved', async () => {
    await page.getByRole('combobox', { name: 'To' }).fill('Viktor')
    await page.getByTitle('Viktor Kovac (demo-expired)').click()
    const checked = page.getByRole('list', { name: 'What each of them gets' })
    await expect(
      checked.getByText('Viktor Kovac does not have the rights that this report needs.'),
    ).toBeVisible()
    await expect(checked.getByRole('button', { name: 'Preview for Nora Whitlock' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Discard' }).press('Enter')
    await expect(checked.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('run now asks to how many, and the history has it', async () => {
    await page.getByRole('button', { name: 'Run now' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Send it to 1 recipient now?' })
    await question.getByRole('button', { name: 'Send now' }).press('Enter')
    await expect(page.getByRole('region', { name: 'Deliveries' }).getByText('Run manually')).toBeVisible()
  })

  await test.step('its mail leads to the report, to the file once one has signed in, and out of it without', async () => {
    // Other journeys have alerts sent to her.
    const isReport = (raw: string) => parseMail(raw).text.includes('/reports/saved/')
    const nora = 'nora.whitlock@harborhearth.example.com'
    const mail = parseMail(await waitForRawMail(mailFolder, nora, isReport))
    const linkIn = (pattern: RegExp) => pattern.exec(mail.text)?.[0] ?? ''
    const reportLink = linkIn(/http\S+\/reports\/saved\/\S+/)
    await page.goto(reportLink)
    await expect(page.getByRole('heading', { level: 1, name: 'Calls by source' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Period:/ })).toContainText('Custom')
    const subscriptionsPath = `${new URL(reportLink).pathname}/subscription`
    const deliveryId = /src="cid:([\w-]{36})@/.exec(mail.html)?.[1] ?? ''
    await page.goto(`${subscriptionsPath}?mail=${deliveryId}`)
    const shown = page.frameLocator('iframe[title="The email"]')
    await expect(shown.getByRole('img', { name: /^Chart of Calls by source/ })).toHaveJSProperty(
      'complete',
      true,
    )
    await expect(shown.getByRole('img')).not.toHaveJSProperty('naturalWidth', 0)
    await expectBothThemes(page, 'an email that was delivered')

    const name = mail.files[0]?.name ?? ''
    const filePath = `${new URL(reportLink).pathname}/deliveries/${deliveryId}/${encodeURIComponent(name)}`
    await page.evaluate(() => localStorage.removeItem('user_info'))
    await page.goto(filePath)
    await fillSignIn(page, 'demo-analyst', passwordOf('demo-analyst'))
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download, [\d.]+ kB$/ }).press('Enter')
    expect((await saved).suggestedFilename()).toBe(name)
    await expectBothThemes(page, 'a file that was delivered')

    await page.evaluate(() => localStorage.removeItem('user_info'))
    await page.goto(linkIn(/http\S+\/unsubscribe\S+/))
    await page.getByRole('button', { name: 'Unsubscribe' }).press('Enter')
    await expect(page.getByText('You no longer receive “Calls by source”.')).toBeVisible()
    await expectBothThemes(page, 'the end of a subscription')
    await page.getByRole('link', { name: /^Sign in/ }).press('Enter')
    await fillSignIn(page, 'demo-analyst', passwordOf('demo-analyst'))
    await page.getByRole('button', { name: 'Resubscribe to Calls by source' }).press('Enter')
    await expect(page.getByText('You receive Calls by source again.')).toBeVisible()
    await page.getByRole('link', { name: 'Calls by source', exact: true }).press('Enter')
    await expect(page.getByRole('region', { name: 'Deliveries' }).getByText('Run manually')).toBeVisible()
    await expectBothThemes(page, 'a subscription with its deliveries')
  })

  await test.step('it is paused, deleted and put back', async () => {
    await page.getByRole('button', { name: 'Pause' }).press('Enter')
    await expect(page.getByText('Paused', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Delete' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByText('Nobody receives this report by email yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(subscriptions(page).getByText('Paused', { exact: true })).toBeVisible()
  })
  await test.step('an alert on a figure of the report is filled in, made, left, paused, deleted and put back', async () => {
    await page.goto('/reports/0e000000-0000-7000-8000-000000000002')
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Alert me…' }).press('Enter')
    await page
      .getByRole('dialog', { name: 'Alert me when it changes' })
      .getByRole('link', { name: /^Missed \(/ })
      .press('Enter')
    await expect(page.getByText('Direction is Inbound')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Missed')
    await page.getByRole('textbox', { name: 'Name' }).fill('Many missed')
    await page.getByRole('spinbutton', { name: 'Value' }).fill('7')
    await page.getByRole('button', { name: 'Add Alert' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Many missed' })).toBeVisible()
    await page.getByRole('button', { name: 'Stop notifying me' }).press('Enter')
    await expect(page.getByText('You are not notified')).toBeVisible()
    await page.getByRole('button', { name: 'Notify me again' }).press('Enter')
    await expect(page.getByText('You are not notified')).toBeHidden()
    await page.getByRole('menuitem').getByRole('link', { name: 'Alerts', exact: true }).press('Enter')
    const row = page.getByRole('row', { name: /Many missed/ })
    await expect(
      row.getByText(/^Missed over 7 today, America\/New York time · Direction is Inbound/),
    ).toBeVisible()
    await row.getByRole('button', { name: 'Pause Many missed' }).press('Enter')
    await expect(row.getByText('Paused')).toBeVisible()
    await row.getByRole('link', { name: 'Many missed' }).press('Enter')
    await page.getByRole('button', { name: 'Delete' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expectSaid(page, 'Many missed is deleted.')
    await expect(row).toBeHidden()
    // Clicked: where the machine is busy, the page that opens may take the focus between a key and its button.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(row.getByText('Paused')).toBeVisible()
  })
})

test('the boss gets it every Monday at 8:00 as Excel', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Send Calls by campaign' })
  const choose = async (who: string, option: string) => {
    await dialog.getByRole('combobox', { name: 'To' }).fill(who)
    await page.getByTitle(option).click()
  }
  await signIn(page, 'demo-analyst')
  await page.goto('/reports/0e000000-0000-7000-8000-00000000000b')

  await test.step('a report that is not saved is sent to somebody else, in one dialog', async () => {
    await page.getByRole('button', { name: 'Send…', exact: true }).click()
    await choose('Grace', 'Grace Okafor (demo-supervisor)')
    // The list of users is closed already: the key is not for the whole dialog, only the next one is.
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    const checked = dialog.getByRole('list', { name: 'What each of them gets' })
    await expect(checked.getByRole('listitem')).toHaveCount(2)
    await checked.getByRole('button', { name: 'Preview for Grace Okafor' }).click()
    const preview = page.getByRole('dialog', { name: 'What Grace Okafor will get' })
    await expect(preview.frameLocator('iframe').getByRole('heading').first()).toBeVisible()
    await expectBothThemes(page, 'the preview of an email')
    await preview.getByRole('button', { name: 'Close' }).click()
    await expect(dialog.getByText('Every Monday at 08:00, America/New York time')).toBeVisible()
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expect(
      page.getByText(/^Calls by campaign goes to you and Grace Okafor: Every Monday/),
    ).toBeVisible()
  })

  await test.step('Escape leaves a field first, then the dialog', async () => {
    await page.getByRole('button', { name: 'Send…', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'To' }).press('Escape')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('who would get nothing is named with the reason before anything is sent', async () => {
    await page.getByRole('button', { name: 'Send…', exact: true }).click()
    await choose('Viktor', 'Viktor Kovac (demo-expired)')
    await expect(
      dialog.getByText('Viktor Kovac does not have the rights that this report needs.'),
    ).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Schedule without Viktor Kovac' })).toBeVisible()
    await dialog.locator('.ant-select-selection-item-remove').first().click()
    await expect(
      dialog.getByRole('list', { name: 'What each of them gets' }).getByRole('listitem'),
    ).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expect(dialog.getByText('Nobody on this list would get it.')).toBeVisible()
    await choose('Nora', 'Nora Whitlock')
  })

  await test.step('once, now: it arrives with its file', async () => {
    await dialog.getByRole('combobox', { name: 'When', exact: true }).press('Enter')
    await page.getByTitle('Once, now').click()
    await dialog.getByRole('button', { name: 'Send without Viktor Kovac' }).click()
    await expectSaid(page, 'Calls by campaign is on its way to you')
    const isIt = (raw: string) =>
      parseMail(raw).files.some(({ name }) => /^Calls by campaign.*\.xlsx$/.test(name ?? ''))
    const mail = parseMail(await waitForRawMail(mailFolder, 'nora.whitlock@harborhearth.example.com', isIt))
    expect(mail.text).not.toContain('/unsubscribe')
  })
})
