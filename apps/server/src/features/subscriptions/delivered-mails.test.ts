import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { change, systemActor } from '#server/db/records/change.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { DeliveringPortal, type Reader } from '#test/subscriptions/delivering-portal.ts'

let portal: DeliveringPortal

beforeAll(async () => {
  portal = await DeliveringPortal.open()
})

const [csv, pdf] = ['0f000000-0000-7000-8000-000000000002', '0f000000-0000-7000-8000-000000000004']
const to = ({ id }: Reader) => [{ userId: id }]

/** A report that the owner and a reader find. */
async function reportFor(reader: Reader, definition: object): Promise<string> {
  const { make } = portal.test
  const id = await make.report({
    name: 'Calls by hour',
    definition: { measures: ['calls'], ...definition },
    parameters: [{ name: 'dateRange' }],
  })
  await make.group({ userIds: [portal.owner.id, reader.id], setIds: [await make.reportSet([id])] })
  return id
}

async function changeReport(
  id: string,
  values: { is_active?: boolean; export_types?: string[] },
): Promise<void> {
  await change(portal.db, systemActor, async (transaction) =>
    transaction.updateTable('report').set(values).where('id', '=', id).execute(),
  )
}

it('the mail has the template that its owner chose, and the subject of the subscription over that of the template', async () => {
  const reader = await portal.reader(0)
  const body = {
    name: 'Weekly greeting',
    subject: 'News of {{ report.name }}',
    bodyText: 'Dear {{ user.userName }}, {{ report.rows }} rows.\n{{ table }}',
    bodyHtml: '<p>Dear {{ user.userName }}</p>{{ table }}',
  }
  const answer = await portal.test.ask({ path: '/api/emailtemplate', body, token: portal.admin.token })
  const { id: emailTemplateId } = z.object({ id: z.string() }).parse(answer.json())
  const saved = await portal.save()
  for (const subject of ['', 'My own'])
    await portal.deliver(await portal.subscribe(saved.id, to(reader), { emailTemplateId, subject }))
  const mails = portal.mailsTo(reader)
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

it('a type of file that the report cannot be had as is left out, which the mail and the history say', async () => {
  const reader = await portal.reader(0)
  const reportId = await reportFor(reader, { dimensions: [{ field: 'time', grain: 'hour' }] })
  const dateRange = { from: '2025-01-01', to: '2026-03-11' }
  const saved = await portal.save({ reportId, parameters: { dateRange } })
  const subscription = await portal.subscribe(saved.id, to(reader), { exportTypeIds: [csv, pdf] })
  await portal.deliver(subscription)
  const { text, html, files } = portal.mailTo(reader)
  const [{ status, reason } = { status: '', reason: '' }] = await portal.history(subscription)
  expect(reason).toMatch(/^Without a file of type PDF: .*10,000 rows/)
  expect([status, files.map(({ name }) => name?.split('.').at(-1))]).toEqual(['sent', ['csv']])
  expect(text).toContain(reason)
  expect(html).toContain('Without a file of type PDF')
  // It does not allow the other one any more.
  await changeReport(reportId, { export_types: ['pdf'] })
  await portal.deliver(subscription, new Date('2026-03-12T13:00:00.000Z'))
  const [last] = await portal.history(subscription)
  expect(last).toMatchObject({ status: 'sent' })
  expect(last?.reason).toMatch(/^Without a file of type CSV: .* Without a file of type PDF: /)
})

it('the report that is changed meanwhile is sent as it is then, and one that is not found any more is not', async () => {
  const reader = await portal.reader(0)
  const reportId = await reportFor(reader, { dimensions: [{ field: 'source' }] })
  const saved = await portal.save({
    reportId,
    parameters: { dateRange: { from: '2026-03-10', to: '2026-03-11' } },
  })
  const subscription = await portal.subscribe(saved.id, to(reader))
  const path = `/api/reporting/savereport/${saved.id}`
  const body = { name: 'The ninth', parameters: { dateRange: { from: '2026-03-09', to: '2026-03-10' } } }
  expectOk(await portal.test.ask({ method: 'PUT', path, body, token: portal.owner.token }))
  await portal.deliver(subscription)
  const { text, files } = portal.mailTo(reader)
  expect(text).toContain('The ninth')
  expect(files[0]?.bytes.toString()).toContain('radio,1')
  expect(files[0]?.bytes.toString()).not.toContain('tv')
  await changeReport(reportId, { is_active: false })
  await portal.deliver(subscription, new Date('2026-03-12T13:00:00.000Z'))
  expect((await portal.history(subscription)).map(({ status, reason }) => [status, reason])).toEqual([
    ['skipped', 'Ada Byron, who sends it, does not find the report any more.'],
    ['sent', null],
  ])
})

it('is sent to no address that mails come from, or come back to', async () => {
  await portal.set('outsideRecipients', 'on')
  await portal.set('outsideDomains', 'example.com')
  await portal.set('mailFrom', 'Reports <ada.reports@example.com>')
  await portal.set('bounceAddress', 'bounces@example.com')
  const saved = await portal.save()
  const path = `/api/reporting/subscription/${saved.id}`
  const schedule = { frequency: 'daily', time: '08:00', timeZone: 'UTC' }
  const statusFor = async (email: string) => {
    const body = { name: 'To itself', schedule, recipients: [{ email }] }
    return (await portal.test.ask({ path, body, token: portal.owner.token })).status
  }
  expect(await statusFor('Ada.Reports@example.com')).toBe(400)
  expect(await statusFor('bounces@example.com')).toBe(400)
  // Which is the end of another one.
  expect(await statusFor('reports@example.com')).toBe(201)
  for (const key of ['outsideRecipients', 'outsideDomains', 'mailFrom', 'bounceAddress'])
    await portal.unset(key)
})

it('the mail cannot be read in the portal, no more than its file, while its reader may not see its rows', async () => {
  const reader = await portal.reader(0)
  const subscription = await portal.subscribe((await portal.save()).id, to(reader))
  await portal.deliver(subscription)
  const [{ id } = { id: '' }] = await portal.history(subscription)
  const path = `/api/reporting/subscription/${subscription.savedReportId}/deliveries/${id}/mail`
  const mailFor = async ({ token }: Pick<Reader, 'token'>) => await portal.test.ask({ path, token })
  const { make } = portal.test
  await make.changeUser(reader.id, { customer_id: portal.customers[1] ?? '' })
  expectError(await mailFor(reader), 410, 'exportGone')
  expect((await mailFor(portal.admin)).status).toBe(200)
  await make.changeUser(reader.id, { customer_id: portal.customers[0] ?? '' })
  expect((await mailFor(reader)).status).toBe(200)
  await portal.leave(reader)
  expectError(await mailFor(reader), 410, 'exportGone')
})
