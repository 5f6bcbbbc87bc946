import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NewApiKey } from '@callboard/contract/api-keys'
import { FirstSteps } from '@callboard/contract/first-steps'
import { Source, SourceActivity } from '@callboard/contract/sources'
import { pageOf } from '@callboard/contract/paging'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { errorsOf, expectError } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'
import { listAdapters } from './adapters.ts'

let test: Portal
let admin: Person
let customerId: string

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, userName: 'ada' })
  customerId = (await test.make.customer({ name: 'Ripe Plumbing' })).id
})

async function made(body: object = {}): Promise<Source> {
  const given = { name: 'Front desk', customerId, kind: 'api', timeZone: 'America/Chicago', ...body }
  const answer = await admin.ask({ path: '/api/source', body: given })
  expect(errorsOfCreated(answer)).toEqual([])
  return Source.parse(answer.json())
}

function errorsOfCreated(answer: Parameters<typeof errorsOf>[0]) {
  return answer.status === 201 ? [] : errorsOf(answer)
}

async function activityOf(id: string): Promise<SourceActivity> {
  return SourceActivity.parse((await admin.ask({ path: `/api/source/${id}/activity` })).json())
}

it('has a section of the guide for each phone system', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/guide/sources.md'), 'utf8')
  const sections = Array.from(guide.matchAll(/^#{2,3} (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w ]/g, '')
      .replaceAll(' ', '-'),
  )
  expect(listAdapters().filter(({ guide: section }) => !sections.includes(section))).toEqual([])
})

it('leads a new portal from a source to its first call', async () => {
  const steps = async () => FirstSteps.parse((await admin.ask({ path: '/api/source/firststeps' })).json())
  expect(await steps()).toEqual({ hasCustomer: true, sourceId: null, call: null })
  const { id } = await made({ name: 'First of all' })
  expect(await steps()).toMatchObject({ sourceId: id, call: null })
  await test.customerWith([{ status: 'answered' }])
  expect(await steps()).toMatchObject({ call: { status: 'answered' } })
})

describe('a source', () => {
  it('is made, read, changed and made inactive, with one record of each change', async () => {
    const source = await made({ ownNumbers: ['+18005550100', '+18005550100'] })
    expect(source).toMatchObject({
      kindLabel: 'Your own program',
      sourceSystem: 'Front desk',
      ownNumbers: ['+18005550100'],
      country: null,
      lastReceivedAt: null,
      isActive: true,
    })
    const path = `/api/source/${source.id}`
    const body = { name: 'Reception', revision: source.revision }
    const changed = Source.parse((await admin.ask({ method: 'PUT', path, body })).json())
    expect(changed).toEqual({ ...source, name: 'Reception', revision: 2 })
    expect((await admin.ask({ method: 'DELETE', path })).status).toBe(204)
    const listed = async (search: object) =>
      pageOf(Source)
        .parse((await admin.ask({ path: '/api/source/search', body: { customerId, ...search } })).json())
        .items.map(({ name }) => name)
    expect(await listed({ keyword: 'recep' })).toEqual([])
    expect(await listed({ activeOnly: false, keyword: 'recep' })).toEqual(['Reception'])
    const changes = await changesOf(test, source.id)
    expect(changes.map(({ action }) => action)).toEqual(['create', 'update', 'update'])
  })

  it('is refused under the field that is wrong', async () => {
    await made({ name: 'Taken' })
    const base = { name: 'A', customerId, kind: 'api', timeZone: 'America/Chicago' }
    for (const [body, field, code] of [
      [{ name: 'Taken' }, 'name', 'nameTaken'],
      [{ name: '' }, 'name', 'invalid'],
      [{ kind: 'telegraph' }, 'kind', 'invalid'],
      [{ timeZone: 'Mars/Olympus' }, 'timeZone', 'invalid'],
      [{ customerId: emptyGuid }, 'customerId', 'invalid'],
      [{ ownNumbers: ['555-0100'] }, 'ownNumbers.0', 'invalid'],
      [{ settings: { color: 'red' } }, 'settings.color', 'unknownField'],
      [{ secrets: { key: 'x' } }, 'secrets.key', 'unknownField'],
      [{ sourceSystem: 'Taken' }, 'sourceSystem', 'nameTaken'],
    ] as const) {
      const answer = await admin.ask({ path: '/api/source', body: { ...base, ...body } })
      expect([answer.status, errorsOf(answer)[0]]).toEqual([400, expect.objectContaining({ field, code })])
    }
    expectError(await admin.ask({ path: `/api/source/${emptyGuid}/activity` }), 404, 'notFound')
  })

  it('is refused under a setting that is not what its system has, or that another one needs', async () => {
    const twilio = { accountSid: `AC${'0'.repeat(32)}` }
    const manager = { managerHost: 'pbx', managerUser: 'callboard' }
    const of = async (kind: string, body: object) => {
      const base = { name: `Of ${kind}`, customerId, kind, timeZone: 'UTC' }
      return await admin.ask({ path: '/api/source', body: { ...base, ...body } })
    }
    for (const [kind, body, description, field] of [
      [
        'asterisk',
        { settings: { host: 'http://bad host:99', user: 'a' } },
        'Database server must be a host name or an address.',
        'settings.host',
      ],
      [
        'asterisk',
        { settings: { host: '10.0.0.999', user: 'a' } },
        'Database server must be a host name or an address.',
        'settings.host',
      ],
      ['asterisk', { settings: { port: 99_999 } }, 'Port must be at most 65535.', 'settings.port'],
      ['asterisk', { settings: { port: 80.5 } }, 'Port must be a whole number.', 'settings.port'],
      [
        'asterisk',
        { settings: { lookBackHours: -1 } },
        'Look back (hours) must be at least 1.',
        'settings.lookBackHours',
      ],
      [
        'asterisk',
        { settings: { fetchSince: '31/12/2026' } },
        'Calls since must be a day such as 2026-01-31.',
        'settings.fetchSince',
      ],
      [
        'asterisk',
        { settings: { fetchSince: '2026-02-29' } },
        'Calls since must be a day such as 2026-01-31.',
        'settings.fetchSince',
      ],
      [
        'asterisk',
        { settings: { host: 'db' } },
        'User is missing: Database server needs it.',
        'settings.user',
      ],
      [
        'asterisk',
        { settings: manager },
        'Manager secret is missing: Manager interface (AMI) needs it.',
        'secrets.managerSecret',
      ],
      [
        'twilio',
        { settings: { accountSid: 'ACwrong' } },
        'Account SID must be AC and 32 hex digits.',
        'settings.accountSid',
      ],
      [
        'twilio',
        { settings: twilio, secrets: { authToken: 'nope' } },
        'Auth token must be 32 hex digits.',
        'secrets.authToken',
      ],
      [
        'twilio',
        { settings: { ...twilio, apiKeySid: twilio.accountSid } },
        'API key SID must be SK and 32 hex digits.',
        'settings.apiKeySid',
      ],
    ] as const) {
      const answer = await of(kind, body)
      expect([answer.status, errorsOf(answer)]).toEqual([400, [{ code: 'invalid', description, field }]])
    }
    const secrets = { managerSecret: 'hush', password: 'hush' }
    const settings = { ...manager, host: 'fd00::1', user: 'reader', fetchSince: '2028-02-29' }
    const source = Source.parse((await of('asterisk', { settings, secrets })).json())
    expect(source.settings).toEqual(settings)
    const put = async (body: object) =>
      await admin.ask({ method: 'PUT', path: `/api/source/${source.id}`, body })
    expect(errorsOf(await put({ secrets: { managerSecret: null } }))).toMatchObject([
      { field: 'secrets.managerSecret' },
    ])
    expect((await put({ secrets: { managerSecret: null }, settings: {} })).status).toBe(200)
  })

  it('of a name that calls are known under keeps them apart from those of the renamed one', async () => {
    const first = await made({ name: 'Depot' })
    await admin.ask({ method: 'PUT', path: `/api/source/${first.id}`, body: { name: 'Old depot' } })
    expect((await made({ name: 'Depot' })).sourceSystem).toBe('Depot 2')
  })

  it('is what calls are of that are sent with its key, and counts them', async () => {
    const source = await made({ name: 'Dialer' })
    const key = await admin.ask({
      path: '/api/apikey',
      body: { name: 'Dialer', customerId, rights: ['ingest'], sourceId: source.id },
    })
    const { secret } = NewApiKey.parse(key.json())
    const calls = [buildCall(), buildCall()]
    const send = async (body: object) => (await test.ask({ path: '/api/calls', body, token: secret })).json()
    expect(await send(calls)).toMatchObject({ created: 2 })
    expect(await send([...calls, { direction: 'up' }])).toMatchObject({
      unchanged: 2,
      rejected: [{ line: 3 }],
    })
    await expect
      .poll(async () => (await activityOf(source.id)).days.at(-1))
      .toMatchObject({ created: 2, unchanged: 2, rejected: 1 })
    expect((await activityOf(source.id)).lastCallAt).not.toBeNull()
    await admin.ask({ method: 'DELETE', path: `/api/source/${source.id}` })
    expectError(await test.ask({ path: '/api/calls', body: calls, token: secret }), 401, 'unauthenticated')
  })

  it('is no source of a key of another customer', async () => {
    const other = await test.make.customer({ name: 'Zebra Roofing' })
    const source = await made({ name: 'Not yours' })
    const body = { name: 'Key', customerId: other.id, rights: ['ingest'], sourceId: source.id }
    expectError(await admin.ask({ path: '/api/apikey', body }), 400, 'invalid')
  })

  it('takes nothing posted to it unless its system posts', async () => {
    const { id } = await made({ name: 'Silent' })
    for (const path of [`/api/in/${id}`, `/api/in/${emptyGuid}`, `/api/in/${id}/recording`])
      expectError(await test.ask({ path, body: {} }), 403, 'forbidden')
  })
})
