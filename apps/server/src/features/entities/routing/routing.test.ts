import { CallRouting, Routing, VersionShares } from '@callboard/contract/routing'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changesOf } from '#test/changes-of.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall, type SentCall } from '#test/factory.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

const pathOf = (id: string) => `/api/reportingentity/entity/${id}/routing`
const put = async (id: string, body: object, token = test.admin.token) =>
  await test.ask({ method: 'PUT', path: pathOf(id), body, token })
const get = async (id: string, token = test.admin.token) => await test.ask({ path: pathOf(id), token })
const routing = Routing.parse.bind(Routing)

async function begin() {
  const { id: customerId } = await test.make.customer({ timeZone: 'America/Chicago' })
  const group = await test.make.entity({ type: 'rotationgroup', code: 'SALES', customerId })
  const rule = await test.make.entity({ type: 'tod', code: 'OPEN', customerId })
  return { customerId, group, rule }
}

async function sent(customerId: string, calls: Partial<SentCall>[]): Promise<string[]> {
  const key = await test.make.apiKey(customerId)
  return await test.addCalls(
    key,
    calls.map((one) => ({ tod: 'OPEN', rotationgroup: 'SALES', ...one })),
  )
}

const [front, back] = ['+13125550101', '+13125550102'] as const
const hours = { days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' }
const open = { timeZone: 'America/Chicago', hours: [hours] }

describe('what is said of a rotation group', () => {
  it('is kept in the order of time, with days in the customer’s zone and numbers as calls have them', async () => {
    const { group } = await begin()
    const versions = [
      { from: '2026-03-01', targets: [{ target: back, weight: 1 }], note: 'Front desk moved out.' },
      {
        targets: [
          { target: '(312) 555-0101', name: 'Front desk', weight: 2 },
          { target: 'Voicemail', weight: 1 },
        ],
      },
    ]
    const answer = routing(expectOk(await put(group, { type: 'rotationgroup', versions, revision: 1 })))
    expect(answer).toMatchObject({
      timeZone: 'America/Chicago',
      revision: 2,
      versions: [
        {
          from: null,
          note: null,
          targets: [
            { target: front, name: 'Front desk', weight: 2 },
            { target: 'Voicemail', name: null, weight: 1 },
          ],
        },
        { from: '2026-03-01T06:00:00.000Z', note: 'Front desk moved out.', targets: [{ target: back }] },
      ],
    })
    expect(routing(expectOk(await get(group)))).toEqual(answer)
    const again = routing(expectOk(await put(group, answer)))
    expect(again.versions).toEqual(answer.versions)
    const records = await changesOf(test, group)
    expect(records.at(-1)?.changes).toEqual([{ field: 'routing', from: [], to: answer.versions }])
  })

  it.each([
    [{ versions: [{ targets: [] }, { from: null, targets: [] }] }, 'versions.1.from'],
    [{ versions: [{ from: '1980-01-01', targets: [] }] }, 'versions.0.from'],
    [{ versions: [{ from: 'soon', targets: [] }] }, 'versions.0.from'],
    [{ versions: [{ targets: [{ target: '', weight: 1 }] }] }, 'versions.0.targets.0.target'],
    [{ versions: [{ targets: [{ target: front, weight: 0 }] }] }, 'versions.0.targets.0.weight'],
    [{ versions: [{ targets: [{ target: front, weight: 1.5 }] }] }, 'versions.0.targets.0.weight'],
    [{ versions: [{ ...open }] }, 'versions.0.targets'],
    [{ type: 'tod', versions: [{ ...open }] }, 'type'],
  ])('is refused under the field that is wrong: %o', async (body, field) => {
    const { group } = await begin()
    const answer = await put(group, { type: 'rotationgroup', ...body })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.json()).toEqual(expect.arrayContaining([expect.objectContaining({ field })]))
    expect(routing(expectOk(await get(group))).versions).toEqual([])
  })

  it('is told beside what its targets got, version by version, of the calls that one sees', async () => {
    const startedAt = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
    const call = (daysAgo: number, more: Partial<SentCall>) =>
      buildCall({ startedAt: startedAt(daysAgo), rotationgroup: 'SALES', ...more })
    const { customerId, group } = await begin()
    const key = await test.make.apiKey(customerId)
    await test.sendCalls(key, [
      call(20, { targetNumber: front }),
      call(19, { targetNumber: front }),
      call(18, { targetNumber: back, location: 'loop' }),
      call(5, { targetNumber: back }),
      call(4, { targetNumber: null, status: 'missed' }),
      call(3, { rotationgroup: 'SERVICE', targetNumber: back }),
      call(400, { targetNumber: back }),
    ])
    const other = await test.make.apiKey((await test.make.customer()).id)
    await test.sendCalls(other, [call(5, { targetNumber: front })])
    const targets = [front, back].map((target) => ({ target, weight: 1 }))
    const versions = [{ targets }, { from: startedAt(10), targets }]
    expectOk(await put(group, { type: 'rotationgroup', versions }))
    const shares = async (user: Person) =>
      z.array(VersionShares).parse(expectOk(await user.ask({ path: `${pathOf(group)}/shares` })))
    expect(await shares(test.admin)).toMatchObject([
      {
        from: null,
        calls: 3,
        targets: [
          { target: front, calls: 2 },
          { target: back, calls: 1 },
        ],
      },
      { calls: 2, targets: [{ target: back, calls: 1 }] },
    ])
    const blind = await test.make.user({ customerId, claims: ['rotationgroup.view'] })
    expect(await shares(blind)).toEqual([])
  })
})

describe('what routed a call', () => {
  const callRouting = async (id: string, token = test.admin.token) =>
    await test.ask({ path: `/api/calls/${id}/routing`, token })
  const routedBy = async (...asked: Parameters<typeof callRouting>) =>
    z.array(CallRouting).parse(expectOk(await callRouting(...asked)))

  it('is the version of its rule and its group that was in force when it started', async () => {
    const { customerId, group, rule } = await begin()
    // A Monday, 8:30 in Chicago.
    const [id = ''] = await sent(customerId, [{ startedAt: '2026-03-02T14:30:00.000Z' }])
    const targets = [{ target: front, name: null, weight: 1 }]
    const since = '2026-03-01T06:00:00.000Z'
    const groupVersions = [
      { from: '2026-03-01', targets },
      { from: '2026-04-01', targets: [] },
    ]
    expectOk(await put(group, { type: 'rotationgroup', versions: groupVersions }))
    expectOk(await put(rule, { type: 'tod', versions: [{ ...open }] }))
    expect(await routedBy(id)).toEqual([
      {
        type: 'rotationgroup',
        entityId: group,
        code: 'SALES',
        name: 'SALES',
        timeZone: 'America/Chicago',
        version: { from: since, note: null, targets },
        until: '2026-04-01T05:00:00.000Z',
      },
      {
        type: 'tod',
        entityId: rule,
        code: 'OPEN',
        name: 'OPEN',
        timeZone: 'America/Chicago',
        version: { from: null, note: null, ...open, specialDays: [] },
        until: null,
        isWithin: true,
      },
    ])
  })

  it.each([
    ['2026-03-06T14:00:00.000Z', true, 'a Friday at 8:00'],
    ['2026-03-06T13:59:59.000Z', false, 'a second before'],
    ['2026-03-07T00:00:00.000Z', false, 'the end of its hours'],
    // Clocks went forward on March 8.
    ['2026-03-09T13:00:00.000Z', true, 'a Monday at 8:00 in summer'],
    ['2026-03-09T12:59:00.000Z', false, 'a minute before'],
    ['2026-03-28T03:30:00.000Z', true, 'a Friday evening after 22:00'],
    ['2026-03-28T10:59:00.000Z', true, 'the morning after, before 6:00'],
    ['2026-03-28T11:00:00.000Z', false, 'the morning after, at 6:00'],
    ['2026-03-16T16:00:00.000Z', false, 'a day on which it is closed'],
    ['2026-03-17T16:00:00.000Z', true, 'a day with other hours'],
    ['2026-03-17T20:00:00.000Z', false, 'the afternoon of that day'],
  ])('is within its hours at %s: %s, %s', async (startedAt, isWithin) => {
    const { customerId, rule } = await begin()
    const night = { days: [5], from: '22:00', until: '06:00' }
    const specialDays = [
      { day: '2026-03-17', hours: [{ from: '09:00', until: '13:00' }] },
      { day: '2026-03-16', name: 'Stocktaking' },
    ]
    expectOk(await put(rule, { type: 'tod', versions: [{ ...open, hours: [hours, night], specialDays }] }))
    const [id = ''] = await sent(customerId, [{ startedAt }])
    expect(await routedBy(id)).toMatchObject([{ version: null }, { isWithin }])
  })

  it('is told of those alone that the caller may see, and of a call that they see', async () => {
    const { customerId, rule } = await begin()
    expectOk(await put(rule, { type: 'tod', versions: [{ ...open }] }))
    const [id = ''] = await sent(customerId, [{ startedAt: '2026-03-02T15:00:00.000Z' }])
    const claims = ['reporting.call.details', 'rotationgroup.view'] as const
    const own = await test.make.user({ customerId, claims })
    expect((await routedBy(id, own.token)).map(({ type }) => type)).toEqual(['rotationgroup'])
    const stranger = await test.make.user({ customerId: (await test.make.customer()).id, claims })
    expectError(await callRouting(id, stranger.token), 404, 'notFound')
    expectError(await get(rule, own.token), 404, 'notFound')
    expectError(await put(rule, { type: 'tod', versions: [] }, own.token), 403, 'forbidden')
  })
})

it('a location and a number that nobody has made route nothing', async () => {
  const location = await test.make.entity({ type: 'location', code: 'loop' })
  expectError(await get(location), 404, 'notFound')
  expectError(await put(location, { type: 'tod', versions: [] }), 404, 'notFound')
})
