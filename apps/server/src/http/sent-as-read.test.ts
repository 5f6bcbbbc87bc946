import { type RecordType, recordTypeNames, recordTypes } from '@callboard/contract/record-types'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callId } from '#server/db/call-id.ts'
import { endpoints, routeOf } from '#test/contract-endpoints.ts'
import { errorsOf, expectError } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { type Answer, type AskedRequest, openPortal, type Portal } from '#test/portal.ts'
import { isSampled, recordSamples, type Sampled } from '#test/administration/record-samples.ts'

const Fields = z.record(z.string(), z.unknown())
type Fields = z.infer<typeof Fields>

let test: Portal
let admin: string

beforeAll(async () => {
  test = await openPortal()
  admin = (await test.make.user({ isAdmin: true, email: 'one@example.com' })).token
})

const ask = async (request: AskedRequest) => await test.ask({ token: admin, ...request })
const readAt = async (path: string) => Fields.parse((await ask({ path })).json())
const { sampleOf, user } = recordSamples(() => test)

/** A record as it is read, and the call that changes it. */
interface Kept {
  route: string
  path: string
  read: () => Promise<Fields>
}

async function create(path: string, body: object): Promise<string> {
  const answer = await ask({ path, body })
  return z.object({ id: z.string() }).parse(answer.json()).id
}

const has = (route: string) => endpoints.some((one) => routeOf(one) === route)

/** A record with its id in the path of both calls, or in that of the GET and the body of the PUT. */
async function sampled(type: Sampled): Promise<Kept> {
  const { apiPath } = recordTypes[type]
  const id = await create(apiPath, await sampleOf(type).values())
  const isInPath = has(`PUT ${apiPath}/{id}`)
  return {
    route: isInPath ? `PUT ${apiPath}/{id}` : `PUT ${apiPath}`,
    path: isInPath ? `${apiPath}/${id}` : apiPath,
    read: async () => await readAt(`${apiPath}/${id}`),
  }
}

async function savedReport(): Promise<Kept & { id: string }> {
  const { apiPath } = recordTypes.savedReport
  const id = await create(apiPath, await sampleOf('savedReport').values())
  return {
    id,
    route: `PUT ${apiPath}/{savedReportId}`,
    path: `${apiPath}/${id}`,
    read: async () => await readAt(`/api/reporting/savedreports/${id}`),
  }
}

async function subscription(): Promise<Kept> {
  const path = `/api/reporting/subscription/${(await savedReport()).id}`
  const schedule = { frequency: 'daily', time: '08:00', timeZone: 'UTC' }
  const recipients = [{ userId: await user() }]
  await ask({ path, body: { name: 'Every day', schedule, recipients } })
  return {
    route: 'PUT /api/reporting/subscription/{savedReportId}',
    path,
    read: async () => firstOf(await ask({ path })),
  }
}

function firstOf(answer: Answer): Fields {
  const [first = {}] = z.object({ items: z.array(Fields) }).parse(answer.json()).items
  return first
}

async function setting(key: string): Promise<Kept> {
  const read = async () => firstOf(await ask({ path: '/api/settings/search', body: { keyword: key } }))
  return { route: 'PUT /api/settings/{id}', path: `/api/settings/${String((await read())['id'])}`, read }
}

async function media(): Promise<Kept> {
  const png = sharp({ create: { width: 8, height: 8, channels: 3, background: '#1d5fd1' } }).png()
  const headers = { 'content-type': 'image/png' }
  const answer = await ask({ path: '/api/media?name=image', body: await png.toBuffer(), headers })
  const path = `/api/media/${z.object({ id: z.string() }).parse(answer.json()).id}`
  return { route: 'PUT /api/media/{id}', path, read: async () => await readAt(path) }
}

async function annotation(): Promise<Kept> {
  const sent = buildCall({ tags: ['lead'], value: '10', currency: 'USD' })
  const id = await test.customerWith([sent])
  const path = `/api/calls/${callId(id, 'api', sent.externalCallId)}/annotation`
  return { route: 'PUT /api/calls/{id}/annotation', path, read: async () => await readAt(path) }
}

function at(path: string, route = `PUT ${path}`): Kept {
  return { route, path, read: async () => await readAt(path) }
}

async function dashboard(path: string, route?: string): Promise<Kept> {
  await ask({ method: 'PUT', path, body: { tiles: ['calls'], parts: [] } })
  return at(path, route)
}

async function wholeMenu(): Promise<Kept> {
  const kept = await menu()
  return {
    ...kept,
    read: async () =>
      z.array(Fields).parse((await ask({ path: '/api/settings/menu?all=true' })).json())[0] ?? {},
  }
}

async function menu(): Promise<Kept> {
  const [first] = z.array(Fields).parse((await ask({ path: '/api/settings/menu?all=true' })).json())
  const path = recordTypes.menu.apiPath
  return {
    route: `PUT ${path}`,
    path,
    read: async () => await readAt(`${path}/${String(first?.['id'])}`),
  }
}

const kept: Record<string, () => Promise<Kept>> = {
  ...Object.fromEntries(
    recordTypeNames
      .filter(isSampled)
      .filter((type) => type !== 'savedReport')
      .map((type) => [type, async () => await sampled(type)]),
  ),
  savedReport,
  subscription,
  setting: async () => await setting('returnedWithinHours'),
  'secret setting': async () => {
    await ask({ path: '/api/settings', body: { key: 'smtpUrl', value: 'smtp://mail.example.com' } })
    return await setting('smtpUrl')
  },
  media,
  call: annotation,
  'menu with all its items': wholeMenu,
  'menu of the side bar': menu,
  'own dashboard': async () => await dashboard('/api/user/me/dashboard'),
  'dashboard of a role': async () => {
    const id = await create('/api/role', await sampleOf('role').values())
    return await dashboard(`/api/role/${id}/dashboard`, 'PUT /api/role/{id}/dashboard')
  },
  'rules of recordings': async () => at('/api/recordingrules'),
}

/** What an edit by itself raises. */
const counted = new Set(['revision', 'updatedAt'])
const withoutCounted = (record: Fields) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !counted.has(name)))

/** The fields of a record that its PUT does not take. */
function readOnlyFields(route: string, record: Fields): string[] {
  const body = endpoints.find((one) => routeOf(one) === route)?.body
  const issues = body?.safeParse(record).error?.issues ?? []
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [],
  )
}

describe('a record that is sent back as it was read', () => {
  it.each(Object.keys(kept))('is taken, and stays as it is: %s', async (name) => {
    const one = await kept[name]?.()
    if (one === undefined) return
    const record = await one.read()
    const answer = await ask({ method: 'PUT', path: one.path, body: record })
    expect(answer.status, answer.text).toBe(200)
    expect(withoutCounted(await one.read())).toEqual(withoutCounted(record))
  })

  it.each(Object.keys(kept))('but for what only the portal sets is refused: %s', async (name) => {
    const one = await kept[name]?.()
    if (one === undefined) return
    const record = await one.read()
    for (const field of readOnlyFields(one.route, record)) {
      const body = { ...record, [field]: 'another' }
      const answer = await ask({ method: 'PUT', path: one.path, body })
      expect([answer.status, errorsOf(answer)]).toEqual([
        400,
        [expect.objectContaining({ code: 'invalid', field })],
      ])
    }
    expect(withoutCounted(await one.read())).toEqual(withoutCounted(record))
  })

  it('is tried here of every type that has a PUT', () => {
    const changed = (type: RecordType) =>
      endpoints.some(
        ({ method, path }) =>
          method === 'PUT' &&
          'apiPath' in recordTypes[type] &&
          path.replace(/\/\{\w+\}$/, '') === recordTypes[type].apiPath,
      )
    expect(recordTypeNames.filter((type) => changed(type) && !(type in kept))).toEqual([])
  })

  it('without its id is refused for that', async () => {
    for (const name of ['menu', 'subscription', 'report']) {
      const one = await kept[name]?.()
      const { id: _, ...record }: Fields = (await one?.read()) ?? {}
      const answer = await ask({ method: 'PUT', path: one?.path ?? '', body: record })
      expect([answer.status, errorsOf(answer).map(({ field }) => field)]).toEqual([
        400,
        expect.arrayContaining(['id']),
      ])
    }
  })

  it('with one change changes that', async () => {
    const one = await sampled('role')
    const record = await one.read()
    const answer = await ask({ method: 'PUT', path: one.path, body: { ...record, description: 'New' } })
    expect(Fields.parse(answer.json())).toMatchObject({ name: record['name'], description: 'New' })
  })

  it('is a conflict when somebody changed it meanwhile', async () => {
    const one = await savedReport()
    const record = await one.read()
    await ask({ method: 'PUT', path: one.path, body: { name: 'Renamed' } })
    expectError(await ask({ method: 'PUT', path: one.path, body: record }), 409, 'revisionConflict')
  })
})
