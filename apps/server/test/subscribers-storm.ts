import { createSubscription, Subscription } from '@callboard/contract/subscriptions'
import { dashboardReports } from '@callboard/contract/reports'
import { vi } from 'vitest'
import { z } from 'zod'
import type { Postgres } from '#server/db/postgres/postgres.ts'
import { csv } from './clients/subscriptions.ts'
import type { Factory } from './factory.ts'
import type { MailSink } from './mail-sink.ts'
import type { Asking } from './writers-storm.ts'

const Saved = z.object({ id: z.string() })
/** Within which those of a storm become due. */
const dueWithinMs = 12_000

/** Subscriptions of several users that become due once while the processes are killed, paused and cut off. */
export class SubscribersStorm {
  readonly #postgres: Postgres
  /** With the address of who gets it, and when it is due. */
  readonly #subscriptions: { id: string; email: string; dueAt: Date }[] = []

  constructor(postgres: Postgres) {
    this.#postgres = postgres
  }

  get count(): number {
    return this.#subscriptions.length
  }

  async subscribe(ask: Asking, make: Factory, customer: { id: string; name: string }): Promise<void> {
    for (let at = 0; at < 4; at++) {
      const email = `${customer.name}-subscriber-${at}@example.com`
      const user = await make.user({
        claims: ['reporting.view', 'reporting.save'],
        customerId: customer.id,
        email,
      })
      const { token } = user
      const report = { reportId: dashboardReports.topSources, name: 'Sources', parameters: {} }
      const saved = Saved.parse(
        JSON.parse(await ask({ path: '/api/reporting/savereport', body: JSON.stringify(report), token })),
      )
      const path = createSubscription.path.replace(/:\w+|\{\w+\}/, saved.id)
      const body = {
        name: 'Every month',
        schedule: { frequency: 'monthly', dayOfMonth: 1, time: '03:00', timeZone: 'UTC' },
        exportTypeIds: at % 2 === 0 ? [csv] : [],
        recipients: [{ userId: user.id }],
      }
      const { id } = Subscription.parse(JSON.parse(await ask({ path, body: JSON.stringify(body), token })))
      this.#subscriptions.push({ id, email, dueAt: new Date() })
    }
  }

  /** Each at a moment of its own, from now on. */
  async makeDue(): Promise<void> {
    for (const one of this.#subscriptions) {
      one.dueAt = new Date(Date.now() + Math.floor(Math.random() * dueWithinMs))
      await this.#postgres.db
        .updateTable('subscription')
        .set({ next_run_at: one.dueAt })
        .where('id', '=', one.id)
        .execute()
    }
  }

  /**
   * Each was run once for its time, and has sent one mail, of which it is known if it is uncertain whether it arrived: gives
   * what is not so, once all is over.
   */
  async listWrong({ arrived }: MailSink): Promise<object[]> {
    const ids = this.#subscriptions.map(({ id }) => id)
    const read = async () =>
      await this.#postgres.db
        .selectFrom('delivery')
        .innerJoin('subscription_run', 'subscription_run.id', 'run_id')
        .leftJoin('mail', 'mail.delivery_id', 'delivery.id')
        .where('delivery.subscription_id', 'in', ids)
        .select([
          'delivery.subscription_id as id',
          'due_at as dueAt',
          'delivery.status',
          'mail.status as mail',
        ])
        .execute()
    const isOver = ({ status, mail }: Awaited<ReturnType<typeof read>>[number]) =>
      status === 'mailed' && (mail === 'sent' || mail === 'uncertain')
    await vi.waitUntil(
      async () => {
        await this.#endPauses(ids)
        return (await read()).filter(isOver).length >= ids.length
      },
      { interval: 200 },
    )
    const runs = await read()
    return this.#subscriptions.flatMap(({ id, email, dueAt }) => {
      const own = runs.filter((run) => run.id === id)
      const times = arrived.filter(({ recipient }) => recipient === email).length
      const [run] = own
      const isRight =
        own.length === 1 &&
        run?.dueAt.getTime() === dueAt.getTime() &&
        (times === 1 || (times === 0 && run.mail === 'uncertain'))
      return isRight ? [] : [{ email, dueAt, times, own }]
    })
  }

  /** What failed is tried again at once. */
  async #endPauses(ids: readonly string[]): Promise<void> {
    const deliveries = this.#postgres.db
      .updateTable('delivery')
      .set({ not_before: null })
      .where('subscription_id', 'in', ids)
      .where('status', '=', 'waiting')
    await deliveries.execute()
    const mails = this.#postgres.db.updateTable('mail').set({ not_before: null })
    await mails.where('status', '=', 'waiting').execute()
  }
}
