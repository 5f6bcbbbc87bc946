import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { change, systemActor } from '#server/db/change.ts'
import { openTestApp, type Answer, type AskedRequest, type TestApp } from '../test-app.ts'

let test: TestApp
let admin: string

beforeAll(async () => {
  test = await openTestApp()
  admin = (await test.make.user({ isAdmin: true, email: 'one@example.com' })).token
})

const ask = async (request: AskedRequest) => await test.ask({ token: admin, ...request })
const Made = z.object({ id: z.string() })

async function made(path: string, body: object): Promise<string> {
  return Made.parse((await ask({ path, body })).json()).id
}

let count = 0
const name = () => `Name ${++count}`
const customer = async () => (await test.make.customer()).id
const user = async () => (await test.make.user({ email: `${++count}@example.com` })).id
const role = async () => await made('/api/role', { name: name() })
const entity = async () => await test.make.entity({ type: 'location', code: name() })
const entityGroup = async () => await made('/api/reportingentity/entitygroup', { name: name() })
const menu = async () => await made('/api/settings/menu', { slug: `menu-${++count}`, name: name() })
const template = async () =>
  await made('/api/emailtemplate', { name: name(), subject: 'Hello', bodyText: 'There' })
const apiKey = async () =>
  await made('/api/apikey', { name: name(), customerId: await customer(), rights: ['read'] })
const setting = async () => await made('/api/settings', { key: 'returnedWithinHours', value: 5 })

async function addImage(): Promise<Answer> {
  const headers = { 'content-type': 'image/png' }
  const answer = await test.app.inject({
    method: 'POST',
    url: `/api/media?name=image`,
    headers: { ...headers, authorization: `Bearer ${admin}` },
    payload: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#1d5fd1' } })
      .png()
      .toBuffer(),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    json: () => answer.json(),
  }
}
const image = async () => Made.parse((await addImage()).json()).id

/** Each call that changes something of what is managed, done once with success. */
const changing: Record<string, () => Promise<Answer>> = {
  'POST /api/user': async () =>
    await ask({ path: '/api/user', body: { userName: `new-${++count}`, password: 'plover quartz 41' } }),
  'PUT /api/user/{id}': async () =>
    await ask({ method: 'PUT', path: `/api/user/${await user()}`, body: { userName: `other-${++count}` } }),
  'POST /api/user/{id}/invite': async () =>
    await ask({ method: 'POST', path: `/api/user/${await user()}/invite` }),
  'PUT /api/user/{id}/password': async () =>
    await ask({
      method: 'PUT',
      path: `/api/user/${await user()}/password`,
      body: { password: 'plover quartz 42' },
    }),
  'PUT /api/user/{id}/updateUserAccountStatus/{status}': async () =>
    await ask({ method: 'PUT', path: `/api/user/${await user()}/updateUserAccountStatus/inactive` }),
  'DELETE /api/user/{id}': async () => await ask({ method: 'DELETE', path: `/api/user/${await user()}` }),
  'PUT /api/user/{id}/restore': async () => {
    const id = await user()
    await ask({ method: 'DELETE', path: `/api/user/${id}` })
    return await ask({ method: 'PUT', path: `/api/user/${id}/restore` })
  },
  'DELETE /api/user/{id}/twofactor': async () => {
    const { id } = await test.make.user({})
    await change(test.runtime.postgres.db, systemActor, async (transaction) =>
      transaction.updateTable('app_user').set({ totp_secret: 'A' }).where('id', '=', id).execute(),
    )
    return await ask({ method: 'DELETE', path: `/api/user/${id}/twofactor` })
  },
  'POST /api/user/{id}/role': async () =>
    await ask({ path: `/api/user/${await user()}/role`, body: { roleId: await role() } }),
  'DELETE /api/user/{id}/role/{roleId}': async () => {
    const [id, roleId] = [await user(), await role()]
    await ask({ path: `/api/user/${id}/role`, body: { roleId } })
    return await ask({ method: 'DELETE', path: `/api/user/${id}/role/${roleId}` })
  },
  'POST /api/user/{id}/properties': async () =>
    await ask({ path: `/api/user/${await user()}/properties`, body: { desk: '4', floor: '2' } }),
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
  'POST /api/role': async () => await ask({ path: '/api/role', body: { name: name() } }),
  'PUT /api/role/{id}': async () =>
    await ask({ method: 'PUT', path: `/api/role/${await role()}`, body: { claims: ['dashboard.view'] } }),
  'DELETE /api/role/{id}': async () => await ask({ method: 'DELETE', path: `/api/role/${await role()}` }),
  'POST /api/customer': async () =>
    await ask({ path: '/api/customer', body: { name: name(), code: `c${++count}`, timeZone: 'UTC' } }),
  'PUT /api/customer/{id}': async () =>
    await ask({ method: 'PUT', path: `/api/customer/${await customer()}`, body: { name: name() } }),
  'DELETE /api/customer/{id}': async () =>
    await ask({ method: 'DELETE', path: `/api/customer/${await customer()}` }),
  'POST /api/reportingentity/entity': async () =>
    await ask({
      path: '/api/reportingentity/entity',
      body: { type: 'location', code: name(), name: name() },
    }),
  'PUT /api/reportingentity/entity': async () =>
    await ask({
      method: 'PUT',
      path: '/api/reportingentity/entity',
      body: { id: await entity(), name: name() },
    }),
  'POST /api/reportingentity/entity/import': async () =>
    await ask({
      path: '/api/reportingentity/entity/import',
      body: { type: 'location', csv: `code,name\n${name()},One` },
    }),
  'POST /api/reportingentity/entitygroup': async () =>
    await ask({ path: '/api/reportingentity/entitygroup', body: { name: name() } }),
  'PUT /api/reportingentity/entitygroup': async () =>
    await ask({
      method: 'PUT',
      path: '/api/reportingentity/entitygroup',
      body: { id: await entityGroup(), name: name() },
    }),
  'PUT /api/reportingentity/entitygroup/{id}/entity': async () =>
    await ask({
      method: 'PUT',
      path: `/api/reportingentity/entitygroup/${await entityGroup()}/entity`,
      body: { entityIds: [await entity()] },
    }),
  'DELETE /api/reportingentity/entitygroup/{id}/entity': async () => {
    const id = await entity()
    const path = `/api/reportingentity/entitygroup/${await test.make.entityGroup({ entityIds: [id] })}/entity`
    return await ask({ method: 'DELETE', path, body: { entityIds: [id] } })
  },
  'PUT /api/reportingentity/entitygroup/{id}/user': async () =>
    await ask({
      method: 'PUT',
      path: `/api/reportingentity/entitygroup/${await entityGroup()}/user`,
      body: { userIds: [await user()] },
    }),
  'DELETE /api/reportingentity/entitygroup/{id}/user': async () => {
    const id = await user()
    const group = await test.make.entityGroup({ entityIds: [], userIds: [id] })
    const path = `/api/reportingentity/entitygroup/${group}/user`
    return await ask({ method: 'DELETE', path, body: { userIds: [id] } })
  },
  'POST /api/settings': async () =>
    await ask({ path: '/api/settings', body: { key: 'weekStartsOn', value: 7 } }),
  'PUT /api/settings/{id}': async () =>
    await ask({ method: 'PUT', path: `/api/settings/${await setting()}`, body: { value: 6 } }),
  'DELETE /api/settings/{id}': async () => {
    const id = await made('/api/settings', { key: 'sessionIdleHours', value: 5 })
    return await ask({ method: 'DELETE', path: `/api/settings/${id}` })
  },
  'POST /api/settings/menu': async () =>
    await ask({ path: '/api/settings/menu', body: { slug: `menu-${++count}`, name: name() } }),
  'PUT /api/settings/menu': async () =>
    await ask({
      method: 'PUT',
      path: '/api/settings/menu',
      body: {
        id: await menu(),
        items: ['a', 'b', 'c'].map((key) => ({ key, label: key, url: `/reports/${key}` })),
      },
    }),
  'DELETE /api/settings/menu/{id}': async () =>
    await ask({ method: 'DELETE', path: `/api/settings/menu/${await menu()}` }),
  'POST /api/emailtemplate': async () =>
    await ask({ path: '/api/emailtemplate', body: { name: name(), subject: 'Hello', bodyText: 'There' } }),
  'PUT /api/emailtemplate/{id}': async () =>
    await ask({ method: 'PUT', path: `/api/emailtemplate/${await template()}`, body: { subject: 'Bye' } }),
  'DELETE /api/emailtemplate/{id}': async () =>
    await ask({ method: 'DELETE', path: `/api/emailtemplate/${await template()}` }),
  'POST /api/media': addImage,
  'PUT /api/media/{id}': async () =>
    await ask({ method: 'PUT', path: `/api/media/${await image()}`, body: { name: name() } }),
  'DELETE /api/media/{id}': async () => await ask({ method: 'DELETE', path: `/api/media/${await image()}` }),
  'POST /api/apikey': async () =>
    await ask({
      path: '/api/apikey',
      body: { name: name(), customerId: await customer(), rights: ['ingest'] },
    }),
  'PUT /api/apikey/{id}': async () =>
    await ask({ method: 'PUT', path: `/api/apikey/${await apiKey()}`, body: { name: name() } }),
  'DELETE /api/apikey/{id}': async () =>
    await ask({ method: 'DELETE', path: `/api/apikey/${await apiKey()}` }),
}

/** They change nothing that is managed: one's own account and sessions, which have tests of their own, and mails. */
const ofOneself = /^\w+ \/api\/(auth\/|user\/me\/)|^POST \/api\/emailtemplate\/\{id\}\/test$/

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
    .select(['action', 'user_id', 'record_name', 'changes'])
    .execute()
  expect(records).toHaveLength(1)
  expect(records[0]?.user_id).not.toBeNull()
})
