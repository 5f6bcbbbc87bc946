import { beforeAll, describe, expect, it } from 'vitest'
import { changesOf } from '#test/changes-of.ts'
import { expectError } from '#test/expect-errors.ts'
import { inOrder } from '#test/in-order.ts'
import { type Answer, openPortal, type Portal } from '#test/portal.ts'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

async function change(id: string, body: object, token: string): Promise<Answer> {
  return await test.ask({ method: 'PUT', path: `/api/user/${id}`, body, token })
}

/** The administrators of this portal from now on. */
async function onlyAdmins(count: number) {
  const users = await Promise.all(
    Array.from({ length: count }, async () => await test.make.user({ isAdmin: true })),
  )
  const { db } = test.runtime.postgres
  const others = await db
    .selectFrom('app_user')
    .where('is_admin', '=', true)
    .where(
      'id',
      'not in',
      users.map(({ id }) => id),
    )
    .select('id')
    .execute()
  for (const { id } of others) await test.make.changeUser(id, { is_admin: false })
  return users
}

async function countAdmins(): Promise<number> {
  const { db } = test.runtime.postgres
  const rows = await db
    .selectFrom('app_user')
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .select('id')
    .execute()
  return rows.length
}

describe('the right to administer', () => {
  it('is nobody’s own to give away, and neither is one’s own account', async () => {
    const [one] = await onlyAdmins(2)
    if (one === undefined) throw new Error('nobody was made')
    for (const body of [{ isAdmin: false }, { isActive: false }, { firstName: 'A', isAdmin: false }])
      expectError(await change(one.id, body, one.token), 409, 'conflict')
    expect((await change(one.id, { isAdmin: true, firstName: 'A' }, one.token)).status).toBe(200)
    expect(await changesOf(test, one.id)).toHaveLength(2)
  })

  it('stays with one of two who take it from each other at once', async () => {
    for (const bodies of [
      [{ isAdmin: false }, { isAdmin: false }],
      [{ isAdmin: false }, { isActive: false }],
      [{ isActive: false }, { isActive: false }],
    ]) {
      const [one, two] = await onlyAdmins(2)
      if (one === undefined || two === undefined) throw new Error('nobody was made')
      const answers = await Promise.all([
        change(one.id, bodies[0] ?? {}, two.token),
        change(two.id, bodies[1] ?? {}, one.token),
      ])
      const statuses = inOrder(answers.map(({ status }) => status))
      expect(statuses[0]).toBe(200)
      // Whoever came second had lost the right by then, was signed out, or found only themselves left.
      expect([401, 403, 409]).toContain(statuses[1])
      expect(await countAdmins()).toBe(1)
    }
  })

  it('can be taken from one who may not sign in anyway, whoever is left', async () => {
    const [one, two] = await onlyAdmins(2)
    if (one === undefined || two === undefined) throw new Error('nobody was made')
    expect((await change(two.id, { isActive: false }, one.token)).status).toBe(200)
    expectError(await two.ask({ path: '/api/user/me' }), 401, 'unauthenticated')
    expect((await change(two.id, { isAdmin: false }, one.token)).status).toBe(200)
    expect(await countAdmins()).toBe(1)
  })
})
