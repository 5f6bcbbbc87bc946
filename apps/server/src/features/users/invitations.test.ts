import { createInvitation } from '@callboard/contract/invitations'
import { MailInFull, searchMails } from '@callboard/contract/mails'
import { emptyGuid } from '@callboard/contract/scalars'
import type { Updateable } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '#server/db/tables/schema.ts'
import { nameOfGroup } from '#server/features/entity-groups/entity-groups.ts'
import { changesOf } from '#test/changes-of.ts'
import { expectCreated, expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { type Answer, type AskedRequest, openPortal, type Person, type Portal } from '#test/portal.ts'

let test: Portal
let admin: Person
let roleId: string
let customerId: string
let apiKey: string
let count = 0

const Calls = z.object({ items: z.array(z.object({ location: z.string() })) })

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true })
  roleId = await test.make.role(admin.id, ['reporting.call.details'])
  customerId = (await test.make.customer()).id
  apiKey = await test.make.apiKey(customerId)
})

const ask = async (request: AskedRequest) => await test.ask({ token: admin.token, ...request })
const invite = async (body: object) => await ask({ path: createInvitation.path, body })
const address = () => `invited-${++count}@example.com`

async function invited(body: object) {
  const answer = await invite({ email: address(), customerId, roleId, ...body })
  return createInvitation.response.parse(expectCreated(answer))
}

/** A location of the customer, where somebody called. */
async function calledLocation(name: string): Promise<{ id: string; code: string }> {
  const code = `${name}-${++count}`
  await test.sendCalls(apiKey, [buildCall({ location: code })])
  return { id: await test.make.entity({ type: 'location', code, name, customerId }), code }
}

async function mailTo(recipient: string): Promise<{ id: string; link: string | null }> {
  const found = await ask({ path: searchMails.path, body: { keyword: recipient } })
  const [mail] = searchMails.response.parse(expectOk(found)).items
  return MailInFull.parse(expectOk(await ask({ path: `/api/mail/${mail?.id}` })))
}

/** How many rows there are of all that an invitation makes. */
async function counted(): Promise<number[]> {
  const tables = ['app_user', 'role_assignment', 'entity_group', 'mail', 'change_record'] as const
  const { db } = test.runtime.postgres
  return await Promise.all(
    tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
  )
}

describe('an invitation', () => {
  it('is all it takes to choose a password and see the calls of two locations', async () => {
    const [clark, lake] = [await calledLocation('Clark Street'), await calledLocation('Lake View')]
    await calledLocation('Oak Park')
    const entityIds = [lake.id, clark.id]
    const { user, role, entityGroup, delivery } = await invited({
      firstName: 'Ada',
      expiryDate: '2030-11-27',
      entityIds,
    })
    expect(user).toMatchObject({ firstName: 'Ada', userName: user.email, customerId, isActive: true })
    // Days are those of New York, the portal's zone.
    expect(role).toMatchObject({ roleId, startDate: null, expiryDate: '2030-11-28T05:00:00.000Z' })
    expect(entityGroup?.name).toBe('Clark Street, Lake View')
    expect(delivery).toBe('outbox')

    const { link } = await mailTo(user.email ?? '')
    const [, id, token] = /#id=([\da-f-]{36})&token=([\w-]{43})$/.exec(link ?? '') ?? []
    const password = 'plover quartz 41'
    const chosen = await test.ask({ path: '/api/auth/confirmpassword', body: { id, token, password } })
    expect(chosen.status).toBe(204)
    const signedIn = await test.ask({ path: '/api/auth/login', body: { userName: user.userName, password } })
    const session = z.object({ token: z.string() }).parse(expectOk(signedIn))
    const calls = await test.ask({
      path: '/api/reporting/calldetails',
      body: { from: '2026-03-10', to: '2026-03-11', columns: ['location'] },
      token: session.token,
    })
    expect(
      Calls.parse(expectOk(calls))
        .items.map(({ location }) => location)
        .toSorted(),
    ).toEqual([clark.code, lake.code])
  })

  it('leaves the records of a user, a role and a group, under the name of who invited', async () => {
    const { id } = await calledLocation('Ravenswood')
    const { user, entityGroup } = await invited({ entityIds: [id] })
    const recorded = [...(await changesOf(test, user.id)), ...(await changesOf(test, entityGroup?.id ?? ''))]
    expect(recorded.map((one) => `${one.table_type} ${one.action}`)).toEqual([
      'user create',
      'user update',
      'entityGroup create',
      'entityGroup update',
      'entityGroup update',
    ])
    expect(new Set(recorded.map((one) => one.user_name))).toEqual(new Set([admin.userName]))
    expect(new Set(recorded.map((one) => one.request_id)).size).toBe(1)
  })

  it('puts the user into report groups, whose reports they find', async () => {
    const setId = await test.make.reportSet([await test.make.report({ name: 'Of the group' })])
    const groupId = await test.make.group({ setIds: [setId] })
    const viewing = await test.make.role(admin.id, ['reporting.view'])
    const { user, reportGroups } = await invited({ roleId: viewing, reportGroupIds: [groupId, groupId] })
    expect(reportGroups).toMatchObject([{ id: groupId }])
    const menu = await ask({ path: `/api/reporting/reportmenu/${user.id}` })
    expect(menu.text).toContain('Of the group')
    const [changed] = await changesOf(test, groupId).then((all) => all.slice(-1))
    expect(changed).toMatchObject({ action: 'update', user_name: admin.userName })
  })

  it('takes the group that has just these entities, and no larger or inactive one', async () => {
    const [one, two] = [await calledLocation('One'), await calledLocation('Two')]
    await invited({ entityIds: [one.id, two.id] })
    const first = await invited({ entityIds: [one.id] })
    const again = await invited({ entityIds: [one.id, one.id] })
    expect(again.entityGroup).toEqual(first.entityGroup)
    const path = '/api/reportingentity/entitygroup'
    await ask({ method: 'PUT', path, body: { id: first.entityGroup?.id, isActive: false } })
    expect((await invited({ entityIds: [one.id] })).entityGroup?.id).not.toBe(first.entityGroup?.id)
  })

  it('narrows nothing without entities, and gives nothing without role and customer', async () => {
    expect(await invited({ roleId: null, customerId: null })).toMatchObject({ role: null, entityGroup: null })
  })

  it('that cannot be leaves nothing behind, and names the field', async () => {
    const other = await test.make.customer()
    const elsewhere = await test.make.entity({ type: 'location', code: `x-${++count}`, customerId: other.id })
    const { id } = await calledLocation('Andersonville')
    const before = await counted()
    for (const [body, field, code] of [
      [{ email: 'none' }, 'email', 'invalid'],
      [{ email: 'x@example.com', userName: admin.userName }, 'userName', 'userNameTaken'],
      [{ roleId: emptyGuid, entityIds: [id] }, 'roleId', 'invalid'],
      [{ customerId: emptyGuid }, 'customerId', 'invalid'],
      [{ entityIds: [id, emptyGuid] }, 'entityIds', 'invalid'],
      [{ entityIds: [elsewhere] }, 'entityIds', 'invalid'],
      [{ reportGroupIds: [emptyGuid] }, 'reportGroupIds', 'invalid'],
      [{ entityIds: [id], customerId: null }, 'entityIds', 'invalid'],
      [{ startDate: '2030-02-02', expiryDate: '2030-02-01' }, 'expiryDate', 'wrongDates'],
    ] as const) {
      const answer = await invite({ email: address(), customerId, roleId, ...body })
      expectError(answer, 400, code)
      expect(answer.json()).toMatchObject([{ field }])
    }
    expect(await counted()).toEqual(before)
  })

  it('names its group by as many names as fit', () => {
    expect(nameOfGroup(['Clark Street', 'Lake View'])).toBe('Clark Street, Lake View')
    const many = Array.from({ length: 60 }, (_, at) => `Location ${at}`)
    expect(nameOfGroup(many)).toMatch(/^Location 0, .+ and \d\d more$/)
    expect(nameOfGroup(many).length).toBeLessThanOrEqual(100)
    expect(nameOfGroup(['x'.repeat(200)])).toBe('1 entities')
  })
})

async function listed(body: object): Promise<string[]> {
  const answer = await ask({ path: searchMails.path, body: { keyword: 'reader@', ...body } })
  return searchMails.response.parse(expectOk(answer)).items.map(({ subject }) => subject)
}

describe('the outbox', () => {
  const mail = async (subject: string) =>
    await test.runtime.mailer.enqueue({
      recipient: 'reader@example.com',
      subject,
      text: 'Go to http://localhost/confirmpassword#id=0193f0a0-0000-7000-8000-00000000000e&token='.concat(
        'a'.repeat(43),
      ),
      html: `<a href="http://localhost/confirmpassword#id=0193f0a0-0000-7000-8000-00000000000e&amp;token=${'a'.repeat(43)}">Go</a>`,
    })
  const set = async (id: string, values: Updateable<Database['mail']>) =>
    await test.runtime.db.updateTable('mail').set(values).where('id', '=', id).execute()
  const read = async (id: string) => MailInFull.parse(expectOk(await ask({ path: `/api/mail/${id}` })))

  it('lists the newest mail first, and by status', async () => {
    const { id } = await mail('First')
    await mail('Second')
    expect(await listed({})).toEqual(['Second', 'First'])
    await set(id, { status: 'sent', sent_at: new Date() })
    expect(await listed({ status: 'sent' })).toEqual(['First'])
    expect(await listed({ sort: 'subject' })).toEqual(['First', 'Second'])
  })

  it('shows the link of a mail that waits, and of a sent one to nobody but its reader', async () => {
    const { id } = await mail('Third')
    expect((await read(id)).link).toMatch(/token=a{43}$/)
    await set(id, { status: 'sent', sent_at: new Date() })
    const sent = await read(id)
    expect(sent).toMatchObject({ link: null, status: 'sent' })
    expect(JSON.stringify(sent)).not.toContain('token=')
  })

  it('tries a failed mail again, and no other', async () => {
    const { id } = await mail('Fourth')
    const retry = async (): Promise<Answer> => await ask({ method: 'POST', path: `/api/mail/${id}/retry` })
    expectError(await retry(), 409, 'conflict')
    await set(id, { status: 'failed', last_error: 'no route to host' })
    expect(await read(id)).toMatchObject({ status: 'failed', lastError: 'no route to host' })
    expect((await retry()).status).toBe(204)
    expect((await read(id)).status).toBe('waiting')
    expectError(await ask({ method: 'POST', path: `/api/mail/${emptyGuid}/retry` }), 404, 'notFound')
  })
})
