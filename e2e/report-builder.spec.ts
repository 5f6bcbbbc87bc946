import { exportTypes } from '@callboard/contract/export-types'
import { expect, type Page } from '@playwright/test'
import { expectSaid, test } from './journey.ts'
import { signIn } from './sign-in.ts'

/** Picks by what is typed, as somebody who does not know the list, and does not wait for it to open. */
async function pick(page: Page, button: string, ...typed: [first: string, ...others: string[]]) {
  const [first, ...others] = typed
  await page.getByRole('button', { name: button, exact: true }).press('Enter')
  await page.keyboard.type(first)
  await page.keyboard.press('Enter')
  const find = page.getByRole('dialog', { name: button }).getByRole('searchbox', { name: 'Find' })
  await expect(find).toHaveValue(first)
  for (const words of others) {
    await find.fill(words)
    await find.press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect(find).toBeHidden()
}

async function openMore(page: Page) {
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
}

async function addToDashboard(page: Page) {
  await openMore(page)
  await page.getByRole('menuitem', { name: 'Add to dashboard' }).press('Enter')
  await expectSaid(page, ' is at the top of your dashboard')
}

const save = (page: Page) => page.getByRole('region', { name: 'Save' })
const name = (page: Page) => page.getByRole('textbox', { name: 'Name' })

test('a report is built beside its preview, saved, changed by two people, left unsaved and copied', async ({
  page,
  elsewhere,
}) => {
  await Promise.all([signIn(page), signIn(elsewhere)])
  const preview = page.getByRole('region', { name: 'Preview' })

  await test.step('rows, figures and filters are picked; the preview follows', async () => {
    await page.goto('/manage/reports/add')
    await expect(preview.getByRole('columnheader', { name: 'Day' })).toBeVisible()
    await pick(page, 'Add rows', 'hour of day', 'location')
    await page.getByRole('button', { name: 'Remove Time' }).press('Enter')
    await page.getByRole('button', { name: 'Move Location', exact: true }).press('ArrowUp')
    await pick(page, 'Add figures', 'answer rate', 'service level', 'answered within 20s')
    await page.getByRole('button', { name: 'Add filter' }).press('Enter')
    await page.getByRole('combobox', { name: 'Field' }).fill('weekday')
    await page.getByRole('combobox', { name: 'Field' }).press('Enter')
    await expect(preview.getByText('only where Weekday is Monday to Friday')).toBeVisible()
    const shows = page.getByRole('region', { name: 'What it shows' })
    await shows.getByRole('button', { name: 'Period' }).press('Enter')
    await page.getByRole('button', { name: 'This month' }).press('Enter')
    await shows.getByRole('combobox', { name: 'Compare with' }).selectOption('Compare: previous month')
    // The days that are named where it is built are those of the preview.
    const days = (of: string) =>
      page.getByRole('region', { name: of }).getByRole('group', { name: 'Comparison' })
    const compared =
      (await days('What it shows')
        .getByText(/^Compared with/)
        .textContent()) ?? ''
    await expect(days('Preview').getByText(/^Compared with/)).toHaveText(compared)
    await expect(preview.getByRole('columnheader').first()).toHaveText('Location')
    await expect(preview.getByRole('columnheader', { name: 'Answer rate' })).toBeVisible()
  })

  await test.step('without a name it is not saved; with one it has a page', async () => {
    await save(page).getByRole('button', { name: 'Add Report' }).press('Enter')
    await expect(page.getByText('Give it a name.')).toBeVisible()
    await name(page).fill('Locations by hour')
    await name(page).press('Tab')
    await save(page).getByRole('button', { name: 'Add Report' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Locations by hour' })).toBeVisible()
  })

  await test.step('what comes next is there to be seen: dashboard, file and sharing', async () => {
    await expect(page).toHaveURL(/\/reports\/[0-9a-f-]{36}$/)
    await openMore(page)
    await expect(page.getByRole('menuitem', { name: 'Add to dashboard' })).toBeVisible()
    await page.keyboard.press('Escape')
    for (const { name: format, extension } of exportTypes) {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
      await page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).press('Enter')
      expect((await download).suggestedFilename()).toMatch(new RegExp(`\\.${extension}$`))
    }
    await page.getByRole('button', { name: 'Save or share' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Save or share' })
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    const group = dialog.getByRole('combobox', { name: 'Share with a group' })
    await group.fill('Administrators')
    await expect(page.getByRole('option', { name: 'Administrators' })).toBeAttached()
    await group.press('Enter')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expectSaid(page, 'Locations by hour is saved, and shared with ')
    // The page before this one has a menu of that name as well.
    await expect(page.getByRole('paragraph').filter({ hasText: 'shared with Administrators' })).toBeVisible()
    await openMore(page)
    await page.getByRole('menuitem', { name: 'Share…' }).click()
    await expect(page.getByRole('dialog', { name: 'Share Locations by hour' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goBack()
    await page.getByRole('link', { name: 'Edit' }).press('Enter')
    await expect(save(page).getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('who saves second is told what the first one changed', async () => {
    await elsewhere.goto(new URL(page.url()).pathname)
    await name(elsewhere).fill('Locations by hour, weekdays')
    await save(elsewhere).getByRole('button', { name: 'Save' }).press('Enter')
    await expectSaid(elsewhere, 'Saved.')
    await page.getByRole('textbox', { name: 'Description' }).fill('When do branches get calls?')
    await save(page).getByRole('button', { name: 'Save' }).press('Enter')
    await expect(page.getByText('Your changes were not saved')).toBeVisible()
    await page.getByRole('button', { name: 'Load current version' }).press('Enter')
    await expect(name(page)).toHaveValue('Locations by hour, weekdays')
    await save(page).getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(name(page)).toHaveValue('Locations by hour')
    await save(page).getByRole('button', { name: 'Save' }).press('Enter')
    await expect(save(page).getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('what is left unsaved is there again', async () => {
    await page.getByRole('button', { name: 'Remove Answer rate' }).press('Enter')
    await page.getByRole('link', { name: 'Open report' }).press('Enter')
    await page.getByRole('button', { name: 'Leave' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Save or share' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText(/Your unsaved changes of .* were restored/)).toBeVisible()
    await expect(preview.getByRole('columnheader', { name: /^Service level/ })).toBeVisible()
    await expect(preview.getByRole('columnheader', { name: 'Answer rate' })).toBeHidden()
  })

  await test.step('a copy has everything, and is a report of its own', async () => {
    await save(page).getByRole('button', { name: 'Copy' }).press('Enter')
    await expect(page).toHaveURL(/\/manage\/reports\/add$/)
    await expect(name(page)).toHaveValue('Copy of Locations by hour')
    await expect(page.getByRole('button', { name: 'Remove Answer rate' })).toBeHidden()
    await page.getByRole('radio', { name: 'Figures' }).press('ArrowRight')
    await expect(preview.getByRole('columnheader', { name: 'Started at' })).toBeVisible()
    await save(page).getByRole('button', { name: 'Add Report' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Copy of Locations by hour' })).toBeVisible()
  })
})

test('a report is put on the dashboard, and moved there by keyboard', async ({ page }) => {
  await signIn(page)
  await page.goto('/reports')
  await page.getByRole('link', { name: 'Calls by campaign', exact: true }).press('Enter')
  await addToDashboard(page)
  await openMore(page)
  await page.getByRole('menuitem', { name: 'On your dashboard' }).press('Enter')
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  // After the six tiles.
  await expect(headings.nth(6)).toHaveText('Calls by campaign')
  await page.getByRole('button', { name: 'Edit' }).press('Enter')
  const move = page.getByRole('button', { name: 'Move Calls by campaign', exact: true })
  for (let at = 0; at < 2; at++) await move.press('ArrowDown')
  await page.getByRole('button', { name: 'Remove Average talk time' }).press('Enter')
  await page.getByRole('radiogroup', { name: 'View of Calls by campaign' }).getByText('Table').click()
  await save(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByRole('combobox', { name: 'Add a part' }).fill('by source')
  await page.getByText('Calls by source', { exact: true }).last().click()
  await save(page).getByRole('button', { name: 'Save' }).press('Enter')
  await expectSaid(page, 'Dashboard saved.')
  await page.reload()
  const part = page.getByRole('region', { name: 'Calls by campaign' })
  await expect(part.getByRole('img', { name: /^Chart of Calls by campaign/ })).toBeVisible()
  await expect(headings.nth(5)).toHaveText('Calls by source')
  await expect(headings.nth(8)).toHaveText('Calls by campaign')
  await part.getByRole('button', { name: 'Table' }).press('Enter')
  await expect(part.getByRole('columnheader', { name: 'Campaign', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Average talk time', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Edit' }).press('Enter')
  await page.getByRole('button', { name: 'Reset to default' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Average talk time', exact: true })).toBeVisible()
  await expect(part).toBeHidden()
})

test('who may save reports changes what one shows, keeps it, shares it and puts it on the dashboard', async ({
  page,
  elsewhere,
}) => {
  await Promise.all([signIn(page, 'demo-supervisor'), signIn(elsewhere, 'demo-analyst')])
  const preview = page.getByRole('region', { name: 'Preview' })
  const heading = (of: Page) => of.getByRole('heading', { level: 1, name: 'My calls by agent' })

  await test.step('a copy of a report begins with what is chosen on its page', async () => {
    await page.goto('/reports/0e000000-0000-7000-8000-000000000002?period=last7Days')
    await page.getByRole('link', { name: 'Change what it shows' }).press('Enter')
    await expect(name(page)).toHaveValue('Copy of Calls by source')
    await expect(preview.getByRole('columnheader').first()).toHaveText('Source')
    await expect(preview.getByRole('button', { name: 'Period' })).toHaveText(/Last 7 days/)
  })

  await test.step('it is by agent instead, and saved as their own', async () => {
    await pick(page, 'Add rows', 'agent')
    await page
      .getByRole('list', { name: 'Rows' })
      .getByRole('button', { name: 'Remove Source' })
      .press('Enter')
    await expect(preview.getByRole('columnheader').first()).toHaveText('Agent')
    await name(page).fill('My calls by agent')
    await save(page).getByRole('button', { name: 'Save' }).press('Enter')
    await expect(heading(page)).toBeVisible()
    await expect(page).toHaveURL(/\/reports\/saved\/[0-9a-f-]{36}$/)
    await expect(page.getByText('Built by you')).toBeVisible()
  })

  await test.step('it is put on the dashboard, and shared with a group', async () => {
    await addToDashboard(page)
    await openMore(page)
    await expect(page.getByRole('menuitem', { name: 'On your dashboard' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Share…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share My calls by agent' })
    const group = dialog.getByRole('combobox', { name: 'Share with a group' })
    await group.fill('Harbor & Hearth team')
    await expect(page.getByRole('option', { name: 'Harbor & Hearth team' })).toBeAttached()
    await group.press('Enter')
    await dialog.getByRole('button', { name: 'Save' }).press('Enter')
    await expectSaid(page, 'My calls by agent is saved, and shared with ')
  })

  await test.step('a colleague finds it, and changes a copy of it alone', async () => {
    await elsewhere.goto('/reports')
    await elsewhere.getByRole('link', { name: 'My calls by agent' }).press('Enter')
    await expect(heading(elsewhere)).toBeVisible()
    await expect(elsewhere.getByText('Built by Grace Okafor')).toBeVisible()
    await elsewhere.getByRole('link', { name: 'Change what it shows' }).press('Enter')
    await expect(name(elsewhere)).toHaveValue('Copy of My calls by agent')
  })

  await test.step('its owner changes it where it is, and is told who sees that', async () => {
    await page.getByRole('link', { name: 'Edit' }).press('Enter')
    await expect(name(page)).toHaveValue('My calls by agent')
    await page.getByRole('button', { name: 'Remove Answer rate', exact: true }).press('Enter')
    await expect(page.getByText(/^What you save is what everybody in .* will see/)).toBeVisible()
    await save(page).getByRole('button', { name: 'Save' }).press('Enter')
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Answer rate' })).toBeHidden()
  })
})
