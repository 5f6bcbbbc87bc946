import { standardReports } from '@callboard/contract/reports'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { change, systemActor } from '#server/db/records/change.ts'
import { changeOf } from '#test/clients/call-backs.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { DeliveryClient, type Reader } from '#test/clients/deliveries.ts'

let client: DeliveryClient

beforeAll(async () => {
  client = await DeliveryClient.open()
})

const [csv, pdf] = ['0f000000-0000-7000-8000-000000000002', '0f000000-0000-7000-8000-000000000004']
const to = ({ id }: Reader) => [{ userId: id }]

/** A report that the owner and a reader find. */
async function reportFor(reader: Reader, definition: object): Promise<string> {
  const { make } = client.portal
  const id = await make.report({
    name: 'Calls by hour',
    definition: { measures: ['calls'], ...definition },
    parameters: [{ name: 'dateRange' }],
  })
  await make.group({ userIds: [client.owner.id, reader.id], setIds: [await make.reportSet([id])] })
  return id
}

async function changeReport(
  id: string,
  values: { is_active?: boolean; export_types?: string[] },
): Promise<void> {
  await change(client.db, systemActor, async (transaction) =>
    transaction.updateTable('report').set(values).where('id', '=', id).execute(),
  )
}

it('the mail has the template that its owner chose, and the subject of the subscription over that of the template', async () => {
  const reader = await client.reader(0)
  const body = {
    name: 'Weekly greeting',
    subject: 'News of {{ report.name }}',
    bodyText: 'Dear {{ user.userName }}, {{ report.rows }} rows.\n{{ table }}',
    bodyHtml: '<p>Dear {{ user.userName }}</p>{{ table }}',
  }
  const answer = await client.admin.ask({ path: '/api/emailtemplate', body })
  const { id: emailTemplateId } = z.object({ id: z.string() }).parse(answer.json())
  const saved = await client.save()
  for (const subject of ['', 'My own'])
    await client.deliver(await client.subscribe(saved.id, to(reader), { emailTemplateId, subject }))
  const mails = client.mailsTo(reader)
  expect(mails.map(({ headers }) => headers.get('subject'))).toEqual([
    'News of Yesterday by source',
    'My own',
  ])
  for (const { text, html, parts } of mails) {
    expect(text).toContain(`Dear ${reader.userName}, `)
    expect(text).toContain('radio')
    expect(html).toContain(`<p>Dear ${reader.userName}</p>`)
    // Which the template has not.
    expect(parts.find(({ type }) => type === 'image/png')).toBeUndefined()
    expect(text).toContain('/unsubscribe#token=')
  }
})

it('the morning’s mail of callers to call back has who still waits, once, and not whom somebody closed', async () => {
  const [waiting, closed] = ['+12125550161', '+12125550162'] as const
  const { portal, subscriptions } = client
  const missed = { status: 'missed', startedAt: '2026-03-10T20:00:00.000Z' } as const
  const customerId = await portal.customerWith([
    { ...missed, callerNumber: waiting },
    { ...missed, callerNumber: waiting, startedAt: '2026-03-10T21:00:00.000Z' },
    { ...missed, callerNumber: closed },
  ])
  const claims = ['reporting.view', 'reporting.save', 'reporting.call.details', 'call.edit'] as const
  const email = 'supervisor@example.com'
  const user = { ...(await portal.make.user({ claims, customerId, email })), email }
  const setId = await portal.make.reportSet([standardReports.callBack])
  await portal.make.group({ userIds: [user.id], setIds: [setId] })
  const caller = { customerId, number: closed, lastCallAt: missed.startedAt }
  expectOk(await portal.ask({ ...changeOf(caller, { state: 'notNeeded' }), token: user.token }))
  const saved = await subscriptions.save(user, { reportId: standardReports.callBack })
  const asked = { name: 'Every morning', recipients: to({ ...user, email }), exportTypeIds: [csv] }
  const subscription = await subscriptions.subscribe(user, saved, asked)
  await client.deliver(subscription)
  await client.deliver(subscription)
  const { text } = client.mailTo(user)
  expect(text).toContain('(212) 555-0161')
  expect(text).not.toContain('555-0162')
})

it('a type of file that the report cannot be had as is left out, which the mail and the history say', async () => {
  const reader = await client.reader(0)
  const reportId = await reportFor(reader, { dimensions: [{ field: 'time', grain: 'hour' }] })
  const dateRange = { from: '2025-01-01', to: '2026-03-11' }
  const saved = await client.save({ reportId, parameters: { dateRange } })
  const subscription = await client.subscribe(saved.id, to(reader), { exportTypeIds: [csv, pdf] })
  await client.deliver(subscription)
  const { text, html, files } = client.mailTo(reader)
  const [{ status, reason } = { status: '', reason: '' }] = await client.history(subscription)
  expect(reason).toMatch(/^Without a file of type PDF: .*10,000 rows/)
  expect([status, files.map(({ name }) => name?.split('.').at(-1))]).toEqual(['sent', ['csv']])
  expect(text).toContain(reason)
  expect(html).toContain('Without a file of type PDF')
  // It does not allow the other one any more.
  await changeReport(reportId, { export_types: ['pdf'] })
  await client.deliver(subscription, new Date('2026-03-12T13:00:00.000Z'))
  const [last] = await client.history(subscription)
  expect(last).toMatchObject({ status: 'sent' })
  expect(last?.reason).toMatch(/^Without a file of type CSV: .* Without a file of type PDF: /)
})

it('the report that is changed meanwhile is sent as it is then, and one that is not found any more is not', async () => {
  const reader = await client.reader(0)
  const reportId = await reportFor(reader, { dimensions: [{ field: 'source' }] })
  const saved = await client.save({
    reportId,
    parameters: { dateRange: { from: '2026-03-10', to: '2026-03-11' } },
  })
  const subscription = await client.subscribe(saved.id, to(reader))
  const path = `/api/reporting/savereport/${saved.id}`
  const body = { name: 'The ninth', parameters: { dateRange: { from: '2026-03-09', to: '2026-03-10' } } }
  expectOk(await client.portal.ask({ method: 'PUT', path, body, token: client.owner.token }))
  await client.deliver(subscription)
  const { text, files } = client.mailTo(reader)
  expect(text).toContain('The ninth')
  expect(files[0]?.bytes.toString()).toContain('radio,1')
  expect(files[0]?.bytes.toString()).not.toContain('tv')
  await changeReport(reportId, { is_active: false })
  await client.deliver(subscription, new Date('2026-03-12T13:00:00.000Z'))
  expect((await client.history(subscription)).map(({ status, reason }) => [status, reason])).toEqual([
    ['skipped', 'Ada Byron, who sends it, no longer has access to the report.'],
    ['sent', null],
  ])
})

it('is sent to no address that mails come from, or come back to', async () => {
  await client.portal.set('outsideRecipients', 'on')
  await client.portal.set('outsideDomains', 'example.com')
  await client.portal.set('mailFrom', 'Reports <ada.reports@example.com>')
  await client.portal.set('bounceAddress', 'bounces@example.com')
  const saved = await client.save()
  const path = `/api/reporting/subscription/${saved.id}`
  const schedule = { frequency: 'daily', time: '08:00', timeZone: 'UTC' }
  const statusFor = async (email: string) => {
    const body = { name: 'To itself', schedule, recipients: [{ email }] }
    return (await client.portal.ask({ path, body, token: client.owner.token })).status
  }
  expect(await statusFor('Ada.Reports@example.com')).toBe(400)
  expect(await statusFor('bounces@example.com')).toBe(400)
  // Which is the end of another one.
  expect(await statusFor('reports@example.com')).toBe(201)
  for (const key of ['outsideRecipients', 'outsideDomains', 'mailFrom', 'bounceAddress'])
    await client.portal.unset(key)
})

it('the mail cannot be read in the portal, no more than its file, while its reader may not see its rows', async () => {
  const reader = await client.reader(0)
  const subscription = await client.subscribe((await client.save()).id, to(reader))
  await client.deliver(subscription)
  const [{ id } = { id: '' }] = await client.history(subscription)
  const path = `/api/reporting/subscription/${subscription.savedReportId}/deliveries/${id}/mail`
  const mailFor = async ({ token }: Pick<Reader, 'token'>) => await client.portal.ask({ path, token })
  const { make } = client.portal
  await make.changeUser(reader.id, { customer_id: client.customers[1] ?? '' })
  expectError(await mailFor(reader), 410, 'exportGone')
  expect((await mailFor(client.admin)).status).toBe(200)
  await make.changeUser(reader.id, { customer_id: client.customers[0] ?? '' })
  expect((await mailFor(reader)).status).toBe(200)
  await client.leave(reader)
  expectError(await mailFor(reader), 410, 'exportGone')
})
