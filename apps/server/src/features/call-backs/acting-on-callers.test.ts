import {
  CallBacksAnswer,
  dismissReminder,
  listCallBacks,
  listReminders,
  type ListedState,
  Reminder,
  updateCallBack,
} from '@callboard/contract/call-backs'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { change, systemActor } from '#server/db/records/change.ts'
import { changesOf } from '#test/changes-of.ts'
import { at, CallBackClient, changeOf, march, missed, remindNow, tomorrow } from '#test/clients/call-backs.ts'
import { errorsOf, expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import type { Person } from '#test/portal.ts'

let test: CallBackClient

beforeAll(async () => {
  test = await CallBackClient.open()
})

const [ada, bea] = ['+12125550101', '+12125550102'] as const

describe('a caller', () => {
  it('is taken by one of twenty people who try at the same time, and the others are told by whom', async () => {
    const { sender, nora } = await test.begin(missed(ada, at('02T10:00')))
    const key = await test.caller(nora)
    const people = await Promise.all(
      Array.from({ length: 20 }, async () =>
        test.portal.make.user({ claims: [...CallBackClient.claims], customerId: sender.id }),
      ),
    )
    const answers = await Promise.all(people.map(async (one) => test.change(one, key, { state: 'taken' })))
    const winners = people.filter((_, place) => answers[place]?.status === 200)
    expect(winners).toHaveLength(1)
    const others = answers.filter(({ status }) => status === 409).flatMap(errorsOf)
    expect(others).toHaveLength(19)
    for (const { description } of others) expect(description).toContain(String(winners[0]?.userName))
    const [row] = (await test.list(nora)).items
    expect(row?.callBack?.taken?.by.id).toBe(winners[0]?.id)
  })

  it('is closed, put off and released by who has taken them alone, until an administrator releases them', async () => {
    const { nora, omar } = await test.begin(missed(ada, at('02T10:00')))
    const key = await test.caller(nora)
    await test.act(nora, key, { state: 'taken' })
    const said = [{ state: 'notNeeded' }, { state: 'open', remindAt: tomorrow() }, { state: 'open' }]
    for (const one of said) expectError(await test.change(omar, key, one), 409, 'conflict')
    expect((await test.act(test.portal.admin, key, { state: 'open' })).taken).toBeNull()
    expect((await test.act(omar, key, { state: 'taken' })).taken?.by.id).toBe(omar.id)
  })

  it('is free again when the time is over for which they were taken', async () => {
    const { sender, nora, omar } = await test.begin(missed(ada, at('02T10:00')))
    const key = await test.caller(nora)
    const { taken } = await test.act(nora, key, { state: 'taken' })
    expect(Date.parse(taken?.until ?? '') - Date.now()).toBeGreaterThan(29 * 60_000)
    await change(test.portal.runtime.db, systemActor, async (transaction) =>
      transaction
        .updateTable('call_back')
        .set({ taken_until: new Date() })
        .where('customer_id', '=', sender.id)
        .execute(),
    )
    expect((await test.list(nora)).items[0]?.callBack?.taken).toBeNull()
    expect((await test.act(omar, key, { state: 'taken' })).taken?.by.id).toBe(omar.id)
  })

  it('who was closed comes back with the next missed call, with this one alone, and by reopening with all', async () => {
    const { sender, nora } = await test.begin(missed(ada, at('02T10:00')), missed(ada, at('03T10:00')))
    const key = await test.caller(nora)
    const note = 'Wants a quote by email.'
    const closed = await test.act(nora, key, { state: 'notNeeded', note })
    expect(closed.last).toMatchObject({ action: 'notNeeded', by: { id: nora.id }, note })
    expect(await test.numbers(nora)).toEqual([])
    expect(await test.numbers(nora, { show: 'closed' })).toEqual([ada])
    await test.send(sender, missed(ada, at('05T10:00')))
    const again = (await test.list(nora)).items[0]
    expect(again).toMatchObject({ attempts: 1, firstCallAt: at('05T10:00'), callBack: { last: { note } } })
    await test.act(nora, key, { state: 'open' })
    expect((await test.list(nora)).items[0]).toMatchObject({ attempts: 3, firstCallAt: at('02T10:00') })
    expect((await test.act(nora, key, { state: 'open' })).last).toMatchObject({ action: 'reopen' })
  })

  it('who is closed by what somebody saw stays on the list for a call that came meanwhile', async () => {
    const { sender, nora } = await test.begin(missed(ada, at('02T10:00')))
    const seen = await test.caller(nora)
    await test.send(sender, missed(ada, at('03T10:00')))
    await test.act(nora, seen, { state: 'done' })
    expect((await test.list(nora)).items[0]).toMatchObject({ number: ada, attempts: 1 })
  })

  it('who was put off is under the reminders until the time or their next call', async () => {
    const { sender, nora } = await test.begin(missed(ada, at('02T10:00')), missed(bea, at('02T11:00')))
    const [one, other] = [await test.caller(nora), await test.caller(nora, 1)]
    const past = { state: 'open', remindAt: '2026-03-05T10:00:00.000Z' }
    expectError(await test.change(nora, one, past), 400, 'invalid')
    expectError(await test.change(nora, one, { state: 'done', remindAt: tomorrow() }), 400, 'invalid')
    const later = tomorrow()
    expect((await test.act(nora, one, { state: 'open', remindAt: later })).remindAt).toBe(later)
    await test.act(nora, other, { state: 'open', remindAt: later })
    expect(await test.numbers(nora)).toEqual([])
    expect(await test.numbers(nora, { show: 'later' })).toEqual([ada, bea])
    await test.send(sender, missed(bea, at('03T11:00')))
    expect(await test.numbers(nora)).toEqual([bea])
    await test.act(nora, one, { state: 'open' })
    expect(await test.numbers(nora)).toEqual([ada, bea])
  })

  it('is found by a key of their row, which says where they stand, and by it alone is closed with all their calls', async () => {
    const { sender, nora } = await test.begin(missed(ada, at('02T10:00')), missed(ada, at('03T10:00')))
    const stateIn = async (show: ListedState) => {
      const [row] = (await test.list(nora, { show })).items
      return [row?.callerKey, row?.state]
    }
    const callerKey = `${sender.id}:${ada}`
    const path = updateCallBack.path.replace('{callerKey}', callerKey)
    const put = async (body: object) => await nora.ask({ method: 'PUT', path, body })
    expect(await stateIn('waiting')).toEqual([callerKey, 'open'])
    for (const state of ['taken', 'done', 'open', 'notNeeded'] as const) {
      expectOk(await put({ state }))
      const isListed = state === 'open' || state === 'taken'
      expect(await stateIn(isListed ? 'waiting' : 'closed')).toEqual([callerKey, state])
      expect(await test.numbers(nora)).toEqual(isListed ? [ada] : [])
    }
  })

  it('who was spoken to meanwhile is not taken or closed any more', async () => {
    const { sender, nora } = await test.begin(missed(ada, at('02T10:00')))
    const key = await test.caller(nora)
    await test.send(sender, buildCall({ callerNumber: ada, startedAt: at('05T10:00') }))
    expectError(await test.change(nora, key, { state: 'taken' }), 409, 'conflict')
    expectError(await test.change(nora, key, { state: 'done' }), 409, 'conflict')
  })
})

describe('who may call back', () => {
  it('sees and closes callers of their own location alone; all others are as unknown as a number that never called', async () => {
    const { sender, omar } = await test.begin(
      missed(ada, at('02T10:00'), { location: 'oak-park' }),
      missed(bea, at('02T11:00'), { location: 'lake-view' }),
      missed(null, at('02T12:00'), { location: 'lake-view' }),
    )
    const entity = await test.portal.make.entity({
      type: 'location',
      code: 'oak-park',
      customerId: sender.id,
    })
    await test.portal.make.entityGroup({ userIds: [omar.id], entityIds: [entity] })
    expect(await test.list(omar)).toMatchObject({ items: [{ number: ada }], withheldCalls: 0 })
    const of = (number: string) => ({ customerId: sender.id, number, lastCallAt: at('01T00:00') })
    const unknown = await test.change(omar, of('+12125550999'), { state: 'taken' })
    expectError(unknown, 404, 'notFound')
    const stranger = await test.portal.make.user({
      claims: [...CallBackClient.claims],
      customerId: (await test.portal.make.customer()).id,
    })
    const others = [
      await test.change(omar, of(bea), { state: 'taken' }),
      await test.change(stranger, of(ada), { state: 'taken' }),
      await test.change(omar, of(bea), { state: 'done' }),
      await test.change(omar, of(bea), { state: 'open' }),
      await test.change(omar, { ...of(ada), lastCallAt: '2100-01-01T00:00:00.000Z' }, { state: 'taken' }),
    ]
    for (const answer of others) expect([answer.status, answer.text]).toEqual([404, unknown.text])
    await test.act(omar, of(ada), { state: 'taken' })
  })

  it('needs the right to edit calls, and changes nothing while viewing as somebody else', async () => {
    const { sender, nora } = await test.begin(missed(ada, at('02T10:00')))
    const key = await test.caller(nora)
    const reader = await test.portal.make.user({ claims: ['reporting.call.details'], customerId: sender.id })
    expect(await test.numbers(reader)).toEqual([ada])
    expectError(await test.change(reader, key, { state: 'taken' }), 403, 'forbidden')
    const headers = { 'x-masked-user': nora.id }
    const asNora = await test.portal.admin.ask({ ...changeOf(key, { state: 'taken' }), headers })
    expectError(asNora, 403, 'maskedReadOnly')
    const listed = await test.portal.admin.ask({ path: listCallBacks.path, body: march, headers })
    expect(CallBacksAnswer.parse(listed.json()).items[0]).toMatchObject({ number: ada, callBack: null })
  })

  it('is refused a number that is withheld, too long a note and what no text can have', async () => {
    const { nora } = await test.begin(missed(ada, at('02T10:00')), missed(null, at('02T11:00')))
    const key = await test.caller(nora)
    const wrong = [{ note: 'x'.repeat(2001) }, { note: 'a\0b' }, { state: 'lost' }, { lastCallAt: '' }]
    for (const part of wrong)
      expectError(await test.change(nora, key, { state: 'done', ...part }), 400, 'invalid')
    expectError(await test.change(nora, { ...key, number: '' }, { state: 'done' }), 404, 'notFound')
  })

  it('leaves on record who took and closed whom, and with what note', async () => {
    const { nora } = await test.begin(missed(ada, at('02T10:00')))
    const key = await test.caller(nora)
    await test.act(nora, key, { state: 'taken' })
    await test.act(nora, key, { state: 'done', note: 'Booked for Friday.' })
    const { id } = await test.portal.runtime.db
      .selectFrom('call_back')
      .where('customer_id', '=', key.customerId)
      .select('id')
      .executeTakeFirstOrThrow()
    const [taken, closed] = await changesOf(test.portal, id)
    expect(taken).toMatchObject({ table_type: 'callBack', record_name: ada, user_name: nora.userName })
    expect(taken?.changes).toContainEqual({ field: 'taken_by', from: null, to: nora.id })
    expect(closed?.changes).toEqual(
      expect.arrayContaining([
        { field: 'action', from: null, to: 'calledBack' },
        { field: 'note', from: null, to: 'Booked for Friday.' },
        { field: 'taken_by', from: nora.id, to: null },
      ]),
    )
  })
})

describe('a reminder', () => {
  const due = async (hoursFromNow?: number) => await remindNow(test.portal, hoursFromNow)
  const shown = async (user: Person) => {
    const { path } = listReminders
    const answer = await user.ask({ method: 'GET', path })
    return z.array(Reminder).parse(answer.json())
  }
  const mailsTo = async ({ userName }: Person) =>
    await test.portal.runtime.db
      .selectFrom('mail')
      .where('recipient', '=', `${userName}@test.example`)
      .select(['subject', 'body_text'])
      .execute()
  const updateUser = async ({ id }: Person, values: { email?: string; is_active?: boolean }) =>
    await change(test.portal.runtime.db, systemActor, async (transaction) =>
      transaction.updateTable('app_user').set(values).where('id', '=', id).execute(),
    )
  /** Somebody with an address, who is to be reminded of a caller tomorrow. */
  const begin = async (more: { note?: string; byEmail?: boolean } = {}) => {
    const { sender, nora, omar } = await test.begin(missed(ada, at('02T10:00'), { callerName: 'Grace' }))
    await updateUser(nora, { email: `${nora.userName}@test.example` })
    const key = await test.caller(nora)
    await test.act(nora, key, { state: 'open', remindAt: tomorrow(), ...more })
    return { sender, nora, omar, key }
  }

  it('reaches whoever asked for it once, on the page and by email, when it is due', async () => {
    const { nora, omar, key } = await begin({ note: 'Wants a quote.' })
    await due(1)
    expect([await shown(nora), await mailsTo(nora)]).toEqual([[], []])
    await Promise.all([due(), due(), due()])
    await due()
    const [mail, another] = await mailsTo(nora)
    expect([mail?.subject, another]).toEqual(['Call back: Grace, (212) 555-0101', undefined])
    expect(mail?.body_text).toContain('Wants a quote.')
    expect(await shown(nora)).toMatchObject([{ number: ada, note: 'Wants a quote.' }])
    expect(await shown(omar)).toEqual([])
    const dismissal = { path: dismissReminder.path, body: { customerId: key.customerId, number: ada } }
    expectError(await omar.ask(dismissal), 404, 'notFound')
    expect((await nora.ask(dismissal)).status).toBe(204)
    expect(await shown(nora)).toEqual([])
    await due()
    expect([await shown(nora), await mailsTo(nora)]).toMatchObject([[], [{}]])
  })

  it('comes without an email to whoever did not want one, and leaves the page once somebody takes the caller', async () => {
    const { nora, omar, key } = await begin({ byEmail: false })
    await due()
    expect([await shown(nora), await mailsTo(nora)]).toMatchObject([[{ number: ada }], []])
    await test.act(omar, key, { state: 'taken' })
    expect(await shown(nora)).toEqual([])
  })

  it('does not come for who was spoken to or closed meanwhile, nor to whom may not see the caller any more', async () => {
    const spoken = await begin()
    await test.send(spoken.sender, buildCall({ callerNumber: ada, startedAt: at('05T10:00') }))
    const closed = await begin()
    await test.act(closed.nora, closed.key, { state: 'open' })
    await test.act(closed.omar, closed.key, { state: 'notNeeded' })
    const away = await begin()
    await updateUser(away.nora, { is_active: false })
    await due()
    for (const { nora } of [spoken, closed, away]) expect(await mailsTo(nora)).toEqual([])
    expect([await shown(spoken.nora), await shown(closed.nora)]).toEqual([[], []])
  })
})
