import { Readable } from 'node:stream'
import { exampleIds } from '@callboard/contract/examples'
import { buildUnsubscribeToken, readUnsubscribeSecret } from '#server/access/sign-in/unsubscribe-token.ts'
import { z } from 'zod'
import type { Answer, AskedRequest, Person, Portal } from '../portal.ts'

interface Asking {
  test: () => Portal
  ask: (request: AskedRequest) => Promise<Answer>
  /** Who asks, and gets what is sent. */
  user: () => Person
  saveReport: () => Promise<string>
}

type Texts = Record<string, string>

/** What there has to be for the calls of a subscription: it is of the saved report, and the delivery of it. */
export function prepareSubscriptions(asking: Asking): Record<string, () => Promise<Texts>> {
  const path = '/api/reporting/subscription/{savedReportId}'
  const subscribed = async () => await subscribe(asking)
  const delivered = async () => await deliver(asking)
  return {
    [`PUT ${path}`]: subscribed,
    // Others would need the rights that the report needs.
    'POST /api/reporting/send/preview': async () => ({ [exampleIds.otherUser]: asking.user().id }),
    [`DELETE ${path}/{id}`]: subscribed,
    [`PUT ${path}/{id}/restore`]: async () => await deleted(asking),
    [`POST ${path}/{id}/run`]: subscribed,
    [`POST ${path}/{id}/test`]: subscribed,
    [`GET ${path}/deliveries/{id}`]: delivered,
    [`POST ${path}/deliveries/{id}/resend`]: delivered,
    [`GET ${path}/deliveries/{id}/mail`]: delivered,
    [`GET ${path}/deliveries/{id}/file/{name}`]: delivered,
    'PUT /api/user/me/subscriptions/{id}/unsubscribe': subscribed,
    'PUT /api/user/me/subscriptions/{id}/resubscribe': subscribed,
    'GET /api/unsubscribe/{token}': async () => await withToken(asking),
    'POST /api/unsubscribe/{token}': async () => await withToken(asking),
  }
}

async function subscribe({ ask, user, saveReport }: Asking): Promise<Texts> {
  const savedReportId = await saveReport()
  const body = {
    name: 'Every day',
    schedule: { frequency: 'daily', time: '08:00', timeZone: 'UTC' },
    recipients: [{ userId: user().id }],
  }
  const answer = await ask({ path: `/api/reporting/subscription/${savedReportId}`, body })
  const { id } = z.object({ id: z.string() }).parse(answer.json())
  return { [exampleIds.savedReport]: savedReportId, [exampleIds.subscription]: id }
}

async function deleted(asking: Asking): Promise<Texts> {
  const texts = await subscribe(asking)
  const path = `/api/reporting/subscription/${texts[exampleIds.savedReport]}`
  await asking.ask({ method: 'DELETE', path: `${path}/${texts[exampleIds.subscription]}` })
  return texts
}

async function deliver(asking: Asking): Promise<Texts> {
  const { db, deliveryFiles, deliveryRunner } = asking.test().runtime
  // Its mail and its file are made here.
  await deliveryRunner.close()
  const texts = await subscribe(asking)
  const path = `/api/reporting/subscription/${texts[exampleIds.savedReport]}`
  await asking.ask({ method: 'POST', path: `${path}/${texts[exampleIds.subscription]}/run` })
  const answer = await asking.ask({ path: `${path}/deliveries` })
  const [item] = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(answer.json()).items
  const id = item?.id ?? ''
  await deliveryFiles.put(`${id}.csv`, Readable.from([Buffer.from('source,calls')]))
  const file = { name: 'Radio this week.csv', key: `${id}.csv`, bytes: 12, isAttached: true }
  await db
    .updateTable('delivery')
    .set({ files: JSON.stringify([file]) })
    .where('id', '=', id)
    .execute()
  await db
    .insertInto('mail')
    .values({ recipient: 'a@example.com', subject: 'Calls', body_text: 'Radio', delivery_id: id })
    .execute()
  return { ...texts, [exampleIds.delivery]: id }
}

async function withToken(asking: Asking): Promise<Texts> {
  const { db } = asking.test().runtime
  const texts = await subscribe(asking)
  const { id } = await db
    .selectFrom('subscription_recipient')
    .where('subscription_id', '=', texts[exampleIds.subscription] ?? '')
    .select('id')
    .executeTakeFirstOrThrow()
  return { 'token-of-a-mail': buildUnsubscribeToken(await readUnsubscribeSecret(db), id) }
}
