import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { expectBothThemes } from './axe.ts'
import { test } from './journey.ts'
import { firstCustomerId, headersOf } from './recorded-call.ts'
import { signIn } from './sign-in.ts'

const Key = z.object({ secret: z.string() })

/** As a telephone system does that calls directions otherwise. */
async function sendRejected(page: Page, source: string) {
  const headers = await headersOf(page)
  const data = { name: 'Sends wrong calls', customerId: await firstCustomerId(page), rights: ['ingest'] }
  const { secret } = Key.parse(await (await page.request.post('/api/apikey', { headers, data })).json())
  const calls = ['one', 'two', 'three'].map((name) => ({
    externalCallId: `${source}-${name}`,
    sourceSystem: source,
    direction: name === 'three' ? 'outgoing' : 'incoming',
    trackingNumber: '+18005550100',
    callerNumber: '+12125550147',
    startedAt: new Date(Date.now() - 600_000).toISOString(),
    endedAt: new Date(Date.now() - 540_000).toISOString(),
  }))
  const sent = await page.request.post('/api/calls', {
    headers: { authorization: `Bearer ${secret}` },
    data: calls,
  })
  expect(await sent.json()).toMatchObject({ created: 0 })
}

test('an administrator finds out why calls are missing, corrects one, retries it and deletes the others', async ({
  page,
}) => {
  const source = `pbx-${Date.now()}`
  await signIn(page)
  await sendRejected(page, source)
  await page.goto('/manage')
  await page.getByRole('link', { name: 'see why, correct and retry' }).click()
  await page.getByRole('button', { name: new RegExp(`^Show rows: direction.*\\(${source}\\)$`) }).click()
  await expect(page.getByRole('heading', { name: 'Rejected rows' })).toBeVisible()
  await expectBothThemes(page, 'the rows of a reason')

  await page.getByRole('button', { name: `Open the row ${source}-one` }).click()
  const drawer = page.getByRole('dialog', { name: 'Rejected row' })
  await expect(drawer.getByRole('row', { name: /^direction "incoming"/ })).toContainText('must be one of')
  await drawer.getByRole('button', { name: 'Edit' }).click()
  const text = drawer.getByRole('textbox', { name: 'The row as JSON' })
  await text.fill((await text.inputValue()).replace('incoming', 'sideways'))
  await drawer.getByRole('button', { name: 'Save and retry' }).click()
  await expect(drawer.getByRole('row', { name: /^direction "sideways"/ })).toContainText('must be one of')
  await expectBothThemes(page, 'a rejected row')
  await drawer.getByRole('button', { name: 'Edit' }).click()
  await text.fill((await text.inputValue()).replace('sideways', 'inbound'))
  await drawer.getByRole('button', { name: 'Save and retry' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: `Open the row ${source}-one` })).toBeHidden()

  await page.getByRole('button', { name: 'Retry all' }).click()
  await expect(page.getByText('0 rows were accepted. 2 rows are still rejected.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('button', { name: 'Delete 2 rows' }).click()
  await expect(page.getByText('No Items')).toBeVisible()

  await page.goto(`/reports/calldetails?keyword=${source}-one`)
  await expect(page.getByRole('row').filter({ hasText: '(212) 555-0147' })).toHaveCount(1)
})
