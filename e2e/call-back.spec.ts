import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { expectBothThemes } from './axe.ts'
import { test } from './journey.ts'
import { headersOf } from './recorded-call.ts'
import { signIn } from './sign-in.ts'

const Listed = z.object({
  items: z.array(z.object({ customerId: z.string(), number: z.string() })),
})
const Key = z.object({ secret: z.string() })

const callers = (page: Page) => page.getByRole('list', { name: 'Callers', exact: true }).getByRole('listitem')

/** Somebody who waits, among the customers of whoever has signed in. */
async function findCaller(page: Page) {
  const answer = await page.request.post('/api/callback/search', {
    headers: await headersOf(page),
    data: { period: { relative: 'last7Days' }, sort: 'lastCallAt', desc: true, pageSize: 1 },
  })
  const [caller = { customerId: '', number: '' }] = Listed.parse(await answer.json()).items
  return caller
}

/** As a telephone system does: somebody has called them, and they answered. */
async function sendAnsweredCall(admin: Page, { customerId, number }: Awaited<ReturnType<typeof findCaller>>) {
  const data = { name: 'Sends call backs', customerId, rights: ['ingest'] }
  const created = await admin.request.post('/api/apikey', { headers: await headersOf(admin), data })
  const { secret } = Key.parse(await created.json())
  const now = Date.now()
  const sent = await admin.request.post('/api/calls', {
    headers: { authorization: `Bearer ${secret}` },
    data: {
      externalCallId: `back-${now}`,
      direction: 'outbound',
      trackingNumber: '+18005550100',
      callerNumber: '+18005550100',
      targetNumber: number,
      startedAt: new Date(now - 60_000).toISOString(),
      answeredAt: new Date(now - 50_000).toISOString(),
      endedAt: new Date(now).toISOString(),
      status: 'answered',
    },
  })
  expect(sent.status(), await sent.text()).toBe(200)
}

test('two people call back from one list: one takes a caller by keyboard, the other sees it, and an answered call ends it', async ({
  page,
  elsewhere,
}) => {
  await signIn(page)
  await signIn(elsewhere, 'demo-supervisor')
  await elsewhere.goto('/reports/callback')
  await expect(callers(elsewhere).first()).toBeVisible()
  const caller = await findCaller(elsewhere)
  const address = `/reports/callback?keyword=${encodeURIComponent(caller.number)}`
  await page.goto(address)
  await elsewhere.goto(address)
  const [seen, own] = [callers(page), callers(elsewhere)]
  await expect(seen).toHaveCount(1)
  await expect(own).toHaveCount(1)

  await test.step('who is taken by one person is not the other’s to call', async () => {
    await elsewhere.keyboard.press('j')
    await expect(own.getByRole('link')).toBeFocused()
    await elsewhere.keyboard.press('t')
    await expect(own.getByText(/^Yours until /)).toBeVisible()
    await expect(seen.getByText(/^Grace Okafor has them until /)).toBeVisible()
    await expect(seen.getByRole('button', { name: 'Take' })).toBeHidden()
  })

  await test.step('a note and Enter take the caller off both lists', async () => {
    await own.getByRole('link').focus()
    await elsewhere.keyboard.press('c')
    const note = elsewhere.getByLabel('Note')
    await expect(note).toBeFocused()
    await expectBothThemes(elsewhere, 'the note of a call back')
    await note.fill('Booked for Friday at ten.')
    await elsewhere.keyboard.press('Enter')
    await expect(elsewhere.getByText(/^No callers in this list match/)).toBeVisible()
    await expect(seen).toHaveCount(0)
    await page.getByText(/^Closed 1$/).click()
    await expect(seen.getByText('Booked for Friday at ten.')).toBeVisible()
    await expect(seen.getByText(/^Called back · Grace Okafor, /)).toBeVisible()
  })

  await test.step('it is undone, and an answered call takes them off for good', async () => {
    await elsewhere.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(own).toHaveCount(1)
    await page.getByText(/^Waiting 1$/).click()
    await expect(seen).toHaveCount(1)
    await sendAnsweredCall(page, caller)
    await expect(own).toHaveCount(0)
    await expect(seen).toHaveCount(0)
  })
})

test('callers of missed calls lead to those who still wait, and the period goes along', async ({ page }) => {
  await signIn(page)
  await page.goto('/reports/callers?period=lastWeek')
  await page.getByRole('group', { name: 'Quick ranges' }).getByRole('button', { name: 'Missed' }).click()
  await page.getByText('Who still waits is in').getByRole('link', { name: 'Call Back' }).press('Enter')
  await expect(page).toHaveURL(/\/reports\/callback\?period=lastWeek$/)
  await page.getByRole('menuitem').getByRole('link', { name: 'Call Details', exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/reports\/calldetails\?period=lastWeek$/)
  await expect(page.getByRole('button', { name: 'Last week' })).toBeVisible()
})
