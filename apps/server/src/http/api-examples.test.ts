import { IngestAnswer } from '@callboard/contract/calls'
import { exampleIds } from '@callboard/contract/examples'
import { recordTypeNames, recordTypes } from '@callboard/contract/record-types'
import { dashboardReports } from '@callboard/contract/reports'
import { createRecordingTicket } from '@callboard/contract/recording-tickets'
import { getRecording } from '@callboard/contract/recordings'
import { listUserSessions } from '@callboard/contract/users'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hashPassword } from '#server/access/sign-in/passwords.ts'
import { totpOf } from '#server/access/sign-in/second-factor.ts'
import { callId } from '#server/db/call-id.ts'
import { endpoints, routeOf } from '#test/contract-endpoints.ts'
import { isSampled, recordSamples } from '#test/administration/record-samples.ts'
import { buildCall } from '#test/factory.ts'
import { insertFailedFetch } from '#test/recording-rows.ts'
import { type Answer, type AskedRequest, openPortal, type Person, type Portal } from '#test/portal.ts'
import { type Example, examplesOf, OpenApi, type Operation } from '#test/http/described-operations.ts'
import { prepareCallBacks } from '#test/http/example-call-backs.ts'
import { prepareMails } from '#test/http/example-mails.ts'
import { prepareNumbers } from '#test/http/example-numbers.ts'
import { prepareSources } from '#test/http/example-sources.ts'
import { prepareSubscriptions } from '#test/http/example-subscriptions.ts'

const Created = z.object({ id: z.string() })

/** The password in the examples. */
const password = 'heron-basalt-quilt-58'

let test: Portal
let operations: Map<string, Operation>
let admin: Person
let image: Buffer
let count = 0

beforeAll(async () => {
  test = await openPortal()
  const { paths } = OpenApi.parse((await test.ask({ path: '/api/openapi.json' })).json())
  operations = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, of]) => [`${method.toUpperCase()} ${path}`, of] as const),
    ),
  )
  await test.make.user({ userName: 'ada', email: 'ada@example.com', password })
  image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#1d5fd1' } })
    .png()
    .toBuffer()
})

const ask = async (request: AskedRequest) => await test.ask({ token: admin.token, ...request })
const idOf = (answer: Answer) => Created.parse(answer.json()).id
const create = async (path: string, body: object) => idOf(await ask({ path, body }))
const name = () => `Name ${++count}`

async function addImage(): Promise<{ id: string; url: string }> {
  const headers = { 'content-type': 'image/png' }
  const answer = await ask({ path: '/api/media?name=Image', body: image, headers })
  return z.object({ id: z.string(), url: z.string() }).parse(answer.json())
}

async function makeSetting(): Promise<string> {
  await ask({ path: '/api/settings', body: { key: 'weekStartsOn', value: 6 } })
  const { items } = z
    .object({ items: z.array(z.object({ id: z.string(), key: z.string() })) })
    .parse((await ask({ path: '/api/settings/search', body: { keyword: 'weekStartsOn' } })).json())
  return items.find(({ key }) => key === 'weekStartsOn')?.id ?? ''
}

/** Sent together, as to take in one call alone takes as long. */
const callIds: string[] = []

async function makeCall(): Promise<string> {
  if (callIds.length === 0) {
    const sent = Array.from({ length: 50 }, () => buildCall({ externalCallId: name() }))
    const customerId = await test.customerWith(sent)
    callIds.push(...sent.map(({ externalCallId }) => callId(customerId, 'api', externalCallId)))
  }
  return callIds.pop() ?? ''
}

const sound = readFileSync(join(import.meta.dirname, '../../test/fixtures/audio/tones.opus'))

async function makeRecording(): Promise<string> {
  const headers = { 'content-type': 'audio/ogg' }
  const path = `/api/calls/${await makeCall()}/recording`
  return idOf(await ask({ method: 'PUT', path, body: sound, headers }))
}

const sources = prepareSources({ test: () => test, create, name, makeCall })
const { sampleOf } = recordSamples(() => test)

/** A record of its own for each request, in the place of the example's id. */
const made = {
  ...Object.fromEntries(
    recordTypeNames
      .filter(isSampled)
      .map((type) => [
        type,
        async () => await create(recordTypes[type].apiPath, await sampleOf(type).values()),
      ]),
  ),
  user: async () => (await test.make.user({ email: `${++count}@example.com` })).id,
  customer: async () => (await test.make.customer()).id,
  entity: async () => await test.make.entity({ type: 'location', code: name() }),
  entityGroup: async () => await test.make.entityGroup({ entityIds: [] }),
  report: async () => await test.make.report(),
  reportSet: async () => await test.make.reportSet([await test.make.report()]),
  reportGroup: async () => await test.make.group({ setIds: [] }),
  setting: makeSetting,
  media: async () => (await addImage()).id,
  quarantinedRow: async () => await test.rejectedRow((await test.make.sender()).key),
  call: makeCall,
  session: async () => {
    const token = await test.make.session(admin.id)
    const sessions = z
      .array(z.object({ id: z.string(), isCurrent: z.boolean() }))
      .parse((await test.ask({ path: '/api/user/me/sessions', token })).json())
    return sessions.find(({ isCurrent }) => isCurrent)?.id ?? ''
  },
  mail: async () => {
    const mail = { recipient: 'a@example.com', subject: 'Hello', text: 'There' }
    const { id } = await test.runtime.mailer.enqueue(mail)
    return id
  },
  recording: makeRecording,
  import: sources.makeImport,
  recordingComment: async () => exampleIds.recordingComment,
  recordingFetch: async () => await insertFailedFetch(test.runtime.db, await makeCall()),
  savedReport: async () =>
    await create('/api/reporting/savereport', {
      reportId: dashboardReports.topSources,
      name: name(),
      parameters: {},
    }),
  export: async () =>
    await create('/api/reporting/exports', {
      format: 'csv',
      rows: { calls: { from: '2026-03-01', to: '2026-04-01' } },
    }),
  otherUser: async () => (await test.make.user({ email: `${++count}@example.com` })).id,
  alert: async () =>
    await create('/api/alerts', {
      name: name(),
      condition: { measure: 'missed', window: { lastMinutes: 60 }, op: 'gt', value: 5 },
      recipients: [admin.id],
    }),
  // Those of one webhook or saved report are made for each call.
  webhookDelivery: async () => exampleIds.webhookDelivery,
  subscription: async () => exampleIds.subscription,
  delivery: async () => exampleIds.delivery,
  // The id of the link that is mailed is put in with its token.
  oneTimeLink: async () => exampleIds.oneTimeLink,
}

type Ids = Record<string, string>
const idsByType: Ids = exampleIds
const user = (ids: Ids) => ids[exampleIds.user] ?? ''

const hash = hashPassword(password)
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** What has to be there before, and texts that take the place of others in the example. */
const prepared: Record<string, (ids: Ids) => Promise<Record<string, string> | undefined>> = {
  ...sources.prepared,
  ...prepareNumbers(() => test),
  ...prepareMails({
    test: () => test,
    ask,
    token: () => admin.token,
    makeUser: async () => await made.user(),
  }),
  ...prepareSubscriptions({
    test: () => test,
    ask,
    user: () => admin,
    saveReport: async () => await made.savedReport(),
  }),
  'PUT /api/alerts/{id}/restore': async () => {
    const id = await made.alert()
    await ask({ method: 'DELETE', path: `/api/alerts/${id}` })
    return { [exampleIds.alert]: id }
  },
  'GET /api/media/file/{name}': async () => {
    const { url } = await addImage()
    return { '0a1b2c3d4e5f60718293a4b5c6d7e8f9.png': url.slice(url.lastIndexOf('/') + 1) }
  },
  'GET /api/reporting/exports/{id}/file': async (ids) => {
    const path = `/api/reporting/exports/${ids[exampleIds.export]}`
    await expect.poll(async () => (await ask({ path })).json()).toMatchObject({ state: 'ready' })
    return undefined
  },
  'GET /api/callrecording/{id}': async (ids) => {
    const path = `/api/callrecording/${ids[exampleIds.recording]}`
    const headers = { accept: 'application/json' }
    await expect.poll(async () => (await ask({ path, headers })).json()).toMatchObject({ isAudible: true })
    return undefined
  },
  'PUT /api/callrecording/{id}/spans': async (ids) => {
    await prepared['GET /api/callrecording/{id}']?.(ids)
    const path = `/api/callrecording/${ids[exampleIds.recording]}?redacted=false`
    const seen = (await ask({ path, headers: { accept: 'application/json' } })).json()
    const { spans, revision } = getRecording.response.parse(seen)
    const found = JSON.stringify(spans.map(({ id }) => ({ id, isLifted: false })))
    return { '"found":[]': `"found":${found}`, '"revision":1': `"revision":${revision}` }
  },
  // The recording that is made is shorter.
  'POST /api/callrecording/{id}/comments': async () => ({ '10.5': '0.5' }),
  'DELETE /api/callrecording/{id}/comments/{commentId}': async (ids) => {
    const path = `/api/callrecording/${ids[exampleIds.recording]}/comments`
    return { [exampleIds.recordingComment]: await create(path, { at: 0, text: 'To be deleted' }) }
  },
  'POST /api/callrecording/{id}/ticket': async (ids) => await prepared['GET /api/callrecording/{id}']?.(ids),
  'GET /api/callrecording/ticket/{ticket}': async () => {
    const path = `/api/callrecording/${await makeRecording()}/ticket`
    const answer = await ask({ path, body: { redacted: false } })
    const { url } = createRecordingTicket.response.parse(answer.json())
    return { ['x'.repeat(43)]: url.slice(url.lastIndexOf('/') + 1) }
  },
  'DELETE /api/user/{id}/role/{roleId}': async (ids) => {
    await test.make.assign(user(ids), ids[exampleIds.role] ?? '')
    return undefined
  },
  'PUT /api/user/{id}/restore': async (ids) => await remove(`/api/user/${user(ids)}`),
  'DELETE /api/user/{id}/twofactor': async (ids) => {
    await test.make.changeUser(user(ids), { totp_secret: secret })
    return undefined
  },
  'DELETE /api/user/{id}/sessions/{sessionId}': async (ids) => {
    const answer = await ask({ path: `/api/user/${user(ids)}/sessions` })
    return { [exampleIds.session]: listUserSessions.response.parse(answer.json())[0]?.id ?? '' }
  },
  'DELETE /api/reporting/groups/{id}/user/{userId}': async (ids) =>
    await link(`/api/reporting/groups/${ids[exampleIds.reportGroup]}/user`, { userId: user(ids) }),
  'DELETE /api/reporting/groups/{id}/set/{setId}': async (ids) =>
    await link(`/api/reporting/groups/${ids[exampleIds.reportGroup]}/set`, {
      setId: ids[exampleIds.reportSet],
    }),
  'DELETE /api/reporting/groups/{id}/customer/{customerId}': async (ids) => {
    const body = { customerId: ids[exampleIds.customer] }
    await ask({ path: `/api/reporting/groups/${ids[exampleIds.reportGroup]}/customer`, body })
    return undefined
  },
  'DELETE /api/reporting/reportset/{id}/report/{reportId}': async (ids) =>
    await link(`/api/reporting/reportset/${ids[exampleIds.reportSet]}/report`, {
      reportId: ids[exampleIds.report],
    }),
  'DELETE /api/reportingentity/entitygroup/{id}/entity': async (ids) =>
    await link(`/api/reportingentity/entitygroup/${ids[exampleIds.entityGroup]}/entity`, {
      entityIds: [ids[exampleIds.entity]],
    }),
  'DELETE /api/reportingentity/entitygroup/{id}/user': async (ids) =>
    await link(`/api/reportingentity/entitygroup/${ids[exampleIds.entityGroup]}/user`, {
      userIds: [user(ids)],
    }),
  'PUT /api/reporting/savedreports/{id}/restore': async (ids) =>
    await remove(`/api/reporting/savedreports/${ids[exampleIds.savedReport]}`),
  'DELETE /api/user/me/dashboard': async () => await link('/api/user/me/dashboard', { tiles: [], parts: [] }),
  'DELETE /api/role/{id}/dashboard': async (ids) =>
    await link(`/api/role/${ids[exampleIds.role]}/dashboard`, { tiles: [], parts: [] }),
  'DELETE /api/user/me/favourite/{id}': async () =>
    await link(`/api/user/me/favourite/${dashboardReports.topSources}`),
  'POST /api/calls/annotations/undo': async () => {
    const path = `/api/calls/${await makeCall()}/annotation`
    const { change } = z
      .object({ change: z.int() })
      .parse((await ask({ method: 'PUT', path, body: { note: 'a' } })).json())
    return { '1767225600000': String(change) }
  },
  ...prepareCallBacks({ test: () => test, ask }),
  'DELETE /api/calls/{id}/hold': async (ids) =>
    await link(`/api/calls/${ids[exampleIds.call]}/hold`, { reason: 'Case' }),
  'POST /api/settings': async () => await remove(`/api/settings/${await makeSetting()}`),
  'POST /api/user/me/twofactor': async () => await signUp({}),
  'PUT /api/user/me/twofactor': async () => {
    await signUp({ totp_pending: secret })
    return { '123456': totpOf(secret).generate() }
  },
  'DELETE /api/user/me/twofactor': async () => await signUp({ totp_secret: secret }),
  'POST /api/user/me/twofactor/recoverycodes': async () => await signUp({ totp_secret: secret }),
}

async function link(path: string, body?: object): Promise<undefined> {
  await ask({ method: 'PUT', path, ...(body !== undefined && { body }) })
  return undefined
}

async function remove(path: string): Promise<undefined> {
  await ask({ method: 'DELETE', path })
}

async function signUp(values: { totp_secret?: string; totp_pending?: string }): Promise<undefined> {
  await test.make.changeUser(admin.id, { ...values, password_hash: await hash })
  return undefined
}

/** What no portal alone can answer: a stream without an end, what others sign or give once, and speech to text and its file. */
const notAccepted: Record<string, number | undefined> = {
  'GET /api/events': undefined,
  'POST /api/auth/sso/exchange': 400,
  'POST /api/in/{id}': 403,
  'POST /api/in/{id}/recording': 403,
  'POST /api/callrecording/{id}/transcript': 409,
  'GET /api/callrecording/{id}/transcript': 404,
}

/** Sends an example as it stands, but for its ids. */
async function send(route: string, { contentType, body }: Example): Promise<Answer> {
  admin = await test.make.user({ isAdmin: true, email: `${++count}@example.com` })
  const operation = operations.get(route)
  const parameters = operation?.parameters ?? []
  const valueOf = (of: { name: string; example?: unknown }) => encodeURIComponent(String(of.example))
  const path = (route.split(' ')[1] ?? '').replaceAll(/\{(\w+)\}/g, (_, wanted) =>
    parameters
      .filter((one) => one.name === wanted && one.in === 'path')
      .map(valueOf)
      .join(),
  )
  const query = parameters.filter((one) => one.in === 'query' && one.example !== undefined)
  const url = [path, query.map((one) => `${one.name}=${valueOf(one)}`).join('&')].filter(Boolean).join('?')
  const bytes = /^(image|audio)\//.exec(contentType ?? '')?.[1]
  const payload = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const ids: Ids = {}
  for (const [type, make] of Object.entries(made)) {
    const id = idsByType[type] ?? ''
    if (`${url}${payload}`.includes(id)) ids[id] = await make()
  }
  const texts = { ...ids, ...(await prepared[route]?.(ids)) }
  const filled = (text: string) =>
    Object.entries(texts).reduce((all, [from, to]) => all.replaceAll(from, to), text)
  const isForAdmins = operation?.security.some((one) => 'session' in one) === true
  const isForKeys = 'apiKey' in (operation?.security[0] ?? {})
  const token =
    isForKeys && !isForAdmins ? await test.make.apiKey((await test.make.customer()).id) : admin.token
  return await test.ask({
    method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).parse(route.split(' ')[0]),
    path: filled(url),
    token,
    // Many clients name the type of JSON in every request, also where they send no body.
    headers: { 'content-type': contentType ?? 'application/json' },
    ...(bytes !== undefined
      ? { body: bytes === 'image' ? image : sound }
      : payload === undefined
        ? {}
        : { body: filled(payload) }),
  })
}

describe('an example of the API’s description', () => {
  it.each(endpoints.map(routeOf).filter((route) => !(route in notAccepted)))(
    'is accepted as it stands: %s',
    async (route) => {
      for (const example of examplesOf(operations.get(route) ?? { parameters: [], security: [] })) {
        const answer = await send(route, example)
        expect(answer.status, `${JSON.stringify(example)} ${answer.text}`).toBeLessThan(400)
      }
    },
  )

  it('of calls names a call, several, and several on lines of their own, of which none is rejected', async () => {
    const examples = examplesOf(operations.get('POST /api/calls') ?? { parameters: [], security: [] })
    expect(examples).toHaveLength(3)
    for (const example of examples) {
      const answer = (await send('POST /api/calls', example)).json()
      expect(IngestAnswer.parse(answer)).toMatchObject({ rejected: [] })
    }
  })

  it('leaves nothing to a provider but the id that it gives', async () => {
    const [example = {}] = examplesOf(
      operations.get('POST /api/auth/sso/exchange') ?? { parameters: [], security: [] },
    )
    const answer = await send('POST /api/auth/sso/exchange', example)
    expect([answer.status, answer.text]).toEqual([400, expect.not.stringContaining('"invalid"')])
  })
})
