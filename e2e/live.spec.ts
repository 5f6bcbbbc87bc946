import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { test } from './journey.ts'
import { headersOf } from './recorded-call.ts'
import { signIn } from './sign-in.ts'

const Customers = z.object({ items: z.array(z.object({ id: z.string() })) })
const Key = z.object({ secret: z.string() })

/** What a telephone system says of a call while it goes on. */
async function openSwitch(admin: Page) {
  const headers = await headersOf(admin)
  const found = await admin.request.post('/api/customer/search', { headers, data: { page: 1, pageSize: 1 } })
  const [customer] = Customers.parse(await found.json()).items
  const data = { name: 'Sends live calls', customerId: customer?.id, rights: ['ingest'] }
  const { secret } = Key.parse(await (await admin.request.post('/api/apikey', { headers, data })).json())
  const startedAt = new Date(Date.now() - 5000).toISOString()
  const call = {
    externalCallId: `live-${startedAt}`,
    direction: 'inbound',
    trackingNumber: '+18005550100',
    callerNumber: '+12125550147',
    callerName: 'Rosalind Franklin',
    campaign: 'Billboards',
    startedAt,
  }
  return async (fields: object) => {
    const sent = await admin.request.post('/api/calls', {
      headers: { authorization: `Bearer ${secret}` },
      data: { ...call, ...fields },
    })
    expect(sent.status(), await sent.text()).toBe(200)
  }
}

test('the live board follows a call from its first ring to its end, also on a wall and after the network was away', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/app/live')
  await expect(page.getByRole('heading', { name: 'Live', level: 1 })).toBeVisible()
  const say = await openSwitch(page)
  const row = page.getByRole('row', { name: /Rosalind Franklin/ })

  await test.step('it is there in each phase, without a reload', async () => {
    await say({ phase: 'ringing' })
    await expect(row).toContainText('Ringing')
    await say({ phase: 'queue', rotationgroup: 'Support' })
    await expect(row).toContainText('In queue')
    await expect(row).toContainText('Support')
  })

  await test.step('its campaign is one of the groups, and shows its calls alone', async () => {
    await page.getByText('Campaign', { exact: true }).first().click()
    await page.getByRole('button', { name: 'Billboards' }).click()
    await expect(page.getByText('Campaign: Billboards')).toBeVisible()
    await expect(page).toHaveURL(/by=campaign&only=Billboards/)
    await expect(page.getByRole('row', { name: /called/ })).toHaveCount(1)
  })

  await test.step('the wall has it, and finds it again when the network is back', async () => {
    await page.getByRole('button', { name: 'Full screen' }).click()
    const wall = page.getByRole('dialog', { name: 'Live board' })
    await expect(wall.getByText('Rosalind Franklin')).toBeVisible()
    await page.context().setOffline(true)
    await expect(wall.getByText('connecting…')).toBeVisible()
    await page.context().setOffline(false)
    await expect(wall.getByText('live', { exact: true })).toBeVisible()
    await expect(wall.getByText('Rosalind Franklin')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(wall).toBeHidden()
  })

  await test.step('a page that is opened without a network is there when it is back', async () => {
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Exports', exact: true }).first().press('Enter')
    await expect(page).toHaveURL(/\/exports$/)
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: 'Exports', level: 1 })).toBeVisible()
    await page.goBack()
  })

  await test.step('it talks, and is gone with its end', async () => {
    const answeredAt = new Date().toISOString()
    await say({ answeredAt, agent: 'Marie Curie' })
    await expect(row).toContainText('Talking')
    await expect(row).toContainText('Marie Curie')
    await say({ answeredAt, agent: 'Marie Curie', endedAt: new Date().toISOString() })
    await expect(row).toBeHidden()
  })
})
