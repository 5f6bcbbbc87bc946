import { expect, type Locator, type Page } from '@playwright/test'
import { z } from 'zod'
import { expectBothThemes } from './axe.ts'
import { test } from './journey.ts'
import { firstCustomerId, headersOf } from './recorded-call.ts'
import { signIn } from './sign-in.ts'

const Source = z.object({ id: z.string() })

/** As a system writes it that nobody here knows. */
const file = `Vorgang;Wann;Gegenstelle;Eigene Nr.;Ausgang;Länge
A-1;3/11/2026 09:15;+49 30 1234567;+49 89 555010;Beantwortet;2:35
A-2;3/11/2026 09:25;+49 40 7654321;+49 89 555011;Verpasst;0:00
A-3;14/11/2026 10:05;0171 5551234;+49 89 555010;Beantwortet;12:05
`

/** A source of another system, to which no file was shown yet. */
async function addSource(page: Page, name: string): Promise<string> {
  const headers = await headersOf(page)
  const customerId = await firstCustomerId(page)
  const data = { name, kind: 'mapped', customerId, timeZone: 'Europe/Berlin', country: 'DE' }
  return Source.parse(await (await page.request.post('/api/source', { headers, data })).json()).id
}

/** A network that drops the first part of a file, then the answer to it, and later the answer to the last one. */
async function breakOff(page: Page): Promise<void> {
  let tries = 0
  await page.route('**/api/import?*', async (route) => {
    tries++
    if (tries === 2 || tries === 5) await route.fetch()
    await ([1, 2, 5].includes(tries) ? route.abort('connectionreset') : route.continue())
  })
}

test('a file of an unknown system is mapped from a sample, imported over a bad network, and undone', async ({
  page,
}) => {
  const name = `Zentrale ${Date.now()}`
  await signIn(page)
  const id = await addSource(page, name)

  await test.step('its columns are guessed and its rows shown as calls', async () => {
    await page.goto(`/manage/sources/${id}/mapping`)
    const sample = { name: 'anrufe.csv', mimeType: 'text/csv', buffer: Buffer.from(file) }
    await page.locator('input[type="file"]').setInputFiles(sample)
    const rows = page.getByRole('region', { name: 'Rows as calls' })
    await expect(rows.getByRole('rowheader')).toHaveCount(3)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  })

  await test.step('the file is sent until it has arrived, and imported once', async () => {
    await breakOff(page)
    await page.getByRole('button', { name: 'Import this file', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Import a file' })
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'anrufe.csv' })).toBeVisible()
    await expect(page.getByText('Done', { exact: true })).toBeVisible()
    await page.unroute('**/api/import?*')
    const path = new URL(page.url()).pathname
    await page.goto('/manage/imports')
    const imports = page.getByRole('row').filter({ hasText: name })
    await expect(imports.filter({ hasText: 'Done' })).toHaveCount(1)
    await expect(imports.filter({ hasText: 'Stopped' })).toHaveCount(1)
    await page.goto(path)
  })

  await test.step('its calls are deleted when it is undone', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Delete 3 calls' }).click()
    await expect(page.getByText('3 calls were deleted.')).toBeVisible()
  })
})

/** One of them left a voicemail. */
const ownFile = `Call ID,Start time,From,To,Status,Duration
c1,2026-11-03 09:15:00,+14155550142,+12125550100,Answered,155
c2,2026-11-03 09:25:00,+14155550143,+12125550100,Voicemail,34
`

test('a file of a system that is not there yet is imported with seven clicks', async ({ page }) => {
  const name = `Spring calls ${Date.now()}`
  await signIn(page)
  await addSource(page, `${name} of another system`)
  await page.goto('/manage/imports')
  let clicks = 0
  const click = async (target: Locator) => {
    clicks++
    await target.click()
  }

  await click(page.getByRole('button', { name: 'Import a file' }))
  const dialog = page.getByRole('dialog', { name: 'Import a file' })
  const choosing = page.waitForEvent('filechooser')
  await click(dialog.getByText('Drop a file here, or choose one'))
  const chooser = await choosing
  await chooser.setFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(ownFile) })

  await test.step('its system is called as the file is, and gets a customer and a time zone', async () => {
    await click(dialog.getByText('A new system'))
    await expect(dialog.getByLabel('Name')).toHaveValue(name)
    await click(dialog.getByLabel('Customer'))
    await click(page.locator('.ant-select-dropdown:visible .ant-select-item-option').first())
    await expect(dialog.getByLabel('Time zone')).toBeVisible()
    await expectBothThemes(page, 'the file of a new system')
    await click(dialog.getByRole('button', { name: 'Continue' }))
  })

  await test.step('its columns are guessed from that file, and it is imported', async () => {
    await expect(page.getByRole('heading', { level: 1, name: `Mapping of ${name}` })).toBeVisible()
    const rows = page.getByRole('region', { name: 'Rows as calls' })
    await expect(rows.getByRole('rowheader')).toHaveCount(2)
    await expect(page.getByText('Other calls, such as voicemail, have no talk time.')).toBeVisible()
    await click(page.getByRole('button', { name: 'Save and import this file' }))
    await expect(page.getByRole('heading', { level: 1, name: `${name}.csv` })).toBeVisible()
    await expect(page.getByText('Done', { exact: true })).toBeVisible()
    expect(clicks).toBeLessThanOrEqual(7)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Delete 2 calls' }).click()
    await expect(page.getByText('2 calls were deleted.')).toBeVisible()
  })

  await test.step('the next file of that source is read without another question', async () => {
    await page.goto('/manage/imports')
    await page.getByRole('button', { name: 'Import a file' }).click()
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(ownFile) })
    await dialog.getByLabel('Source', { exact: true }).fill(name)
    await page.getByTitle(name, { exact: true }).click()
    await expectBothThemes(page, 'the file of a known system')
    await dialog.getByLabel('Try the whole file only').check()
    await dialog.getByRole('button', { name: 'Try the whole file' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `${name}.csv` })).toBeVisible()
    await expect(page.getByText('Done', { exact: true })).toBeVisible()
  })
})
