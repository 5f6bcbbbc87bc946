import { SignInRecord } from '@callboard/contract/sign-ins'
import { OpenSession } from '@callboard/contract/users'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { type Answer, openPortal, type Person, type Portal } from '#test/portal.ts'

const nobody = '01990000-0000-7000-8000-00000000dead'

let test: Portal

beforeAll(async () => {
  test = await openPortal()
})

const pathOf = ({ id }: { id: string }) => `/api/user/${id}/sessions`

async function sessionsOf(user: { id: string }): Promise<OpenSession[]> {
  return z.array(OpenSession).parse(expectOk(await test.admin.ask({ path: pathOf(user) })))
}

async function end(user: { id: string }, sessionId?: string, by: Person = test.admin): Promise<Answer> {
  const path = sessionId === undefined ? pathOf(user) : `${pathOf(user)}/${sessionId}`
  return await by.ask({ method: 'DELETE', path })
}

async function endedOf({ id: userId }: { id: string }): Promise<SignInRecord[]> {
  const answer = await test.admin.ask({
    path: '/api/signin/search',
    body: { userId, kinds: ['sessionEnded'] },
  })
  return z.object({ items: z.array(SignInRecord) }).parse(expectOk(answer)).items
}

describe('the sessions of another user', () => {
  it.each(['local', 'liberty'])('are listed for administrators, of who signs in at %s', async (provider) => {
    const user = await test.make.user({ loginProvider: provider })
    await test.make.changeSession(user.token, { address: '10.31.1.1', user_agent: 'Firefox/143.0' })
    const idle = await test.make.session(user.id)
    await test.make.changeSession(idle, { last_used_at: new Date(Date.now() - 13 * 3_600_000) })
    expect(await sessionsOf(user)).toMatchObject([
      { address: '10.31.1.1', userAgent: 'Firefox/143.0', isCurrent: false },
    ])
  })

  it('are ended one by one, at once, with who ended them on record', async () => {
    const user = await test.make.user({})
    const elsewhere = await test.make.session(user.id)
    await test.make.changeSession(user.token, { address: '10.31.2.1' })
    const here = (await sessionsOf(user)).find(({ address }) => address === '10.31.2.1')
    expect((await end(user, here?.id)).status).toBe(204)
    expectError(await user.ask({ path: '/api/user/me' }), 401, 'unauthenticated')
    expect((await test.ask({ path: '/api/user/me', token: elsewhere })).status).toBe(200)
    expect(await endedOf(user)).toMatchObject([
      { address: '10.31.2.1', byUserId: test.admin.id, byUserName: test.admin.userName },
    ])
    expectError(await end(user, here?.id), 404, 'notFound')
  })

  it('are ended all together, and nobody else’s', async () => {
    const [user, other] = [await test.make.user({}), await test.make.user({})]
    const elsewhere = await test.make.session(user.id)
    expect((await end(user)).status).toBe(204)
    for (const token of [user.token, elsewhere])
      expectError(await test.ask({ path: '/api/user/me', token }), 401, 'unauthenticated')
    expect(await sessionsOf(user)).toEqual([])
    expect(await endedOf(user)).toHaveLength(2)
    expect((await other.ask({ path: '/api/user/me' })).status).toBe(200)
  })

  it('are neither seen nor ended by who is no administrator', async () => {
    const [user, other] = [await test.make.user({}), await test.make.user({})]
    const [session] = await sessionsOf(user)
    expectError(await other.ask({ path: pathOf(user) }), 403, 'forbidden')
    expectError(await end(user, session?.id, other), 403, 'forbidden')
    expectError(await end(user, undefined, other), 403, 'forbidden')
    expect(await sessionsOf(user)).toHaveLength(1)
  })

  it('are of that user alone, and of one that there is', async () => {
    const [user, other] = [await test.make.user({}), await test.make.user({})]
    const [session] = await sessionsOf(other)
    expectError(await end(user, session?.id), 404, 'notFound')
    expect((await other.ask({ path: '/api/user/me' })).status).toBe(200)
    expectError(await test.admin.ask({ path: pathOf({ id: nobody }) }), 404, 'notFound')
    expectError(await end({ id: nobody }), 404, 'notFound')
    expectError(await end({ id: nobody }, session?.id), 404, 'notFound')
  })

  it('are not one’s own, which the profile ends without this one', async () => {
    const admin = await test.make.user({ isAdmin: true })
    const [session] = await sessionsOf(admin)
    expectError(await end(admin, undefined, admin), 409, 'conflict')
    expectError(await end(admin, session?.id, admin), 409, 'conflict')
    expect((await admin.ask({ path: '/api/user/me' })).status).toBe(200)
  })
})
