import { fieldWords } from '@callboard/contract/record-fields'
import { recordTypeNames, recordTypes } from '@callboard/contract/record-types'
import { getRecording } from '@callboard/contract/recordings'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { change, systemActor } from '#server/db/records/change.ts'
import { callId } from '#server/db/call-id.ts'
import { endpoints, routeOf } from '#test/contract-endpoints.ts'
import { changesOfNumbers } from '#test/administration/number-changes.ts'
import { changesOfSources } from '#test/administration/source-changes.ts'
import { buildCall } from '#test/factory.ts'
import { insertRecordingRow } from '#test/recording-rows.ts'
import { type Answer, type AskedRequest, openPortal, type Person, type Portal } from '#test/portal.ts'
import { fieldOfColumn } from '#server/db/tables/column-names.ts'
import { csv, isSampled, recordSamples, type Sampled } from '#test/administration/record-samples.ts'
import { csvRows } from '#test/csv-rows.ts'
import { callBackChanges } from '#test/administration/call-back-changes.ts'
import { subscriptionChanges } from '#test/administration/subscription-changes.ts'

const Changes = z.array(z.object({ field: z.string() }))

let test: Portal
let admin: Person

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, email: 'one@example.com' })
})

const ask = async (request: AskedRequest) => await test.ask({ token: admin.token, ...request })
const put = async (path: string, body: object) => await ask({ method: 'PUT', path, body })

const { sampleOf, name, user } = recordSamples(() => test)

async function create(type: Sampled): Promise<Answer> {
  return await ask({ path: recordTypes[type].apiPath, body: await sampleOf(type).values() })
}

const idOf = (answer: Answer) => z.object({ id: z.string() }).parse(answer.json()).id
const created = async (type: Sampled) => idOf(await create(type))
const setting = async (key: string) => idOf(await ask({ path: '/api/settings', body: { key, value: 5 } }))

async function addImage(): Promise<Answer> {
  const png = sharp({ create: { width: 8, height: 8, channels: 3, background: '#1d5fd1' } }).png()
  return await admin.ask({
    path: '/api/media?name=image',
    body: await png.toBuffer(),
    headers: { 'content-type': 'image/png' },
  })
}
async function restored(path: string): Promise<Answer> {
  await ask({ method: 'DELETE', path })
  return await ask({ method: 'PUT', path: `${path}/restore` })
}
const image = async () => idOf(await addImage())

async function call(): Promise<string> {
  const sent = buildCall()
  const id = await test.customerWith([sent])
  return callId(id, 'api', sent.externalCallId)
}

async function rejectedRow(): Promise<string> {
  return await test.rejectedRow((await test.make.sender()).key)
}

/** Where a recording is. */
async function recording(customerId?: string): Promise<string> {
  customerId ??= (await test.make.customer()).id
  const sent = buildCall()
  await test.sendCalls(await test.make.apiKey(customerId), [sent])
  const ids = { customerId, callId: callId(customerId, 'api', sent.externalCallId) }
  return `/api/callrecording/${await insertRecordingRow(test.runtime.db, { ...ids, transcriptBy: 'Ada' })}`
}

/** The calls that create, update and delete records of a type; of each type those that the contract has. */
function callsOf(type: Sampled): Record<string, () => Promise<Answer>> {
  const { apiPath: path } = recordTypes[type]
  const sample = sampleOf(type)
  return {
    [`POST ${path}`]: async () => await create(type),
    [`PUT ${path}`]: async () =>
      await ask({ method: 'PUT', path, body: { id: await created(type), ...sample.change() } }),
    [`PUT ${path}/{id}`]: async () =>
      await ask({ method: 'PUT', path: `${path}/${await created(type)}`, body: sample.change() }),
    [`DELETE ${path}/{id}`]: async () =>
      await ask({ method: 'DELETE', path: `${path}/${await created(type)}` }),
  }
}

const contractRoutes = new Set(endpoints.map(routeOf))

async function putDashboard(roleId: string): Promise<Answer> {
  const body = { tiles: ['calls'], parts: [] }
  return await ask({ method: 'PUT', path: `/api/role/${roleId}/dashboard`, body })
}

/** Each call that changes something of what is managed, done once with success. */
const changing: Record<string, () => Promise<Answer>> = {
  ...Object.fromEntries(
    recordTypeNames
      .filter(isSampled)
      .flatMap((type) => Object.entries(callsOf(type)))
      .filter(([route]) => contractRoutes.has(route)),
  ),
  'POST /api/user/{id}/invite': async () =>
    await ask({ method: 'POST', path: `/api/user/${await user()}/invite` }),
  'POST /api/user/{id}/passwordlink': async () =>
    await ask({ method: 'POST', path: `/api/user/${await user()}/passwordlink` }),
  'PUT /api/user/{id}/password': async () =>
    await put(`/api/user/${await user()}/password`, { password: 'plover quartz 42' }),
  'PUT /api/user/{id}/updateUserAccountStatus/{status}': async () =>
    await ask({ method: 'PUT', path: `/api/user/${await user()}/updateUserAccountStatus/inactive` }),
  'PUT /api/user/{id}/restore': async () => await restored(`/api/user/${await user()}`),
  'DELETE /api/user/{id}/twofactor': async () => {
    const { id } = await test.make.user({})
    await change(test.runtime.postgres.db, systemActor, async (transaction) =>
      transaction.updateTable('app_user').set({ totp_secret: 'A' }).where('id', '=', id).execute(),
    )
    return await ask({ method: 'DELETE', path: `/api/user/${id}/twofactor` })
  },
  'POST /api/customer/{id}/redactrecordings': async () => {
    const { id } = await test.make.customer()
    await recording(id)
    return await ask({ method: 'POST', path: `/api/customer/${id}/redactrecordings` })
  },
  'POST /api/callrecording/{id}/comments': async () =>
    await ask({ path: `${await recording()}/comments`, body: { at: 1, text: 'Hello' } }),
  'POST /api/callrecording/{id}/transcript': async () => {
    await ask({ path: '/api/settings', body: { key: 'speechToText', value: 'service' } })
    return await ask({ method: 'POST', path: `${await recording()}/transcript` })
  },
  'PUT /api/callrecording/{id}/spans': async () => {
    const path = await recording()
    const seen = await ask({ path: `${path}?redacted=false`, headers: { accept: 'application/json' } })
    const { revision } = getRecording.response.parse(seen.json())
    const body = { found: [], byHand: [{ start: 1, end: 2 }], revision }
    return await ask({ method: 'PUT', path: `${path}/spans`, body })
  },
  'DELETE /api/callrecording/{id}/comments/{commentId}': async () => {
    const path = `${await recording()}/comments`
    return await ask({
      method: 'DELETE',
      path: `${path}/${idOf(await ask({ path, body: { at: 1, text: 'Hello' } }))}`,
    })
  },
  'POST /api/user/{id}/role': async () =>
    await ask({ path: `/api/user/${await user()}/role`, body: { roleId: await created('role') } }),
  'DELETE /api/user/{id}/role/{roleId}': async () => {
    const [id, roleId] = [await user(), await created('role')]
    await ask({ path: `/api/user/${id}/role`, body: { roleId } })
    return await ask({ method: 'DELETE', path: `/api/user/${id}/role/${roleId}` })
  },
  'PUT /api/role/{id}/dashboard': async () => await putDashboard(await created('role')),
  'DELETE /api/role/{id}/dashboard': async () => {
    const id = await created('role')
    await putDashboard(id)
    return await ask({ method: 'DELETE', path: `/api/role/${id}/dashboard` })
  },
  'POST /api/user/{id}/properties': async () =>
    await ask({ path: `/api/user/${await user()}/properties`, body: { desk: '4', floor: '2' } }),
  'PUT /api/reporting/reportexporttype/{exportTypeId}/report/{reportId}': async () => {
    const body = { name: name(), definition: { measures: ['calls'] }, exportTypeIds: [] }
    const id = idOf(await ask({ path: '/api/reporting', body }))
    return await ask({ method: 'PUT', path: `/api/reporting/reportexporttype/${csv}/report/${id}` })
  },
  'DELETE /api/reporting/reportexporttype/{exportTypeId}/report/{reportId}': async () =>
    await ask({
      method: 'DELETE',
      path: `/api/reporting/reportexporttype/${csv}/report/${await created('report')}`,
    }),
  'PUT /api/reporting/reportset/{id}/report': async () =>
    await ask({
      method: 'PUT',
      path: `/api/reporting/reportset/${await created('reportSet')}/report`,
      body: { reportId: await created('report') },
    }),
  'DELETE /api/reporting/reportset/{id}/report/{reportId}': async () => {
    const id = await created('report')
    const path = `/api/reporting/reportset/${await test.make.reportSet([id])}/report/${id}`
    return await ask({ method: 'DELETE', path })
  },
  'PUT /api/reporting/groups/{id}/set': async () =>
    await ask({
      method: 'PUT',
      path: `/api/reporting/groups/${await created('reportGroup')}/set`,
      body: { setId: await created('reportSet') },
    }),
  'DELETE /api/reporting/groups/{id}/set/{setId}': async () => {
    const id = await created('reportSet')
    const path = `/api/reporting/groups/${await test.make.group({ setIds: [id] })}/set/${id}`
    return await ask({ method: 'DELETE', path })
  },
  'POST /api/reporting/groups/{groupId}/customer': async () =>
    await ask({
      path: `/api/reporting/groups/${await created('reportGroup')}/customer`,
      body: { customerId: (await test.make.customer()).id },
    }),
  'DELETE /api/reporting/groups/{id}/customer/{customerId}': async () => {
    const { id } = await test.make.customer()
    const path = `/api/reporting/groups/${await test.make.group({ customerIds: [id] })}/customer/${id}`
    return await ask({ method: 'DELETE', path })
  },
  'PUT /api/reporting/groups/{groupId}/user': async () =>
    await ask({
      method: 'PUT',
      path: `/api/reporting/groups/${await test.make.group({})}/user`,
      body: { userId: await user() },
    }),
  'DELETE /api/reporting/groups/{id}/user/{userId}': async () => {
    const id = await user()
    const groupId = await test.make.group({ userIds: [id] })
    return await ask({ method: 'DELETE', path: `/api/reporting/groups/${groupId}/user/${id}` })
  },
  'PUT /api/reporting/savereport/{savedReportId}': async () =>
    await ask({
      method: 'PUT',
      path: `/api/reporting/savereport/${await created('savedReport')}`,
      body: { name: name(), parameters: { source: ['radio'] }, view: { sort: '-calls' } },
    }),
  'DELETE /api/reporting/savedreports/{id}': async () =>
    await ask({ method: 'DELETE', path: `/api/reporting/savedreports/${await created('savedReport')}` }),
  'PUT /api/reporting/savedreports/{id}/restore': async () =>
    await restored(`/api/reporting/savedreports/${await created('savedReport')}`),
  'PUT /api/alerts/{id}/restore': async () => await restored(`/api/alerts/${await created('alert')}`),
  'PUT /api/reporting/savedreports/{id}/owner': async () => {
    const owner = await test.make.user({ isAdmin: true })
    const { apiPath: path } = recordTypes.savedReport
    await ask({ path, body: await sampleOf('savedReport').values(), token: owner.token })
    return await ask({
      method: 'PUT',
      path: `/api/reporting/savedreports/${owner.id}/owner`,
      body: { userId: await user() },
    })
  },
  ...callBackChanges({ test: () => test, ask }),
  ...subscriptionChanges({
    ask: async (request) => await ask(request),
    user,
    savedReport: async () => await created('savedReport'),
  }),
  'POST /api/reportingentity/entity/import': async () =>
    await ask({
      path: '/api/reportingentity/entity/import',
      body: { type: 'location', csv: `code,name\n${name()},One` },
    }),
  'PUT /api/reportingentity/entitygroup/{id}/entity': async () =>
    await ask({
      method: 'PUT',
      path: `/api/reportingentity/entitygroup/${await created('entityGroup')}/entity`,
      body: { entityIds: [await created('entity')] },
    }),
  'DELETE /api/reportingentity/entitygroup/{id}/entity': async () => {
    const id = await created('entity')
    const path = `/api/reportingentity/entitygroup/${await test.make.entityGroup({ entityIds: [id] })}/entity`
    return await ask({ method: 'DELETE', path, body: { entityIds: [id] } })
  },
  'PUT /api/reportingentity/entitygroup/{id}/user': async () =>
    await ask({
      method: 'PUT',
      path: `/api/reportingentity/entitygroup/${await created('entityGroup')}/user`,
      body: { userIds: [await user()] },
    }),
  'DELETE /api/reportingentity/entitygroup/{id}/user': async () => {
    const id = await user()
    const group = await test.make.entityGroup({ entityIds: [], userIds: [id] })
    const path = `/api/reportingentity/entitygroup/${group}/user`
    return await ask({ method: 'DELETE', path, body: { userIds: [id] } })
  },
  'PUT /api/calls/{id}/annotation': async () =>
    await put(`/api/calls/${await call()}/annotation`, { value: '5' }),
  'PUT /api/calls/{id}/hold': async () => await put(`/api/calls/${await call()}/hold`, { reason: 'Case' }),
  'DELETE /api/calls/{id}/hold': async () => {
    const path = `/api/calls/${await call()}/hold`
    await ask({ method: 'PUT', path, body: { reason: 'Case' } })
    return await ask({ method: 'DELETE', path })
  },
  'PUT /api/calls/annotations': async () =>
    await put('/api/calls/annotations', { ids: [await call()], addTags: ['a'] }),
  'POST /api/calls/annotations/undo': async () => {
    const path = `/api/calls/${await call()}/annotation`
    const answer = await ask({ method: 'PUT', path, body: { note: 'a' } })
    const { change: number } = z.object({ change: z.int() }).parse(answer.json())
    return await ask({ path: '/api/calls/annotations/undo', body: { change: number } })
  },
  'PUT /api/quarantine/{id}': async () => await put(`/api/quarantine/${await rejectedRow()}`, { raw: '{}' }),
  'DELETE /api/quarantine/{id}': async () =>
    await ask({ method: 'DELETE', path: `/api/quarantine/${await rejectedRow()}` }),
  'POST /api/quarantine/delete': async () =>
    await ask({ path: '/api/quarantine/delete', body: { ids: [await rejectedRow()] } }),
  'POST /api/quarantine/retry': async () => {
    const id = await rejectedRow()
    const raw = JSON.stringify(buildCall())
    await test.runtime.db.updateTable('quarantine').set({ raw }).where('id', '=', id).execute()
    return await ask({ path: '/api/quarantine/retry', body: { ids: [id] } })
  },
  'POST /api/settings': async () =>
    await ask({ path: '/api/settings', body: { key: 'weekStartsOn', value: 7 } }),
  'PUT /api/settings/{id}': async () => {
    return await put(`/api/settings/${await setting('returnedWithinHours')}`, { value: 6 })
  },
  'PUT /api/settings': async () =>
    await put('/api/settings', { items: [{ id: await setting('keepMailsDays'), value: 6 }] }),
  'DELETE /api/settings/{id}': async () =>
    await ask({ method: 'DELETE', path: `/api/settings/${await setting('sessionIdleHours')}` }),
  'PUT /api/recordingrules': async () => await put('/api/recordingrules', { isStopped: true }),
  'PUT /api/speechtotext/older': async () => {
    await ask({ path: '/api/settings', body: { key: 'speechToText', value: 'service' } })
    return await put('/api/speechtotext/older', { isSending: true })
  },
  'POST /api/webhooks/{id}/secret': async () =>
    await ask({ method: 'POST', path: `/api/webhooks/${await created('webhook')}/secret` }),
  'POST /api/media': addImage,
  ...changesOfSources({ test: () => test, ask, created }),
  ...changesOfNumbers({ test: () => test, ask }),
  'PUT /api/media/{id}': async () =>
    await ask({ method: 'PUT', path: `/api/media/${await image()}`, body: { name: name() } }),
  'DELETE /api/media/{id}': async () => await ask({ method: 'DELETE', path: `/api/media/${await image()}` }),
}

/**
 * They change nothing that is managed: one's own account and exports, and anybody's sessions, which have tests of their own, mails, and what is
 * posted or fetched.
 * An invitation, and a report that is sent, are several changes at once, of which their own tests read the records.
 */
const ofOneself =
  /^\w+ \/api\/(auth\/|in\/|user\/me\/|reporting\/exports|user\/\{id\}\/sessions)|^POST \/api\/(callback\/reminders\/dismiss$|reporting\/send$|reporting\/subscription\/.*\/(run|test|resend)|alerts\/\{id\}\/test|source\/\{id\}\/fetch|webhooks\/\{id\}\/(test|deliveries\/\{deliveryId\}\/send)|emailtemplate\/\{id\}\/test|mail\/(address\/lift|\{id\}\/retry)|user\/invitation)$/

const OpenApi = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ 'x-effect': z.string(), security: z.array(z.record(z.string(), z.unknown())) }),
    ),
  ),
})

it('every call that changes what is managed is tried here', async () => {
  const { paths } = OpenApi.parse((await ask({ path: '/api/openapi.json' })).json())
  const routes = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(
        ([, { 'x-effect': effect, security }]) => effect === 'change' && 'session' in (security[0] ?? {}),
      )
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  expect(routes.filter((route) => !ofOneself.test(route)).toSorted()).toEqual(
    Object.keys(changing).toSorted(),
  )
})

it.each(Object.keys(changing))('leaves exactly one record of a change: %s', async (route) => {
  const answer = await changing[route]?.()
  expect(answer?.status, answer?.text).toBeLessThan(300)
  const records = await test.runtime.postgres.db
    .selectFrom('change_record')
    .where('request_id', '=', String(answer?.headers['x-request-id']))
    .select(['action', 'user_id', 'record_name', 'changes', 'table_type'])
    .execute()
  expect(records).toHaveLength(1)
  expect(records[0]?.user_id).not.toBeNull()
  const words = Changes.parse(records[0]?.changes).map(({ field }) =>
    fieldWords(records[0]?.table_type ?? '', fieldOfColumn(field)),
  )
  expect(words.filter((one) => /^[^A-Z]|_|[a-z][A-Z]/.test(one))).toEqual([])
})

/** Ids, keys of fields, words of closed lists as they are stored, and what JSON is made of. */
const raw = /[0-9a-f]{8}-[0-9a-f]{4}-|[a-z][A-Z]|[a-z]_[a-z]|[{}[\]]|^\d{5,}$/
/** What people wrote, and addresses of the portal's pages. */
const verbatim = new Set(['HTML', 'Plain text', 'Subject', 'Name', 'Rejected row'])

it('says every one of these changes in words', async () => {
  const file = await ask({
    path: '/api/reporting/searchchangetracking',
    body: {},
    headers: { accept: 'text/csv' },
  })
  const [header = [], ...rows] = csvRows(file.text)
  const cells = rows.flatMap((row) => {
    const at = (column: string) => row[header.indexOf(column)] ?? ''
    return ['From', 'To'].map((which) => ({
      of: `${at('Type')}, ${at('Field')}`,
      field: at('Field'),
      text: at(which),
    }))
  })
  expect(new Set(rows.map((row) => row[header.indexOf('Type')])).size).toBeGreaterThan(12)
  const found = cells.filter(({ field, text }) => !verbatim.has(field) && raw.test(text))
  expect([...new Set(found.map(({ of, text }) => `${of}: ${text.slice(0, 80)}`))]).toEqual([])
})
