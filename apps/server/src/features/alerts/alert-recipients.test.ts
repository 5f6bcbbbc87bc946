import type { Alert } from '@callboard/contract/alerts'
import { EmailTemplate } from '@callboard/contract/email-templates'
import { pageOf } from '@callboard/contract/paging'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import type { MadeUser } from '#test/factory.ts'
import { type AlertingPortal, missedOver, openAlertingPortal } from '#test/reporting/alerting-portal.ts'

let portal: AlertingPortal

beforeAll(async () => {
  portal = await openAlertingPortal()
})

afterEach(async () => await portal.leaveAlerts())

describe('whoever is told of an alert', () => {
  const stateOf = ({ recipients }: Alert, { id }: MadeUser) => recipients.find(({ userId }) => userId === id)

  it('takes themselves off it by the mail, stays so whatever its owner does, and comes back in the portal', async () => {
    const [ada, ben] = [await portal.makeUser(), await portal.makeUser()]
    const recipients = [ada.id, ben.id]
    const alert = await portal.alertOf(ada, { name: 'Pier', condition: missedOver(0, 'pier'), recipients })
    await portal.sendMissed(1, 'pier', { from: 80 })
    await portal.check(100)
    const [mail] = await portal.mailsTo(ben)
    const token = /unsubscribe#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    expect(mail?.html).toContain(`/unsubscribe#token=${token}`)
    const path = `/api/unsubscribe/${token}`
    expect(mail?.headers).toEqual({
      'List-Unsubscribe': `<http://localhost:8080${path}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    const link = async () => expectOk(await portal.test.ask({ path }))
    expect(await link()).toEqual({ of: 'alert', name: 'Pier', isUnsubscribed: false })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'List-Unsubscribe=One-Click'
    expect((await portal.test.ask({ method: 'POST', path, body, headers })).status).toBe(204)
    expect(await link()).toMatchObject({ isUnsubscribed: true })
    await portal.check(180)
    expect(await portal.mailsTo(ben)).toHaveLength(1)
    expect(await portal.mailsTo(ada)).toHaveLength(2)
    expect((await portal.historyOf(ben, alert))[0]?.endReason).toBe('They have unsubscribed.')
    expectOk(await portal.update(ada, alert, { recipients: [ada.id] }))
    expectOk(await portal.update(ada, alert, { recipients }))
    expect(stateOf(await portal.get(ada, alert), ben)).toMatchObject({
      state: 'unsubscribed',
      reason: 'They have unsubscribed.',
    })
    const put = async (what: string, { token: session } = ben) =>
      await portal.test.ask({
        method: 'PUT',
        path: `/api/user/me/alerts/${alert.id}/${what}`,
        token: session,
      })
    expectError(await put('unsubscribe', await portal.makeUser()), 404, 'notFound')
    expect((await put('resubscribe')).status).toBe(204)
    await portal.sendMissed(1, 'pier', { from: 200 })
    await portal.check(202)
    expect(await portal.mailsTo(ben)).toHaveLength(2)
    const changes = await changesOf(portal.test, alert.id)
    expect(changes.map(({ user_name: who }) => who)).toEqual(
      [ada, ben, ada, ada, ben].map(({ userName }) => userName),
    )
  })

  it('is not told that it is over when they were put on the list since it began', async () => {
    const [ada, ben] = [await portal.makeUser(), await portal.makeUser()]
    const alert = await portal.alertOf(ada, { condition: missedOver(0, 'lock'), recipients: [ben.id] })
    await portal.sendMissed(1, 'lock', { from: 80 })
    await portal.check(100)
    expectOk(await portal.update(ada, alert, { recipients: [ada.id, ben.id] }))
    await portal.check(102)
    await portal.check(180)
    const subjects = async (user: { email: string }) =>
      (await portal.mailsTo(user)).map(({ subject }) => subject)
    expect(await subjects(ben)).toEqual([
      'Alert: Missed: Missed 1 (over 0)',
      'Over: Missed: Missed 0 (over 0)',
    ])
    expect(await subjects(ada)).toEqual([])
    // Its owner sees for whom it was on, but not what their calls said.
    const told = (await portal.historyOf(ada, alert)).map(({ user, beganFigure, endedFigure }) => ({
      [user.id]: [beganFigure, endedFigure],
    }))
    expect(Object.assign({}, ...told)).toEqual({ [ada.id]: [1, 0], [ben.id]: [null, null] })
  })

  it('gets no mail at an address that mails came back from, which its owner sees, and is judged all the same', async () => {
    const [ada, ben] = [await portal.makeUser(), await portal.makeUser({ email: 'Ben.Quay@Example.com' })]
    const recipients = [ada.id, ben.id]
    const alert = await portal.alertOf(ada, { condition: missedOver(0, 'quay'), recipients })
    const { db } = portal.test.runtime
    await db
      .insertInto('mail_address')
      .values({ email: 'ben.quay@example.com', stopped_at: new Date() })
      .execute()
    await portal.sendMissed(1, 'quay', { from: 80 })
    await portal.check(104)
    expect([await portal.mailsTo(ada), await portal.mailsTo(ben)].map(({ length }) => length)).toEqual([1, 0])
    expect(stateOf(await portal.get(ada, alert), ben)).toMatchObject({
      state: 'stopped',
      reason: 'Emails to this address bounced too often.',
    })
    const told = new Map(
      (await portal.historyOf(ada, alert)).map(({ user, isNotified }) => [user.id, isNotified]),
    )
    expect(Object.fromEntries(told)).toEqual({ [ada.id]: true, [ben.id]: false })
  })

  it('gets the administrators’ text, which says names where the alert has codes', async () => {
    const ada = await portal.makeUser()
    await portal.test.make.entity({
      customerId: portal.customerId,
      type: 'location',
      code: 'hq',
      name: 'Head Office',
    })
    const { token } = portal.admin
    const answer = await portal.test.ask({
      path: '/api/emailtemplate/search',
      body: { keyword: 'is on' },
      token,
    })
    const [template] = pageOf(EmailTemplate).parse(expectOk(answer)).items
    const setText = async (body: object) =>
      expectOk(
        await portal.test.ask({ method: 'PUT', path: `/api/emailtemplate/${template?.id}`, body, token }),
      )
    await setText({ subject: '{{ figure.value }} at {{ alert.filters }}', bodyHtml: '', bodyText: 'Look' })
    const alert = await portal.alertOf(ada, { condition: missedOver(0, 'hq') })
    await portal.sendMissed(1, 'hq', { from: 80 })
    await portal.check(112)
    const path = `/api/alerts/${alert.id}/test`
    expectOk(await portal.test.ask({ method: 'POST', path, token: ada.token }))
    // Texts that make no mail are those of the portal again.
    await setText({ bodyText: '{% if test != "" %}{% for i in (1..999999999) %}x{% endfor %}{% endif %}x' })
    expectOk(await portal.test.ask({ method: 'POST', path, token: ada.token }))
    await portal.test.ask({ method: 'DELETE', path: `/api/emailtemplate/${template?.id}`, token })
    const mails = await portal.mailsTo(ada)
    expect(mails.map(({ subject }) => subject)).toEqual([
      '1 at Location is Head Office',
      'Test: 0 at Location is Head Office',
      'Test: Alert: Missed: Missed 0 (over 0)',
    ])
    expect(mails[0]?.html).toBe('')
    expect(mails[0]?.text).toMatch(/^Look\n\nUnsubscribe: http/)
  })
})
