import { getReportUses } from '@callboard/contract/manage-reports'
import { dashboardReports } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { searchDeliveries } from '@callboard/contract/subscriptions'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changesOf } from '#test/changes-of.ts'
import { bytesOf, errorsOf, expectError, expectOk } from '#test/expect-errors.ts'
import { csv, daily, errorOf, SubscriptionClient } from '#test/clients/subscriptions.ts'

let client: SubscriptionClient

beforeAll(async () => {
  client = await SubscriptionClient.open()
})

describe('a subscription', () => {
  it('is created, changed by its owner with a record of each field, deleted and put back', async () => {
    const [ada, ben] = [await client.user(), await client.user()]
    const saved = await client.save(ada)
    const created = await client.subscribe(ada, saved, { exportTypeIds: [csv], condition: { hasRows: true } })
    expect(created).toMatchObject({
      savedReportName: 'Sources',
      userId: ada.id,
      exportTypeIds: [csv],
      recipients: [{ userId: ada.id, name: ada.userName, email: null, state: 'active' }],
      condition: { hasRows: true },
      isActive: true,
      isEditable: true,
      lastRunAt: null,
      lastStatus: null,
    })
    expect(Date.parse(created.nextRunAt ?? '')).toBeGreaterThan(Date.now())
    const recipients = [{ userId: ada.id }, { userId: ben.id }]
    const changed = { name: 'Daily', recipients, condition: { measure: 'calls', op: 'gt', value: 5 } }
    expectOk(await client.update(ada, created, { ...changed, revision: created.revision }))
    const outdated = await client.update(ada, created, { name: 'Old', revision: created.revision })
    expect(errorsOf(outdated).map(({ code, field }) => [code, field])).toEqual(
      ['condition', 'name', 'recipients'].map((field) => ['revisionConflict', field]),
    )
    const [, update] = await changesOf(client.portal, created.id)
    expect(update?.changes).toEqual([
      { field: 'condition', from: { hasRows: true }, to: changed.condition },
      { field: 'name', from: 'Every day', to: 'Daily' },
      {
        field: 'recipients',
        from: [{ id: ada.id, name: ada.userName }],
        to: [ada, ben].map(({ id, userName }) => ({ id, name: userName })),
      },
    ])
    expect((await client.remove(ada, created)).status).toBe(204)
    expect(await client.list(ada, saved)).toEqual([])
    expectError(await client.update(ada, created, { name: 'Gone' }), 404, 'notFound')
    expectError(await client.restore(ben, created), 404, 'notFound')
    expectOk(await client.restore(ada, created))
    const [restored] = await client.list(ada, saved)
    expect(restored).toMatchObject({ name: 'Daily', isActive: true, recipients: [{}, {}] })
    expect(Date.parse(restored?.nextRunAt ?? '')).toBeGreaterThan(Date.now())
  })

  it('is called as its report when that is renamed, unless it has a name of its own', async () => {
    const ada = await client.user()
    const [saved, other] = [await client.save(ada), await client.save(ada)]
    const same = await client.subscribe(ada, saved, { name: 'Sources' })
    await client.subscribe(ada, saved, { name: 'Sources on Monday' })
    await client.subscribe(ada, other, { name: 'Sources' })
    const update = async (body: object) =>
      expectOk(await ada.ask({ method: 'PUT', path: `/api/reporting/savereport/${saved}`, body }))
    const names = async () => (await client.list(ada, saved)).map(({ name }) => name)
    await update({ name: 'Origins' })
    expect(await names()).toEqual(['Origins', 'Sources on Monday'])
    const [, renamed] = await changesOf(client.portal, same.id)
    expect(renamed?.changes).toEqual([{ field: 'name', from: 'Sources', to: 'Origins' }])
    await update({ parameters: {} })
    expect(await names()).toEqual(['Origins', 'Sources on Monday'])
    expect((await client.list(client.portal.admin, other)).map(({ name }) => name)).toEqual(['Sources'])
  })

  it('is due anew from now on when it goes on again or its schedule changes, and not for another change', async () => {
    const ada = await client.user()
    const created = await client.subscribe(ada, await client.save(ada), { isActive: false })
    expect(created.nextRunAt).toBeNull()
    const nextOf = async (body: object) =>
      z.object({ nextRunAt: z.string().nullable() }).parse(expectOk(await client.update(ada, created, body)))
        .nextRunAt
    const next = await nextOf({ isActive: true })
    expect(Date.parse(next ?? '')).toBeGreaterThan(Date.now())
    const past = new Date('2026-01-01T00:00:00Z')
    const { db } = client.portal.runtime
    await db.updateTable('subscription').set({ next_run_at: past }).where('id', '=', created.id).execute()
    expect(await nextOf({ name: 'Another', schedule: daily })).not.toBe(next)
    expect(await nextOf({ schedule: { ...daily, time: '09:00' } })).not.toBe(next)
    expect(await nextOf({ isActive: false })).toBeNull()
  })

  it.each([
    [{ schedule: { ...daily, dayOfMonth: 1 } }, 'schedule.dayOfMonth'],
    [{ schedule: { frequency: 'cron', timeZone: 'UTC', cron: '* * * * *' } }, 'schedule.cron'],
    [{ schedule: { ...daily, timeZone: 'Mars/Base' } }, 'schedule.timeZone'],
    [{ recipients: [] }, 'recipients'],
    [{ recipients: [{ email: 'no address' }] }, 'recipients.0.email'],
    [{ exportTypeIds: [emptyGuid] }, 'exportTypeIds.0'],
    [{ exportTypeIds: ['0f000000-0000-7000-8000-000000000001'] }, 'exportTypeIds.0'],
    [{ emailTemplateId: emptyGuid }, 'emailTemplateId'],
    [{ condition: { measure: 'none', op: 'gt', value: 1 } }, 'condition.measure'],
    [{ condition: { measure: 'firstCall', op: 'gt', value: 1 } }, 'condition.measure'],
    [{ condition: { measure: 'answerRate', op: 'lt', value: 70 } }, 'condition.value'],
    [{ condition: { measure: 'calls', changedByPercent: 0 } }, 'condition.changedByPercent'],
    [{ condition: { measure: 'numberCost', changedByPercent: 5 } }, 'condition.measure'],
    [{ name: ' ' }, 'name'],
    [{ nope: 1 }, 'nope'],
  ])('is refused with the name of the field: %o', async (body, field) => {
    const { admin } = client
    const saved = await client.save(admin)
    const answer = await client.create(admin, saved, { recipients: [{ userId: admin.id }], ...body })
    expect([answer.status, errorsOf(answer).map((error) => error.field)]).toEqual([400, [field]])
  })

  it('goes to users whom its owner may name, once each, and outside only as the settings say', async () => {
    const ada = await client.user()
    const saved = await client.save(ada)
    const other = (await client.portal.make.customer()).id
    const stranger = await client.user({ customerId: other })
    const left = await client.user()
    await client.portal.make.changeUser(left.id, { is_active: false })
    const mute = await client.portal.make.user({ customerId: client.customerId })
    const tryAll = async (...recipients: object[]) => errorOf(await client.create(ada, saved, { recipients }))
    const unknown = 'Reports cannot be sent to this user.'
    const own = { userId: ada.id }
    for (const { id } of [stranger, left, client.admin, { id: emptyGuid }])
      expect(await tryAll(own, { userId: id })).toEqual([400, 'recipients.1', unknown])
    expect(await tryAll({ userId: mute.id })).toEqual([
      400,
      'recipients.0',
      `${mute.userName} has no email address.`,
    ])
    expect(await tryAll(own, own)).toEqual([400, 'recipients.1', 'A recipient appears twice.'])
    const outside = (email: string) => ({ email })
    expect(await tryAll(outside('a@client.com'))).toEqual([
      400,
      'recipients.0',
      'Reports can be sent to users of this portal only.',
    ])
    await client.portal.set('outsideRecipients', 'on')
    await client.portal.set('outsideDomains', 'client.com *.parts.org')
    for (const email of ['a@evilclient.com', 'a@client.com.evil.net', 'a@parts.org'])
      expect((await tryAll(outside(email))).slice(0, 2)).toEqual([400, 'recipients.0'])
    const recipients = ['Bo@Client.com', 'a@sub.parts.org'].map(outside)
    const created = await client.subscribe(ada, saved, { recipients })
    expect(created.recipients.map(({ email, name }) => [email, name])).toEqual([
      ['bo@client.com', 'bo@client.com'],
      ['a@sub.parts.org', 'a@sub.parts.org'],
    ])
    // Who is on the list stays there; whether they get something is checked when it is sent.
    await client.portal.set('outsideRecipients', 'off')
    expectOk(await client.update(ada, created, { recipients: [...recipients, own] }))
  })

  it('is told of to others as far as it concerns them, and is unknown to the byte to anybody else', async () => {
    const [ada, ben, eve] = [await client.user(), await client.user(), await client.user()]
    const saved = await client.save(ada)
    const one = await client.subscribe(ada, saved, { recipients: [{ userId: ada.id }, { userId: ben.id }] })
    expect((await client.list(client.admin, saved)).map(({ id }) => id)).toEqual([one.id])
    const [seen] = await client.list(ben, saved)
    expect([seen?.recipients.map(({ userId }) => userId), seen?.isEditable]).toEqual([[ben.id], false])
    expect((await client.own(ben)).map(({ id }) => id)).toEqual([one.id])
    expectError(await client.update(ben, one, { name: 'Mine' }), 403, 'forbidden')
    expectError(await client.post(ben, one, 'run'), 403, 'forbidden')
    const unknown = { ...one, id: emptyGuid, savedReportId: emptyGuid }
    const get = async (path: string) => await eve.ask({ path: `/api/reporting/subscription/${path}` })
    for (const askOf of [
      async (of: typeof one) => await client.update(eve, of, { name: 'Mine' }),
      async (of: typeof one) => await client.remove(eve, of),
      async (of: typeof one) => await client.post(eve, of, 'run'),
      async (of: typeof one) => await client.post(eve, of, 'test'),
      async (of: typeof one) =>
        await client.create(eve, of.savedReportId, { recipients: [{ userId: eve.id }] }),
      async (of: typeof one) => await get(of.savedReportId),
      async (of: typeof one) => await get(`${of.savedReportId}/deliveries`),
    ]) {
      const answer = await askOf(one)
      expectError(answer, 404, 'notFound')
      expect(bytesOf(answer)).toEqual(bytesOf(await askOf(unknown)))
    }
  })

  it('goes with its saved report: deleted and brought back with it, and handed over', async () => {
    const [ada, ben] = [await client.user(), await client.user()]
    const saved = await client.save(ada)
    const [kept, gone] = [await client.subscribe(ada, saved), await client.subscribe(ada, saved)]
    await client.remove(ada, gone)
    const path = `/api/reporting/savedreports/${saved}`
    await client.post(ada, kept, 'run')
    // Told before the report is changed, or deleted.
    expect(expectOk(await ada.ask({ path }))).toMatchObject({
      subscriptionCount: 1,
    })
    const uses = `/api/reporting/reportuses/${dashboardReports.topSources}`
    const inUse = await client.admin.ask({ path: uses })
    expect(getReportUses.response.parse(expectOk(inUse)).subscriptionCount).toBeGreaterThan(0)
    expect((await ada.ask({ method: 'DELETE', path })).status).toBe(204)
    expect(await client.own(ada)).toEqual([])
    expectOk(await ada.ask({ method: 'PUT', path: `${path}/restore` }))
    const [back, ...more] = await client.list(ada, saved)
    expect([back?.id, more]).toEqual([kept.id, []])
    expect(Date.parse(back?.nextRunAt ?? '')).toBeGreaterThan(Date.now())
    expect(await client.deliveries(ada, saved)).toMatchObject([
      { status: 'skipped', reason: 'The saved report was deleted.' },
    ])
    const body = { userId: ben.id }
    expectOk(
      await client.admin.ask({ method: 'PUT', path: `/api/reporting/savedreports/${ada.id}/owner`, body }),
    )
    expect((await client.list(ben, saved)).map(({ userId, isEditable }) => [userId, isEditable])).toEqual([
      [ben.id, true],
    ])
    expect((await changesOf(client.portal, kept.id)).map(({ action }) => action)).toEqual([
      'create',
      'delete',
      'restore',
      'update',
    ])
  })

  it('keeps its template from being deleted', async () => {
    const { admin } = client
    const { token } = admin
    const template = { name: 'Weekly', subject: 'Calls', bodyText: 'Hello' }
    const made = await client.portal.ask({ path: '/api/emailtemplate', body: template, token })
    const { id } = z.object({ id: z.string() }).parse(made.json())
    const one = await client.subscribe(admin, await client.save(admin), { emailTemplateId: id })
    const path = `/api/emailtemplate/${id}`
    expectError(await client.portal.ask({ method: 'DELETE', path, token }), 409, 'conflict')
    await client.remove(admin, one)
    expect((await client.portal.ask({ method: 'DELETE', path, token })).status).toBe(204)
  })
})

describe('a delivery', () => {
  it('is made for each recipient by hand, one after the other, and told to each as it concerns them', async () => {
    const [ada, ben] = [await client.user(), await client.user()]
    const saved = await client.save(ada)
    const one = await client.subscribe(ada, saved, { recipients: [{ userId: ada.id }, { userId: ben.id }] })
    expect(expectOk(await client.post(ada, one, 'run'))).toEqual({ deliveries: 2 })
    expect(errorOf(await client.post(ada, one, 'run'))[0]).toBe(409)
    expect(expectOk(await client.post(ada, one, 'test'))).toEqual({ deliveries: 1 })
    const all = await client.deliveries(ada, saved)
    expect(all.map(({ cause, recipient, status }) => [cause, recipient.name, status])).toEqual([
      ['test', ada.userName, 'waiting'],
      ['run', ben.userName, 'waiting'],
      ['run', ada.userName, 'waiting'],
    ])
    expect((await client.deliveries(ben, saved)).map(({ recipient }) => recipient.userId)).toEqual([ben.id])
    const [, ofBen = all[0]] = all
    const id = ofBen?.id ?? ''
    await client.mail(id)
    expect((await client.deliveries(ada, saved, '?status=outbox')).map((found) => found.id)).toEqual([id])
    expect((await client.list(ada, saved))[0]?.lastStatus).toBe('waiting')
    await client.portal.runtime.db.updateTable('mail').set({ status: 'failed', last_error: 'no' }).execute()
    expect((await client.list(ada, saved))[0]?.lastStatus).toBe('failed')
    expect(await client.deliveries(ada, saved, '?status=failed')).toMatchObject([{ id, reason: 'no' }])
    // Rows of others are for whoever got them, and for administrators.
    const path = `/api/reporting/subscription/${saved}/deliveries/${id}/mail`
    expectError(await ada.ask({ path }), 404, 'notFound')
    for (const { token } of [ben, client.admin])
      expect(expectOk(await client.portal.ask({ path, token }))).toEqual({
        subject: 'Sources',
        text: 'Radio',
        html: null,
      })
    const resend = `/api/reporting/subscription/${saved}/deliveries/${id}/resend`
    const again = expectOk(await ada.ask({ method: 'POST', path: resend }))
    expect(again).toMatchObject({ cause: 'resend', dueAt: ofBen?.dueAt, recipient: { userId: ben.id } })
    expectError(await ada.ask({ method: 'POST', path: resend }), 409, 'conflict')
    expectError(await ben.ask({ method: 'POST', path: resend }), 403, 'forbidden')
    expect((await client.remove(ada, one)).status).toBe(204)
    expect(new Set((await client.deliveries(ada, saved)).map(({ status }) => status))).toEqual(
      new Set(['skipped', 'failed']),
    )
  })

  it('gives its files to whoever got it, as long as they may see the rows', async () => {
    const ada = await client.user()
    const saved = await client.save(ada)
    await client.post(ada, await client.subscribe(ada, saved), 'run')
    const [{ id } = { id: '' }] = await client.deliveries(ada, saved)
    const { db, deliveryFiles } = client.portal.runtime
    await deliveryFiles.put(`${id}.csv`, Readable.from([Buffer.from('source,calls')]))
    const change = async (values: { scope_fingerprint?: string | null; key?: string | null }) => {
      const { key = `${id}.csv`, scope_fingerprint: scope = null } = values
      const files = JSON.stringify([{ name: 'Sources.csv', key, bytes: 12, isAttached: false }])
      await db.updateTable('delivery').set({ files, scope_fingerprint: scope }).where('id', '=', id).execute()
    }
    const path = `/api/reporting/subscription/${saved}/deliveries/${id}/file/Sources.csv`
    const get = async (token: string) => await client.portal.ask({ path, token })
    expectError(await get(ada.token), 404, 'notFound')
    await change({})
    const file = await get(ada.token)
    expect([file.status, file.text, file.headers['content-disposition']]).toEqual([
      200,
      'source,calls',
      expect.stringContaining('Sources.csv'),
    ])
    expectError(await get((await client.user()).token), 404, 'notFound')
    await change({ scope_fingerprint: 'of other rows' })
    expectError(await get(ada.token), 410, 'exportGone')
    expect((await get(client.admin.token)).status).toBe(200)
    await change({ key: null })
    expectError(await get(ada.token), 410, 'exportGone')
  })

  it('is found by administrators among all, failures first, and counted by day', async () => {
    const search = async (body: object) =>
      searchDeliveries.response.parse(
        expectOk(await client.admin.ask({ path: '/api/deliveries/search', body })),
      )
    const { items, total } = await search({ pageSize: 200 })
    expect(items).toHaveLength(Math.min(total, 200))
    const isTrouble = items.map(({ status }) => status === 'failed' || status === 'uncertain')
    expect(isTrouble).toEqual(isTrouble.toSorted((one, other) => Number(other) - Number(one)))
    expect(isTrouble[0]).toBe(true)
    const overview = expectOk(await client.admin.ask({ path: '/api/overview' }))
    expect(overview).toMatchObject({ failedDeliveries: isTrouble.filter(Boolean).length })
    const tests = await search({ cause: 'test', keyword: 'sourc', sort: 'recipient', desc: true })
    expect(new Set(tests.items.map(({ cause }) => cause))).toEqual(new Set(['test']))
    for (const sort of ['dueAt', 'status', 'subscriptionName'])
      expect((await search({ sort, from: '2000-01-01T00:00:00Z' })).total).toBe(total)
    const { days } = z
      .object({ days: z.array(z.object({ day: z.string(), counts: z.record(z.string(), z.int()) })) })
      .parse(expectOk(await client.admin.ask({ path: '/api/deliveries/counts' })))
    expect(days).toHaveLength(30)
    const sum = days.flatMap(({ counts }) => Object.values(counts)).reduce((all, count) => all + count, 0)
    // Others of the same portal are due where their tests say: years ago, too.
    const settings: unknown = expectOk(await client.admin.ask({ path: '/api/settings' }))
    const { defaultTimeZone } = z.object({ defaultTimeZone: z.string() }).parse(settings)
    const from = Temporal.PlainDate.from(days[0]?.day ?? '').toZonedDateTime(defaultTimeZone)
    expect(sum).toBe((await search({ from: from.toInstant().toString() })).total)
  })
})

describe('whoever gets a subscription', () => {
  it('ends it, gets no more, is unsubscribed whatever its owner does, and gets it again when they ask', async () => {
    const [ada, ben] = [await client.user(), await client.user({ claims: [] })]
    const saved = await client.save(ada)
    const recipients = [{ userId: ada.id }, { userId: ben.id }]
    const one = await client.subscribe(ada, saved, { recipients })
    await client.post(ada, one, 'run')
    const put = async (what: string, { token } = ben) =>
      await client.portal.ask({ method: 'PUT', path: `/api/user/me/subscriptions/${one.id}/${what}`, token })
    expect((await put('unsubscribe')).status).toBe(204)
    expect((await put('unsubscribe')).status).toBe(204)
    expectError(await put('unsubscribe', await client.user()), 404, 'notFound')
    const ofBen = async () =>
      (await client.deliveries(ada, saved)).filter(({ recipient }) => recipient.userId === ben.id)
    expect(await ofBen()).toMatchObject([{ status: 'skipped', reason: 'The recipient has unsubscribed.' }])
    const stateOfBen = async () =>
      (await client.list(ada, saved))[0]?.recipients.find(({ userId }) => userId === ben.id)?.state
    expectOk(await client.update(ada, one, { recipients: [{ userId: ada.id }] }))
    expectOk(await client.update(ada, one, { recipients }))
    expect(await stateOfBen()).toBe('unsubscribed')
    expect((await client.own(ben)).map(({ recipients: seen }) => seen[0]?.state)).toEqual(['unsubscribed'])
    const [delivery] = await ofBen()
    const resend = `/api/reporting/subscription/${saved}/deliveries/${delivery?.id}/resend`
    expectError(await ada.ask({ method: 'POST', path: resend }), 409, 'conflict')
    expect((await put('resubscribe')).status).toBe(204)
    expect(await stateOfBen()).toBe('active')
    const changes = await changesOf(client.portal, one.id)
    expect(changes.map(({ user_name: who }) => who)).toEqual([
      ada.userName,
      ben.userName,
      ada.userName,
      ada.userName,
      ben.userName,
    ])
  })
})
