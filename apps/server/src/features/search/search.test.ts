import { randomUUID } from 'node:crypto'
import { callDetails } from '@callboard/contract/calls'
import { parseFilter } from '@callboard/contract/filter-text'
import { listMenus } from '@callboard/contract/menus'
import { SavedReport } from '@callboard/contract/saved-reports'
import { SearchAnswer } from '@callboard/contract/search'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CallStoreError } from '#server/db/calls/call-store.ts'
import { change, systemActor } from '#server/db/records/change.ts'
import { expectOk, errorsOf } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { FaultyStore } from '#test/ingest-faulty-store.ts'
import { openPortal, type Portal } from '#test/portal.ts'

let test: Portal
let token: string
let store: FaultyStore

beforeAll(async () => {
  test = await openPortal({
    wrapCalls: (calls) => {
      store = new FaultyStore(calls)
      return store
    },
  })
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
    expect(titles((await find('marketing')).reportSets)).toEqual(['Marketing'])
    expect(titles((await find('for those who see everything')).reportGroups)).toEqual(['Administrators'])
    const ofCallDetails = await find('call details')
    expect([titles(ofCallDetails.pages), titles(ofCallDetails.reports)]).toEqual([
      ['Call Details'],
      undefined,
    ])
    expect((await find('add r')).pages?.items[0]?.url).toBe('/manage/roles/add')
  })

  it('finds every page to which an item of the menus leads, once and by its label', async () => {
    const menus = listMenus.response.parse(expectOk(await test.ask({ path: listMenus.path, token })))
    const items = menus.flatMap((menu) => menu.items).filter(({ url }) => url?.startsWith('/') === true)
    const leading = items.filter(({ key }) => !key.startsWith('report-'))
    expect(leading.length).toBeGreaterThan(30)
    for (const { label, url } of leading) {
      const pages = (await find(label ?? '')).pages?.items.filter((page) => page.url === url)
      expect(pages, label ?? '').toEqual([expect.objectContaining({ url })])
    }
    const both = titles((await find('o')).pages)
    expect([both?.includes('Dashboard'), both?.includes('Home')]).toEqual([true, false])
  })

  it('shows what is managed before settings, menus and pages', async () => {
    await test.make.customer({ code: 'report-customer', name: 'Report & Co' })
    const shown = Object.keys(await find('report'))
    expect(shown).toEqual(['customers', 'reportGroups', 'settings', 'menus', 'pages'])
  })

  it('finds settings and menus, by what they are called and what is in them', async () => {
    const { settings } = await find('time zone')
    expect(settings?.items[0]).toMatchObject({ title: 'Time zone', url: '/manage/settings#defaultTimeZone' })
    const ofGroup = (await find('times')).settings?.items ?? []
    expect(ofGroup.find(({ title }) => title === 'Time zone')?.subtitle).toMatch(/^Times · /)
    expect((await find('defaultTimeZone')).settings?.items[0]?.excerpt?.[1]?.text).toBe('defaultTimeZone')
    const { menus } = await find('Call Back')
    expect(menus?.items.map(({ title, subtitle }) => ({ title, subtitle }))).toEqual([
      { title: 'Reporting', subtitle: 'Call Back' },
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
        '2 calls with this number',
        '1 call on this tracking number',
      ])
      expect(phoneNumbers?.items.map(({ url }) => url)).toEqual([
        '/reports/caller?number=%2B14155550142',
        '/reports/calldetails?from=2026-03-10&to=2026-03-11&filter=trackingNumber%3Aeq%3A%252B14155550142',
      ])
      expect(calls?.lists?.[0]?.url).toBe(
        '/reports/calldetails?from=2025-01-04&to=2026-03-11&filter=contactNumber%3Aeq%3A%252B14155550142',
      )
      expect(calls?.total).toBe(3)
    }
    expect(await find('415-555-0143')).toEqual({})
  })

  it('finds whom was called by their number, and outbound calls on the tracking number they are of', async () => {
    const key = await test.make.apiKey((await test.make.customer()).id)
    const [person, own] = ['+14155550191', '+18005550191']
    const outbound = {
      direction: 'outbound' as const,
      callerNumber: own,
      trackingNumber: own,
      targetNumber: person,
    }
    await test.sendCalls(key, [
      buildCall({ ...outbound, startedAt: '2026-03-02T15:00:00.000Z' }),
      buildCall({ callerNumber: person, trackingNumber: own, targetNumber: '+14155550192' }),
    ])
    const { phoneNumbers, calls } = await find('(415) 555-0191')
    expect(phoneNumbers?.items.map(({ subtitle }) => subtitle)).toEqual(['2 calls with this number'])
    expect(calls?.items.map(({ subtitle }) => subtitle)).toEqual([
      `inbound, answered: ${person} to ${own}`,
      `outbound, answered: ${own} to ${person}`,
    ])
    expect(calls?.items[1]?.call).toMatchObject({ contactNumber: person, callerNumber: own })
    const ofOwn = (await find(own)).phoneNumbers?.items
    expect(ofOwn?.map(({ subtitle }) => subtitle)).toEqual(['2 calls on this tracking number'])
    expect((await find('415 555 0192')).phoneNumbers).toBeUndefined()
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
    expect(phoneNumbers?.items.map(({ subtitle }) => subtitle)).toEqual(['1 call with this number'])
    expect([calls?.total, calls?.items.map(({ id }) => id)]).toEqual([1, [whole?.id]])
    const filters = [{ field: 'contactNumber', op: 'eq', values: [callerNumber] }]
    const body = { from: '2026-03-01', to: '2026-04-01', filters, withTotal: true }
    const listed = await test.ask({ path: callDetails.path, body, token })
    expect(callDetails.response.parse(expectOk(listed)).total).toBe(1)
    expect((await find('leg-2')).calls?.total).toBe(1)
  })

  it('finds numbers by any part of them, with or without signs, and counts what its links list', async () => {
    const customer = await test.make.customer()
    const key = await test.make.apiKey(customer.id)
    const trackingNumber = '+13125557700'
    const callers = Array.from({ length: 8 }, (_, at) => `+1773557713${at}`)
    await test.sendCalls(key, [
      ...callers.map((callerNumber) => buildCall({ callerNumber, trackingNumber })),
      buildCall({ callerNumber: callers[0], trackingNumber, parentCallId: randomUUID() }),
    ])
    for (const written of ['557-7134', '5577134', '(773) 557-7134', '+1 773 557 7134', '71 34']) {
      const { phoneNumbers, calls } = await find(written)
      expect(titles(phoneNumbers)).toEqual(['+17735577134'])
      expect(phoneNumbers?.items[0]?.subtitle).toBe('1 call with this number')
      expect(calls?.items[0]?.call).toMatchObject({
        callerNumber: '+17735577134',
        trackingNumber,
        status: 'answered',
      })
    }
    const { phoneNumbers, calls } = await find('+1 (773) 557')
    expect(phoneNumbers).toMatchObject({ total: 8 })
    expect(phoneNumbers?.items).toHaveLength(6)
    expect(calls).toMatchObject({ total: 8, lists: [{ label: 'Show 8 calls with such numbers' }] })
    const url = new URL(calls?.lists?.[0]?.url ?? '', 'http://portal')
    const filter = parseFilter(url.searchParams.get('filter') ?? '')
    const [from, to] = [url.searchParams.get('from'), url.searchParams.get('to')]
    const body = { from, to, filters: [filter], withTotal: true }
    const listed = expectOk(await test.ask({ path: '/api/reporting/calldetails', body, token }))
    expect(listed).toMatchObject({ total: 8 })
    const both = await find('577')
    expect(both['calls']?.lists?.map(({ label }) => label)).toEqual([
      'Show 8 calls with such numbers',
      'Show 8 calls on such tracking numbers',
    ])
    const ids = both['calls']?.items.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids?.length)
    expect(await find('77')).not.toHaveProperty('phoneNumbers')
  })

  it('looks for a part of a number in the newest calls only where all take too long, and says so', async () => {
    const key = await test.make.apiKey((await test.make.customer()).id)
    const startedAt = new Date(Date.now() - 3_600_000).toISOString()
    await test.sendCalls(key, [buildCall({ callerNumber: '+16085558901', startedAt })])
    store.before = (_, sql) => {
      if (sql.includes('position(') && !sql.includes('started_at >=')) throw new CallStoreError('timeout')
    }
    onTestFinished(() => store.recover())
    const { phoneNumbers, calls } = await find('8901')
    expect(titles(phoneNumbers)).toEqual(['+16085558901'])
    for (const group of [phoneNumbers, calls]) expect(group?.note).toMatch(/^Only of the last 90 days/)
    expect((await find('8902'))['calls']?.note).toMatch(/^Only of the last 90 days/)
  })

  it('gives every number that it counts, page by page, and every saved report', async () => {
    const key = await test.make.apiKey((await test.make.customer()).id)
    const numbers = Array.from({ length: 9 }, (_, at) => `+1774557813${at}`)
    const [own, ...callers] = numbers
    await test.sendCalls(
      key,
      callers.map((callerNumber, at) =>
        buildCall({ callerNumber, trackingNumber: own, startedAt: `2026-02-0${at + 1}T15:00:00.000Z` }),
      ),
    )
    const page = async (keyword: string, type: string, offset: number) => {
      const path = `/api/search?keyword=${keyword}&type=${type}&offset=${offset}&limit=4`
      const { groups } = SearchAnswer.parse(expectOk(await test.ask({ path, token })))
      expect(groups.map((group) => group.type)).toEqual([type])
      return titles(groups[0]) ?? []
    }
    const { phoneNumbers } = await find('4557813')
    expect(phoneNumbers?.total).toBe(9)
    const read = [
      ...(titles(phoneNumbers)?.slice(0, 1) ?? []),
      ...(await page('4557813', 'phoneNumbers', 1)),
      ...(await page('4557813', 'phoneNumbers', 5)),
    ]
    expect(read).toHaveLength(9)
    expect(new Set(read)).toEqual(new Set(numbers))
    const reportId = await test.make.report({})
    const names = ['Shrike 1', 'Shrike 2', 'Shrike 3', 'Shrike 4', 'Shrike 5', 'Big shrike', 'Old shrike']
    for (const name of names)
      await test.ask({ path: '/api/reporting/savereport', body: { reportId, name, parameters: {} }, token })
    for (const offset of [2, 4])
      expect(await page('shrike', 'savedReports', offset)).toEqual(names.slice(offset, offset + 4))
    expect((await page('report', 'settings', 1)).length).toBeGreaterThan(0)
  })

  it('leads to the lists that have all that was found', async () => {
    for (let at = 0; at < 8; at++) {
      await test.make.customer({ code: `plover-${at}`, name: `Plover ${at}` })
      await test.make.entity({ type: at < 3 ? 'state' : 'location', code: `PLV-${at}`, name: `Plover ${at}` })
    }
    const { customers, entities } = await find('plover')
    expect(customers?.lists).toEqual([
      { label: 'Show all 8', url: '/manage/customers?keyword=plover&all=true' },
    ])
    expect(entities?.lists).toEqual([
      {
        label: 'Show all 5',
        url: '/manage/entities/location?keyword=plover&all=true',
        entityType: 'location',
      },
      { label: 'Show all 3', url: '/manage/entities/state?keyword=plover&all=true', entityType: 'state' },
    ])
  })

  it('finds a call by its id and by that of its source', async () => {
    const customer = await test.make.customer()
    await test.sendCalls(await test.make.apiKey(customer.id), [buildCall({ externalCallId: 'pbx-77.1' })])
    const bySource = (await find('pbx-77.1')).calls
    expect(bySource?.total).toBe(1)
    expect(bySource?.items[0]?.excerpt?.map(({ text }) => text).join('')).toBe('External id pbx-77.1')
    const id = bySource?.items[0]?.id ?? ''
    expect((await find(id)).calls?.items[0]?.url).toBe(
      `/reports/calldetails?from=2026-03-10&to=2026-03-11&call=${id}`,
    )
  })

  it('finds no report that is inactive, and none that was saved and deleted', async () => {
    const all = await test.make.report({ name: 'Ibis all' })
    const off = await test.make.report({ name: 'Ibis off' })
    const ids: string[] = []
    for (const name of ['Ibis kept', 'Ibis gone']) {
      const body = { reportId: all, name, parameters: {} }
      const saved = await test.ask({ path: '/api/reporting/savereport', body, token })
      ids.push(SavedReport.parse(saved.json()).id)
    }
    await change(test.runtime.db, systemActor, async (transaction) => {
      await transaction.updateTable('report').set({ is_active: false }).where('id', '=', off).execute()
      const gone = transaction.updateTable('saved_report').set({ is_deleted: true })
      await gone.where('id', '=', ids[1] ?? '').execute()
    })
    const found = await find('ibis')
    expect([titles(found.reports), titles(found.savedReports)]).toEqual([['Ibis all'], ['Ibis kept']])
  })

  it('takes signs as they are typed', async () => {
    for (const name of ['Fifty 50%_off', 'Fifty 50% off', 'Fifty 500_off']) await test.make.customer({ name })
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
