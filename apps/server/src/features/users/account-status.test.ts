import { User } from '@callboard/contract/users'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectOk, expectError } from '#test/expect-errors.ts'
import { inOrder } from '#test/in-order.ts'
import { type Answer, openPortal, type Person, type Portal } from '#test/portal.ts'

const password = 'correct horse 9 battery'

let test: Portal
let admin: Person

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true })
})

type Change = 'active' | 'inactive' | 'delete' | 'restore'

async function change(id: string, what: Change, token = admin.token): Promise<Answer> {
  if (what === 'delete') return await test.ask({ method: 'DELETE', path: `/api/user/${id}`, token })
  const end = what === 'restore' ? 'restore' : `updateUserAccountStatus/${what}`
  return await test.ask({ method: 'PUT', path: `/api/user/${id}/${end}`, token })
}

describe('a user', () => {
  it.each([
    ['inactive', 'active'],
    ['delete', 'restore'],
  ] as const)('%s is signed out at once, and %s signs in anew with all they had', async (end, back) => {
    const user = await test.make.user({ password, claims: ['dashboard.view'] })
    const body = { userName: user.userName, password }
    expect((await change(user.id, end)).status).toBe(end === 'delete' ? 204 : 200)
    expectError(await user.ask({ path: '/api/user/me' }), 401, 'unauthenticated')
    expectError(await test.ask({ path: '/api/auth/login', body }), 400, 'invalidCredentials')
    const restored = User.parse(expectOk(await change(user.id, back)))
    expect(restored).toMatchObject({ isActive: true, isDeleted: false })
    expectError(await user.ask({ path: '/api/user/me' }), 401, 'unauthenticated')
    const session = expectOk(await test.ask({ path: '/api/auth/login', body }))
    expect(session).toMatchObject({ claims: ['dashboard.view'] })
  })

  it('who was inactive and then deleted is inactive when restored', async () => {
    const { id } = await test.make.user({})
    for (const what of ['inactive', 'delete', 'restore'] as const) await change(id, what)
    const read = await admin.ask({ path: `/api/user/${id}` })
    expect(User.parse(expectOk(read))).toMatchObject({ isActive: false, isDeleted: false })
  })

  it('is changed by nobody who is unknown, by no other status, and not by themselves', async () => {
    const { id } = await test.make.user({})
    for (const what of ['active', 'inactive', 'delete', 'restore'] as const)
      expectError(await change('01990000-0000-7000-8000-00000000dead', what), 404, 'notFound')
    const path = `/api/user/${id}/updateUserAccountStatus/locked`
    expectError(await admin.ask({ method: 'PUT', path }), 404, 'notFound')
    for (const what of ['inactive', 'delete'] as const)
      expectError(await change(admin.id, what), 409, 'conflict')
  })

  it('each change is on record once, as what it was', async () => {
    const { id } = await test.make.user({})
    for (const what of ['inactive', 'active', 'delete', 'restore'] as const) await change(id, what)
    const rows = await test.runtime.postgres.db
      .selectFrom('change_record')
      .where('record_id', '=', id)
      .where('user_id', '=', admin.id)
      .orderBy('sequence')
      .select(['action', 'changes'])
      .execute()
    expect(rows).toEqual([
      { action: 'update', changes: [{ field: 'is_active', from: true, to: false }] },
      { action: 'update', changes: [{ field: 'is_active', from: false, to: true }] },
      { action: 'delete', changes: [{ field: 'is_deleted', from: false, to: true }] },
      { action: 'restore', changes: [{ field: 'is_deleted', from: true, to: false }] },
    ])
  })
})

describe('the last administrator', () => {
  it('stays, also when two deactivate each other at once', async () => {
    const [one, two] = [await test.make.user({ isAdmin: true }), await test.make.user({ isAdmin: true })]
    const { db } = test.runtime.postgres
    const others = await db
      .selectFrom('app_user')
      .where('is_admin', '=', true)
      .where('id', 'not in', [one.id, two.id])
      .select('id')
      .execute()
    for (const { id } of others) await test.make.changeUser(id, { is_active: false })
    const answers = await Promise.all([
      change(one.id, 'inactive', two.token),
      change(two.id, 'delete', one.token),
    ])
    // Whoever came second was signed out by the first, or found only themselves left.
    const statuses = inOrder(answers.map(({ status }) => status))
    expect(statuses.filter((status) => status < 300)).toHaveLength(1)
    expect([401, 409]).toContain(statuses.find((status) => status >= 400))
    for (const { id } of others) await test.make.changeUser(id, { is_active: true })
  })
})
