import { expect } from 'vitest'
import { countedWords, expectTakenAsDescribed } from '../taken-as-described.ts'
import type { Db } from '#server/db/tables/schema.ts'
import type { DueAgain } from './due-again.ts'

/**
 * Asserts, once all is over: each due time has one run, that one delivery for each recipient, and that at most one mail;
 * and each has ended as the mail server knows it. Answers how often how.
 */
export async function expectSentOnce({ lists, dueTimes, arrived }: DueAgain, db: Db): Promise<string> {
  const deliveries = await db
    .selectFrom('delivery')
    .innerJoin('subscription_run', 'subscription_run.id', 'run_id')
    .select(['delivery.id', 'run_id as runId', 'delivery.subscription_id as subscriptionId', 'status'])
    .select(['cause', 'due_at as dueAt', 'user_id as userId', 'email', 'ended_at as endedAt'])
    .execute()
  const runs = [...Map.groupBy(deliveries, ({ runId }) => runId).values()]
  expect(await db.selectFrom('subscription_run').select('id').execute()).toHaveLength(runs.length)
  for (const [{ id }, list] of lists) {
    const own = runs.filter(([one]) => one?.subscriptionId === id)
    const planned = own.filter(([one]) => one?.cause === 'schedule')
    expect(planned.map(([one]) => one?.dueAt.toISOString() ?? '').toSorted()).toEqual(
      dueTimes.get(id)?.map((at) => at.toISOString()),
    )
    for (const run of own) {
      const recipients = run.map(({ userId, email }) => userId ?? email ?? '').toSorted()
      if (run[0]?.cause === 'resend') expect(recipients).toHaveLength(1)
      else expect(recipients).toEqual(list)
    }
  }
  const mails = await db.selectFrom('mail').selectAll().execute()
  const byDelivery = Map.groupBy(mails, (mail) => mail.delivery_id)
  for (const { id, status, endedAt } of deliveries) {
    expect(['mailed', 'skipped', 'failed']).toContain(status)
    expect(endedAt).not.toBeNull()
    expect(byDelivery.get(id) ?? []).toHaveLength(status === 'mailed' ? 1 : 0)
  }
  expectTakenAsDescribed(mails, arrived)
  return `${runs.length} runs; deliveries: ${countedWords(deliveries)}; emails: ${countedWords(mails)}`
}
