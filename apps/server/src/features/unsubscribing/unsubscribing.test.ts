import type { Subscription } from '@callboard/contract/subscriptions'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildUnsubscribeToken, readUnsubscribeSecret } from '#server/access/sign-in/unsubscribe-token.ts'
import { errorOf, SubscriptionClient } from '#test/clients/subscriptions.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'

let client: SubscriptionClient

beforeAll(async () => {
  client = await SubscriptionClient.open()
})

/** As the mails of a subscription have it, for its only recipient. */
async function tokenOf({ id: subscriptionId }: Subscription): Promise<string> {
  const { db } = client.portal
  const { id } = await db
    .selectFrom('subscription_recipient')
    .where('subscription_id', '=', subscriptionId)
    .select('id')
    .executeTakeFirstOrThrow()
  return buildUnsubscribeToken(await readUnsubscribeSecret(db), id)
}

// That of an alert is followed in `alert-recipients.test.ts`.
describe('the link of a mail', () => {
  it('ends a subscription, which a program that only follows it does not', async () => {
    const ada = await client.user()
    const one = await client.subscribe(ada, await client.save(ada))
    const path = `/api/unsubscribe/${await tokenOf(one)}`
    const read = async () => expectOk(await client.portal.ask({ path }))
    expect(await read()).toEqual({ of: 'subscription', name: 'Every day', isUnsubscribed: false })
    expect((await client.portal.ask({ method: 'HEAD', path })).status).toBe(200)
    expect(await read()).toMatchObject({ isUnsubscribed: false })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'List-Unsubscribe=One-Click'
    expect((await client.portal.ask({ method: 'POST', path, body, headers })).status).toBe(204)
    expect(await read()).toMatchObject({ isUnsubscribed: true })
    expect((await client.portal.ask({ method: 'POST', path })).status).toBe(204)
    expect(errorOf(await client.post(ada, one, 'run'))).toEqual([
      409,
      undefined,
      'All recipients have unsubscribed.',
    ])
  })

  it('does nothing where it was changed, in the id, in the signature, or by its length', async () => {
    const ada = await client.user()
    const one = await client.subscribe(ada, await client.save(ada))
    const token = await tokenOf(one)
    const otherAt = (at: number) => token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    for (const wrong of [otherAt(0), otherAt(30), `${token}A`, token.slice(0, -2), 'x']) {
      const path = `/api/unsubscribe/${wrong}`
      expectError(await client.portal.ask({ method: 'POST', path }), 404, 'notFound')
    }
    expect((await client.list(ada, one.savedReportId))[0]?.recipients).toMatchObject([{ state: 'active' }])
  })

  it('says of a subscription that was deleted meanwhile that it is not there', async () => {
    const ada = await client.user()
    const one = await client.subscribe(ada, await client.save(ada))
    const path = `/api/unsubscribe/${await tokenOf(one)}`
    await client.remove(ada, one)
    for (const method of ['GET', 'POST'] as const)
      expectError(await client.portal.ask({ method, path }), 404, 'notFound')
  })
})
