import { callDetails } from '@callboard/contract/calls'
import { SearchAnswer } from '@callboard/contract/search'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectOk, errorsOf } from '../expect-errors.ts'
import { buildCall } from '../factory.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

let test: TestApp
let token: string

beforeAll(async () => {
  test = await openTestApp()
  token = (await test.make.user({ isAdmin: true, userName: 'heron-admin', email: 'heron@example.com' })).token
})

async function find(keyword: string) {
  const path = `/api/search?keyword=${encodeURIComponent(keyword)}`
  const { groups } = SearchAnswer.parse(expectOk(await test.ask({ path, token })))
  return Object.fromEntries(groups.map(({ type, ...group }) => [type, group]))
}

const titles = (group: Awaited<ReturnType<typeof find>>[string] | undefined) =>
  group?.items.map(({ title }) => title)

describe('the keyword search', () => {
  it('finds users by any of their names, but none that is deleted', async () => {
    const gone = await test.make.user({ userName: 'heron-gone' })
    await test.make.changeUser(gone.id, { is_deleted: true })
    const { users } = await find('HERON')
    expect(titles(users)).toEqual(['heron-admin'])
    expect(titles((await find('heron@example')).users)).toEqual(['heron-admin'])
  })

  it('finds customers, entities, reports and pages, those first that begin with it', async () => {
    const { id } = await test.make.customer({ code: 'egret', name: 'Blue Egret' })
    await test.make.customer({ code: 'egret-2', name: 'Egret & Co' })
    const entityId = await test.make.entity({
      type: 'location',
      code: 'EGR-1',
      name: 'Egret Street',
      customerId: id,
    })
    const found = await find('egret')
    expect(titles(found['customers'])).toEqual(['Egret & Co', 'Blue Egret'])
    expect(found['entities']?.items).toEqual([
      {
        id: entityId,
        title: 'Egret Street',
        subtitle: 'EGR-1',
        url: `/manage/entities/location/${entityId}`,
      },
    ])
    expect(titles((await find('calls by source')).reports)).toEqual(['Calls by source'])
    expect((await find('add r')).pages?.items[0]?.url).toBe('/manage/roles/add')
  })

  it('finds settings and menus, by what they are called and what is in them', async () => {
    const { settings } = await find('time zone')
    expect(settings?.items[0]).toMatchObject({ title: 'Time zone', url: '/manage/settings#defaultTimeZone' })
    const { menus } = await find('Missed, not')
    expect(menus?.items.map(({ title, subtitle }) => ({ title, subtitle }))).toEqual([
      { title: 'Main', subtitle: 'Missed, not returned' },
    ])
  })

  it('finds a telephone number in any spelling, with the calls from and to it', async () => {
    const customer = await test.make.customer()
    const key = await test.make.apiKey(customer.id)
    const callerNumber = '+14155550142'
    await test.sendCalls(key, [
      buildCall({ callerNumber, externalCallId: 'ext-1' }),
      buildCall({ callerNumber, startedAt: '2025-01-05T00:30:00.000Z' }),
      buildCall({ trackingNumber: callerNumber }),
    ])
    for (const written of [
      '+14155550142',
      '(415) 555-0142',
      '415.555.0142',
      '1 415 555 0142',
      '4155550142',
    ]) {
      const { phoneNumbers, calls } = await find(written)
      expect(phoneNumbers?.items.map(({ subtitle }) => subtitle)).toEqual([
        '2 calls from this caller',
        '1 call to this tracking number',
      ])
      expect(phoneNumbers?.items[0]?.url).toBe(
        '/reports/calldetails?from=2025-01-04&to=2026-03-12&filter=callerNumber%3Aeq%3A%252B14155550142',
      )
      expect(calls?.total).toBe(3)
    }
    expect(await find('415-555-0143')).toEqual({})
  })

  it('counts the calls of a number as the list that it leads to: legs are in neither', async () => {
    const key = await test.make.apiKey((await test.make.customer()).id)
    const callerNumber = '+14155550177'
    await test.sendCalls(key, [buildCall({ callerNumber, externalCallId: 'whole' })])
    const [whole] = (await find('whole')).calls?.items ?? []
    await test.sendCalls(key, [
      buildCall({ callerNumber, externalCallId: 'leg-1', parentCallId: whole?.id ?? null }),
      buildCall({ callerNumber, externalCallId: 'leg-2', parentCallId: whole?.id ?? null }),
    ])
    const { phoneNumbers, calls } = await find(callerNumber)
    expect(phoneNumbers?.items.map(({ subtitle }) => subtitle)).toEqual(['1 call from this caller'])
    expect([calls?.total, calls?.items.map(({ id }) => id)]).toEqual([1, [whole?.id]])
    const filters = [{ field: 'callerNumber', op: 'eq', values: [callerNumber] }]
    const body = { from: '2026-03-01', to: '2026-04-01', filters, withTotal: true }
    const listed = await test.ask({ path: callDetails.path, body, token })
    expect(callDetails.response.parse(expectOk(listed)).total).toBe(1)
    expect((await find('leg-2')).calls?.total).toBe(1)
  })

  it('finds a call by its id and by that of its source', async () => {
    const customer = await test.make.customer()
    await test.sendCalls(await test.make.apiKey(customer.id), [buildCall({ externalCallId: 'pbx-77.1' })])
    const bySource = (await find('pbx-77.1')).calls
    expect(bySource?.total).toBe(1)
    const id = bySource?.items[0]?.id ?? ''
    expect((await find(id)).calls?.items[0]?.url).toBe(
      `/reports/calldetails?from=2026-03-09&to=2026-03-12&call=${id}`,
    )
  })

  it('takes signs as they are typed', async () => {
    await test.make.customer({ name: 'Fifty 50%_off' })
    expect(titles((await find('50%_')).customers)).toEqual(['Fifty 50%_off'])
    for (const keyword of ['%', '_', "'; DROP TABLE calls; --", '\\', 'x'.repeat(200)])
      expect(
        (await test.ask({ path: `/api/search?keyword=${encodeURIComponent(keyword)}`, token })).status,
      ).toBe(200)
  })

  it('needs a keyword', async () => {
    for (const query of ['', '?keyword=', '?keyword=%20', `?keyword=${'x'.repeat(201)}`]) {
      const answer = await test.ask({ path: `/api/search${query}`, token })
      expect(answer.status).toBe(400)
      expect(errorsOf(answer)[0]?.field).toBe('keyword')
    }
  })
})
