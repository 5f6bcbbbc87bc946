import type { Alert } from '@callboard/contract/alerts'
import { EmailTemplate } from '@callboard/contract/email-templates'
import { pageOf } from '@callboard/contract/paging'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import type { Person } from '#test/portal.ts'
import { type AlertClient, missedOver, openAlertClient } from '#test/clients/alerts.ts'

let client: AlertClient

beforeAll(async () => {
  client = await openAlertClient()
})

afterEach(async () => await client.leaveAlerts())

describe('whoever is told of an alert', () => {
  const stateOf = ({ recipients }: Alert, { id }: Person) => recipients.find(({ userId }) => userId === id)

  it('takes themselves off it by the mail, stays so whatever its owner does, and comes back in the portal', async () => {
    const [ada, ben] = [await client.makeUser(), await client.makeUser()]
    const recipients = [ada.id, ben.id]
    const alert = await client.alertOf(ada, { name: 'Pier', condition: missedOver(0, 'pier'), recipients })
    await client.sendMissed(1, 'pier', { from: 80 })
    await client.check(100)
    const [mail] = await client.mailsTo(ben)
    const token = /unsubscribe#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    expect(mail?.html).toContain(`/unsubscribe#token=${token}`)
    const path = `/api/unsubscribe/${token}`
    expect(mail?.headers).toEqual({
      'List-Unsubscribe': `<http://localhost:8080${path}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    const link = async () => expectOk(await client.portal.ask({ path }))
    expect(await link()).toEqual({ of: 'alert', name: 'Pier', isUnsubscribed: false })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'List-Unsubscribe=One-Click'
    expect((await client.portal.ask({ method: 'POST', path, body, headers })).status).toBe(204)
    expect(await link()).toMatchObject({ isUnsubscribed: true })
    await client.check(180)
    expect(await client.mailsTo(ben)).toHaveLength(1)
    expect(await client.mailsTo(ada)).toHaveLength(2)
    expect((await client.historyOf(ben, alert))[0]?.endReason).toBe('They unsubscribed.')
    expectOk(await client.update(ada, alert, { recipients: [ada.id] }))
    expectOk(await client.update(ada, alert, { recipients }))
    expect(stateOf(await client.get(ada, alert), ben)).toMatchObject({
      state: 'unsubscribed',
      reason: 'They unsubscribed.',
    })
    const put = async (what: string, { token: session } = ben) =>
      await client.portal.ask({
        method: 'PUT',
        path: `/api/user/me/alerts/${alert.id}/${what}`,
        token: session,
      })
    expectError(await put('unsubscribe', await client.makeUser()), 404, 'notFound')
    expect((await put('resubscribe')).status).toBe(204)
    await client.sendMissed(1, 'pier', { from: 200 })
    await client.check(202)
    expect(await client.mailsTo(ben)).toHaveLength(2)
    const changes = await changesOf(client.portal, alert.id)
    expect(changes.map(({ user_name: who }) => who)).toEqual(
      [ada, ben, ada, ada, ben].map(({ userName }) => userName),
    )
  })

  it('is not told that it is over when they were put on the list since it began', async () => {
    const [ada, ben] = [await client.makeUser(), await client.makeUser()]
    const alert = await client.alertOf(ada, { condition: missedOver(0, 'lock'), recipients: [ben.id] })
    await client.sendMissed(1, 'lock', { from: 80 })
    await client.check(100)
    expectOk(await client.update(ada, alert, { recipients: [ada.id, ben.id] }))
    await client.check(102)
    await client.check(180)
    const subjects = async (user: { email: string }) =>
      (await client.mailsTo(user)).map(({ subject }) => subject)
    expect(await subjects(ben)).toEqual([
      'Alert: Missed: Missed 1 (over 0)',
      'Over: Missed: Missed 0 (over 0)',
    ])
    expect(await subjects(ada)).toEqual([])
    // Its owner sees for whom it was on, but not what their calls said.
    const notified = (await client.historyOf(ada, alert)).map(({ user, beganFigure, endedFigure }) => ({
      [user.id]: [beganFigure, endedFigure],
    }))
    expect(Object.assign({}, ...notified)).toEqual({ [ada.id]: [1, 0], [ben.id]: [null, null] })
  })

  it('gets no mail at an address that mails came back from, which its owner sees, and is evaluated all the same', async () => {
    const [ada, ben] = [await client.makeUser(), await client.makeUser({ email: 'Ben.Quay@Example.com' })]
    const recipients = [ada.id, ben.id]
    const alert = await client.alertOf(ada, { condition: missedOver(0, 'quay'), recipients })
    const { db } = client.portal.runtime
    await db
      .insertInto('mail_address')
      .values({ email: 'ben.quay@example.com', stopped_at: new Date() })
      .execute()
    await client.sendMissed(1, 'quay', { from: 80 })
    await client.check(104)
    expect([await client.mailsTo(ada), await client.mailsTo(ben)].map(({ length }) => length)).toEqual([1, 0])
    expect(stateOf(await client.get(ada, alert), ben)).toMatchObject({
      state: 'stopped',
      reason: 'Emails to this address bounced too often.',
    })
    const notified = new Map(
      (await client.historyOf(ada, alert)).map(({ user, isNotified }) => [user.id, isNotified]),
    )
    expect(Object.fromEntries(notified)).toEqual({ [ada.id]: true, [ben.id]: false })
  })

  it('gets the administrators’ text, which says names where the alert has codes', async () => {
    const ada = await client.makeUser()
    await client.portal.make.entity({
      customerId: client.customerId,
      type: 'location',
      code: 'hq',
      name: 'Head Office',
    })
    const answer = await client.admin.ask({ path: '/api/emailtemplate/search', body: { keyword: 'is on' } })
    const [template] = pageOf(EmailTemplate).parse(expectOk(answer)).items
    const setText = async (body: object) =>
      expectOk(await client.admin.ask({ method: 'PUT', path: `/api/emailtemplate/${template?.id}`, body }))
    await setText({ subject: '{{ figure.value }} at {{ alert.filters }}', bodyHtml: '', bodyText: 'Look' })
    const alert = await client.alertOf(ada, { condition: missedOver(0, 'hq') })
    await client.sendMissed(1, 'hq', { from: 80 })
    await client.check(112)
    const path = `/api/alerts/${alert.id}/test`
    expectOk(await ada.ask({ method: 'POST', path }))
    // Texts that make no mail are those of the portal again.
    await setText({ bodyText: '{% if test != "" %}{% for i in (1..999999999) %}x{% endfor %}{% endif %}x' })
    expectOk(await ada.ask({ method: 'POST', path }))
    await client.admin.ask({ method: 'DELETE', path: `/api/emailtemplate/${template?.id}` })
    const mails = await client.mailsTo(ada)
    expect(mails.map(({ subject }) => subject)).toEqual([
      '1 at Location is Head Office',
      'Test: 0 at Location is Head Office',
      'Test: Alert: Missed: Missed 0 (over 0)',
    ])
    expect(mails[0]?.html).toBe('')
    expect(mails[0]?.text).toMatch(/^Look\n\nUnsubscribe: http/)
  })
})
