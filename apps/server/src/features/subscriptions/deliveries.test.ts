import { RunReportAnswer } from '@callboard/contract/reports'
import { Delivery, getDeliveredMail, type Subscription } from '@callboard/contract/subscriptions'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { CallStoreError } from '#server/db/calls/call-store.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { DeliveryClient, dueAt, type Reader, usersOf } from '#test/clients/deliveries.ts'
import { notifiedOfFailures } from '#test/subscriptions/notified-of-failures.ts'

let client: DeliveryClient

beforeAll(async () => {
  client = await DeliveryClient.open()
})

/** Delivered once to these, by the condition where there is one. */
async function delivered(readers: readonly Reader[], given: object = {}): Promise<Subscription> {
  const subscription = await client.subscribe((await client.save()).id, usersOf(readers), given)
  await client.deliver(subscription)
  return subscription
}

describe('a delivery', () => {
  it('has for each recipient their own rows, as they see them on the screen for its due time', async () => {
    const readers = [await client.reader(0), await client.reader(1), await client.reader(2)]
    await delivered(readers)
    const attached = new Set<string>()
    for (const reader of readers) {
      const { files, text, headers } = client.mailTo(reader)
      expect(files.map(({ name }) => name)).toEqual(['Yesterday by source 2026-03-10 to 2026-03-10.csv'])
      const screen = await client.screen(reader, 'text/csv')
      expect(files[0]?.bytes.toString()).toBe(screen.text)
      attached.add(screen.text)
      expect(headers.get('subject')).toBe('Yesterday by source: Mar 10, 2026')
      const { totals } = RunReportAnswer.parse(expectOk(await client.screen(reader)))
      expect(text).toMatch(
        new RegExp(`Total +${JSON.stringify(totals?.[1])} +${JSON.stringify(totals?.[2])}`),
      )
    }
    expect(attached.size).toBe(3)
  })

  it('says what it is of, in HTML and in text, with its chart as a picture and a link to end it', async () => {
    const reader = await client.reader(0)
    const { html, text, parts, headers } = await delivered([reader], {
      subject: '{{ report.name }} of {{ report.period }} {{ nothing }}',
    }).then(() => client.mailTo(reader))
    expect(headers.get('subject')).toBe('Yesterday by source of Mar 10, 2026')
    const said = [
      'Yesterday by source',
      'Mar 10, 2026 · America/Chicago',
      'Ada Byron',
      'Every morning',
      'Every day at 08:00, America/Chicago time',
    ]
    for (const words of said) {
      expect(text).toContain(words)
      expect(html).toContain(words)
    }
    const picture = parts.find(({ type }) => type === 'image/png')
    const cid = picture?.headers.get('content-id')?.slice(1, -1)
    // Where pictures are blocked, its text stands on the ground of the mail, which may be dark.
    const image = new RegExp(`<img class="strong" src="cid:${cid}"[^>]*>`).exec(html)?.[0]
    expect(image).not.toContain('background')
    expect(html).toContain('alt="Chart of Yesterday by source: calls, 2 rows. Most at radio: 2."')
    expect(picture?.bytes.subarray(1, 4).toString()).toBe('PNG')
    const link = /https:\/\/calls\.example\.com\/reports\/\S+/.exec(text)?.[0]
    expect(link).toContain(
      `/reports/${client.reportId}?from=2026-03-10T05%3A00%3A00.000Z&to=2026-03-11T05%3A00%3A00.000Z`,
    )
    const token = /unsubscribe#token=([\w-]+)/.exec(text)?.[1]
    expect(html).toContain(`https://calls.example.com/unsubscribe#token=${token}`)
    expect(headers.get('list-unsubscribe')).toBe(`<https://calls.example.com/api/unsubscribe/${token}>`)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expectOk(await client.portal.ask({ path: `/api/unsubscribe/${token}` }))
  })

  it('leads to the report for the period and with the comparison that it has, in its zone', async () => {
    const reader = await client.reader(0)
    const parameters = { dateRange: { relative: 'lastMonth' }, compare: 'previousPeriod' }
    const saved = await client.save({ parameters })
    await client.deliver(await client.subscribe(saved.id, usersOf([reader])))
    const { text } = client.mailTo(reader)
    const link = new URL(/https:\/\/\S+\/reports\/\S+/.exec(text)?.[0] ?? '')
    const { zone, compare, ...dateRange } = Object.fromEntries(link.searchParams)
    expect(zone).toBe('America/Chicago')
    const february = { from: '2026-02-01T06:00:00.000Z', to: '2026-03-01T06:00:00.000Z' }
    expect(dateRange).toEqual({ ...february, was: 'lastMonth' })
    const { comparison } = RunReportAnswer.parse(
      expectOk(await client.screen(reader, 'application/json', { dateRange, compare })),
    )
    expect(text).toContain('Compared with Jan 1, 2026 – Jan 31, 2026')
    expect(comparison).toMatchObject({ from: '2026-01-01T06:00:00.000Z', to: '2026-02-01T06:00:00.000Z' })
  })

  it('is shown in the portal with its picture, or with its meaning in words when that is deleted', async () => {
    const reader = await client.reader(0)
    const subscription = await delivered([reader])
    const [{ id } = { id: '' }] = await client.history(subscription)
    const picture = client.mailTo(reader).parts.find(({ type }) => type === 'image/png')
    const { savedReportId } = subscription
    const path = `/api/reporting/subscription/${savedReportId}/deliveries/${id}/mail`
    const shown = async () => getDeliveredMail.response.parse(expectOk(await reader.ask({ path }))).html
    const data = `src="data:image/png;base64,${picture?.bytes.toString('base64')}"`
    expect(await shown()).toContain(data)
    const { deliveryFiles } = client.portal.runtime
    for (const key of await deliveryFiles.list()) if (key.endsWith('.png')) await deliveryFiles.delete(key)
    expect(await shown()).toMatch(/src="data:,"[^>]*alt="Chart of/)
  })

  it('goes to nobody who lost a right since it was saved, with the reason in the history', async () => {
    const { make } = client.portal
    const readers = await Promise.all(Array.from({ length: 7 }, async () => await client.reader(0)))
    const unclaimed = await client.reader(0, [])
    const switchedOff = await make.role(unclaimed.id, ['reporting.view'])
    readers.push(unclaimed)
    const saved = await client.save()
    const subscription = await client.subscribe(saved.id, usersOf(readers))
    const [ended, roleless, groupless, unmailed, stopped, kept, later] = readers
    await make.changeUser(ended?.id ?? '', { is_active: false })
    await make.changeRoles(roleless?.id ?? '', { expires_at: new Date(0) })
    await make.changeRoles(later?.id ?? '', { start_at: new Date(Date.now() + 3_600_000) })
    await make.changeRole(switchedOff, { is_active: false })
    await client.leave(groupless)
    await make.changeUser(unmailed?.id ?? '', { email: null })
    await client.db
      .insertInto('mail_address')
      .values({ email: stopped?.email ?? '', stopped_at: new Date() })
      .execute()
    const { items } = await client.list(saved)
    await client.deliver(subscription)
    const outcomes = await client.outcomes(subscription)
    // Its owner is told before it is sent, by the list of the report and by their own.
    const own = (await client.subscriptions.own(client.owner)).find(({ id }) => id === subscription.id)
    expect(own?.recipients).toEqual(items[0]?.recipients)
    for (const { name, reason } of items[0]?.recipients ?? [])
      expect(outcomes[name]?.startsWith(reason === null ? 'sent' : `skipped: ${reason.slice(0, -1)}`)).toBe(
        true,
      )
    expect(outcomes[ended?.userName ?? '']).toBe('skipped: They can no longer sign in.')
    expect(outcomes[roleless?.userName ?? '']).toMatch(/^skipped: They do not have the rights/)
    expect(outcomes[unclaimed.userName]).toMatch(/^skipped: They do not have the rights/)
    expect(outcomes[later?.userName ?? '']).toMatch(/^skipped: They do not have the rights/)
    expect(outcomes[groupless?.userName ?? '']).toBe('skipped: None of their groups has this report.')
    expect(outcomes[unmailed?.userName ?? '']).toBe('skipped: They have no email address.')
    expect(outcomes[stopped?.userName ?? '']).toBe('skipped: Emails to this address bounced too often.')
    expect(outcomes[kept?.userName ?? '']).toBe('sent')
    expect(readers.filter((reader) => client.mailsTo(reader).length > 0)).toEqual([kept])
  })

  it('goes to nobody whose right is taken while the report is read', async () => {
    const reader = await client.reader(0)
    const subscription = await client.subscribe((await client.saveAnother()).id, usersOf([reader]))
    const { make } = client.portal
    client.calls.onRead = async () => await make.changeUser(reader.id, { is_active: false })
    await client.deliver(subscription)
    client.calls.onRead = undefined
    expect(Object.values(await client.outcomes(subscription))).toEqual([
      'skipped: They can no longer sign in.',
    ])
  })

  it('is mailed by nobody when it ended while it was rendered', async () => {
    const reader = await client.reader(0)
    const { id } = await client.subscribe((await client.saveAnother()).id, usersOf([reader]))
    await client.plan(id)
    const { db } = client
    const ended = { status: 'skipped' as const, ended_at: new Date(), worker: null }
    client.calls.onRead = async () => {
      await db.updateTable('delivery').set(ended).where('subscription_id', '=', id).execute()
    }
    const rendered = vi.spyOn(client.portal.runtime.mailer, 'wake')
    client.runner.wake()
    await vi.waitUntil(() => rendered.mock.calls.length > 0)
    rendered.mockRestore()
    client.calls.onRead = undefined
    const mails = await db.selectFrom('mail').select('recipient').execute()
    expect(mails.map(({ recipient }) => recipient)).not.toContain(reader.email)
  })

  it('goes to nobody when its owner lost the right to save, or it was paused or deleted', async () => {
    const reader = await client.reader(0)
    const subscribe = async () => await client.subscribe((await client.save()).id, usersOf([reader]))
    const [lost, paused] = [await subscribe(), await subscribe()]
    for (const { id } of [lost, paused]) await client.plan(id)
    await client.pause(paused)
    const { make } = client.portal
    await make.changeRoles(client.owner.id, { expires_at: new Date(0) })
    const rest = await make.role(client.owner.id, ['reporting.view'])
    client.runner.wake()
    for (const { id } of [lost, paused]) await client.settled(id)
    await make.changeRoles(client.owner.id, { expires_at: null })
    await make.changeRole(rest, { is_active: false })
    expect(Object.values(await client.outcomes(lost))).toEqual([
      'skipped: Ada Byron, who sends it, no longer has the right to save reports.',
    ])
    expect(Object.values(await client.outcomes(paused))).toEqual(['skipped: The subscription was paused.'])
    expect(client.mailsTo(reader)).toEqual([])
  })

  it('to an outside address has the rows of the owner, if the settings allow it, and no way into the portal', async () => {
    await client.portal.set('outsideRecipients', 'on')
    await client.portal.set('outsideDomains', 'partner.example')
    const outside = { email: 'someone@partner.example' }
    const saved = await client.save()
    const subscription = await client.subscribe(saved.id, [outside])
    const listed = async () => {
      const { outsideDomains, items } = await client.list(saved)
      return [outsideDomains, items[0]?.recipients[0]?.reason]
    }
    expect(await listed()).toEqual([['partner.example'], null])
    await client.deliver(subscription)
    const { files, text, html } = client.mailTo(outside)
    expect(files[0]?.bytes.toString()).toBe((await client.screen(client.owner, 'text/csv')).text)
    expect(text + html).not.toContain('Open the report')
    await client.portal.unset('outsideRecipients')
    expect(await listed()).toEqual([[], 'Reports can be sent to users of this portal only.'])
    await client.deliver(subscription, new Date('2026-03-12T13:00:00.000Z'))
    expect((await client.history(subscription)).map(({ status, reason }) => [status, reason])).toEqual([
      ['skipped', 'Reports can be sent to users of this portal only.'],
      ['sent', null],
    ])
    expect(client.mailsTo(outside)).toHaveLength(1)
  })
})

describe('a file that is too large for a mail', () => {
  it('is had by a link that needs a sign-in, for whoever got it and still sees the same rows, for 7 days', async () => {
    await client.portal.set('mailAttachmentMb', 0)
    await client.portal.set('outsideRecipients', 'on')
    const [reader, other] = [await client.reader(0), await client.reader(0)]
    const outside = { email: 'large@partner.example' }
    const saved = await client.save()
    const subscription = await client.subscribe(saved.id, [...usersOf([reader]), outside])
    await client.deliver(subscription)
    await client.portal.unset('mailAttachmentMb')
    await client.portal.unset('outsideRecipients')
    expect(client.mailTo(outside).text).toMatch(/is too large for an email. Ask Ada Byron for it\./)
    expect(client.mailTo(outside).text).not.toContain('/deliveries/')
    const { text, files } = client.mailTo(reader)
    expect(files).toEqual([])
    const [, id, name] = /\/reports\/saved\/[\w-]+\/deliveries\/([\w-]+)\/(\S+)/.exec(text) ?? []
    const path = `/api/reporting/subscription/${saved.id}/deliveries/${id}/file/${name}`
    const fileFor = async ({ token }: { token: string }) => await client.portal.ask({ path, token })
    expect((await fileFor(reader)).text).toBe((await client.screen(reader, 'text/csv')).text)
    expectError(await fileFor(other), 404, 'notFound')
    expect((await client.portal.ask({ path })).status).toBe(401)
    const { make } = client.portal
    const delivery = `/api/reporting/subscription/${saved.id}/deliveries/${id}`
    const mailFor = async ({ token }: { token: string }) =>
      await client.portal.ask({ path: `${delivery}/mail`, token })
    await make.changeUser(reader.id, { customer_id: client.customers[1] ?? '' })
    for (const answer of [await fileFor(reader), await mailFor(reader)])
      expectError(answer, 410, 'exportGone')
    expect((await mailFor(client.admin)).status).toBe(200)
    await make.changeUser(reader.id, { customer_id: client.customers[0] ?? '' })
    for (const answer of [await fileFor(reader), await mailFor(reader)]) expect(answer.status).toBe(200)
    const kept = async ({ token }: { token: string }) =>
      Delivery.parse(expectOk(await client.portal.ask({ path: delivery, token }))).files.map(
        ({ isKept }) => isKept,
      )
    expect([await kept(reader), await kept(client.owner)]).toEqual([[true], [true]])
    expectError(await other.ask({ path: delivery }), 404, 'notFound')
    await client.age(subscription, 8)
    await client.runner.sweep()
    expect(await kept(reader)).toEqual([false])
    expectError(await fileFor(reader), 410, 'exportGone')
  })

  it('is kept as long as its mail waits', async () => {
    const reader = await client.reader(0)
    const subscription = await delivered([reader])
    const ofIt = client.db.selectFrom('delivery').where('subscription_id', '=', subscription.id).select('id')
    const mail = client.db.updateTable('mail').where('delivery_id', 'in', ofIt)
    await client.age(subscription, 8)
    await mail.set({ status: 'waiting', not_before: new Date(Date.now() + 3_600_000) }).execute()
    await client.runner.sweep()
    expect(await client.countFiles(subscription)).toBe(1)
    await mail.set({ status: 'sent' }).execute()
    await client.runner.sweep()
    expect(await client.countFiles(subscription)).toBe(0)
  })
})

describe('a delivery that cannot be rendered', () => {
  it('is tried again after growing pauses, and has failed after the sixth attempt', async () => {
    const reader = await client.reader(0)
    const subscription = await client.subscribe((await client.saveAnother()).id, usersOf([reader]))
    client.calls.onRead = async () => {
      throw new CallStoreError('unavailable', { message: 'away' })
    }
    await client.deliver(subscription)
    const row = client.db.selectFrom('delivery').where('subscription_id', '=', subscription.id).selectAll()
    const pauses: number[] = []
    for (let attempts = 1; attempts < 6; attempts++) {
      const found = await row.executeTakeFirstOrThrow()
      expect(found).toMatchObject({
        status: 'waiting',
        attempts,
        reason: 'Calls cannot be read right now. Try again in a moment.',
      })
      pauses.push(Math.round(((found.not_before?.getTime() ?? 0) - Date.now()) / 30_000) * 30)
      await client.db.updateTable('delivery').set({ not_before: null }).where('id', '=', found.id).execute()
      client.runner.wake()
      await client.settled(subscription.id)
    }
    client.calls.onRead = undefined
    expect(pauses).toEqual([30, 120, 480, 1800, 3600])
    expect(Object.values(await client.outcomes(subscription))).toEqual([
      'failed: Calls cannot be read right now. Try again in a moment.',
    ])
    expect(client.mailsTo(reader)).toEqual([])
  })

  it('is told to administrators for a week, with its mail if it has one, and found by what they are told', async () => {
    const { db } = client
    const subscription = await delivered([await client.reader(0)])
    const [one] = await client.history(subscription)
    const mailOf = db.updateTable('mail').where('delivery_id', '=', one?.id ?? '')
    await mailOf.set({ status: 'uncertain', last_error: 'cut off' }).execute()
    const notified = await notifiedOfFailures(client)
    expect(notified.deliveries).toContainEqual({
      ...one,
      status: 'uncertain',
      reason: 'cut off',
      isReadable: true,
    })
    expect(notified.mails.map(({ lastError }) => lastError)).toContain('cut off')
    expect(notified.overview).toEqual({
      deliveries: notified.deliveries.length,
      mails: notified.mails.length,
    })
    const weekAgo = { created_at: new Date(Date.now() - 7 * 24 * 3_600_000) }
    await db.updateTable('mail').set(weekAgo).execute()
    await db.updateTable('delivery').set(weekAgo).execute()
    const nothing = { deliveries: [], mails: [], overview: { deliveries: 0, mails: 0 } }
    expect(await notifiedOfFailures(client)).toEqual(nothing)
  })

  it('that a process left when it died is rendered by the next one, and mailed once', async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, async () => await client.reader(0)))
    const subscription = await client.subscribe((await client.save()).id, usersOf(readers))
    await client.plan(subscription.id)
    const ofIt = client.db.updateTable('delivery').where('subscription_id', '=', subscription.id)
    const dead = { status: 'rendering' as const, worker: crypto.randomUUID(), attempts: 1 }
    await ofIt.set({ ...dead, beat_at: new Date(Date.now() - 60_000) }).execute()
    const others = [client.anotherRunner(), client.anotherRunner()]
    for (const runner of [client.runner, ...others]) runner.wake()
    await client.settled(subscription.id)
    await vi.waitUntil(() => readers.every((reader) => client.mailsTo(reader).length > 0))
    for (const reader of readers) expect(client.mailsTo(reader)).toHaveLength(1)
  })

  it('is mailed once by two runners on one database', async () => {
    const readers = await Promise.all(Array.from({ length: 6 }, async () => await client.reader(0)))
    const subscriptions = []
    for (const reader of readers) {
      const subscription = await client.subscribe((await client.save()).id, usersOf([reader]))
      await client.plan(subscription.id, dueAt)
      subscriptions.push(subscription)
    }
    const other = client.anotherRunner()
    for (const runner of [client.runner, other, client.runner, other]) runner.wake()
    for (const { id } of subscriptions) await client.settled(id)
    for (const reader of readers) expect(client.mailsTo(reader)).toHaveLength(1)
  })
})
