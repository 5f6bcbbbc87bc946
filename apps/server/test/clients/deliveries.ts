import type { Claim } from '@callboard/contract/claims'
import { SavedReport } from '@callboard/contract/saved-reports'
import { type Delivery, listSubscriptions, type Subscription } from '@callboard/contract/subscriptions'
import { vi } from 'vitest'
import { change, systemActor } from '#server/db/records/change.ts'
import { DeliveryRunner } from '#server/features/subscriptions/delivery-runner.ts'
import { planRuns } from '#server/features/subscriptions/plan-runs.ts'
import { afterFile } from '../after-file.ts'
import { expectOk } from '../expect-errors.ts'
import { RecordedStore } from '../http/recorded-store.ts'
import { type MailSink, openMailSink } from '../mail-sink.ts'
import { type ParsedMail, parseMail } from '../parse-mail.ts'
import { csv, SubscriptionClient } from './subscriptions.ts'
import { type Answer, openPortal, type Person, type Portal, type PortalOptions } from '../portal.ts'

const sending: readonly Claim[] = ['reporting.view', 'reporting.save']
/** At 08:00 in Chicago: yesterday is March 10. */
export const dueAt = new Date('2026-03-11T13:00:00.000Z')
export const tenth = { from: '2026-03-10', to: '2026-03-11' }
const timeZone = 'America/Chicago'

export interface Reader extends Person {
  email: string
}

export const usersOf = (readers: readonly { id: string }[]) => readers.map(({ id: userId }) => ({ userId }))

/** A portal with calls of three customers and a saved report of them, whose deliveries go to a real mail server. */
export class DeliveryClient {
  readonly portal: Portal
  readonly sink: MailSink
  /** Through which the deliveries read calls. */
  readonly calls: RecordedStore
  readonly runner: DeliveryRunner
  readonly admin: Person
  readonly customers: readonly string[]
  readonly reportId: string
  readonly groupId: string
  readonly owner: Reader
  /** Which has the report. */
  readonly setId: string
  #made = 0

  private constructor(
    parts: Pick<
      DeliveryClient,
      'portal' | 'sink' | 'calls' | 'runner' | 'admin' | 'customers' | 'reportId' | 'groupId' | 'owner'
    > & { setId: string },
  ) {
    this.portal = parts.portal
    this.sink = parts.sink
    this.calls = parts.calls
    this.runner = parts.runner
    this.admin = parts.admin
    this.customers = parts.customers
    this.reportId = parts.reportId
    this.groupId = parts.groupId
    this.owner = parts.owner
    this.setId = parts.setId
  }

  /** `sender` takes in the calls, where this portal is not the one of several that does. */
  static async open({
    sender,
    ...options
  }: PortalOptions & { sender?: Portal } = {}): Promise<DeliveryClient> {
    const sink = await openMailSink()
    const portal = await openPortal({
      publicUrl: 'https://calls.example.com',
      settings: { smtpUrl: sink.url },
      // What is due, and who renders it, the tests say.
      stopped: ['runPlanner', 'deliveryRunner'],
      ...options,
    })
    const { make } = portal
    const admin = await make.user({ isAdmin: true, email: 'admin@example.com' })
    const customers: string[] = []
    for (const sources of [['radio', 'tv', 'radio'], ['tv', 'radio'], ['radio']]) {
      // The last one is of the day before.
      const calls = [
        ...sources.map((source) => ({ source })),
        { source: 'radio', startedAt: '2026-03-09T15:00:00.000Z' },
      ]
      customers.push(await (sender ?? portal).customerWith(calls))
    }
    const reportId = await make.report({
      name: 'Calls by source',
      definition: {
        measures: ['calls', 'answered'],
        dimensions: [{ field: 'source' }],
        chart: { type: 'bar' },
      },
      parameters: [{ name: 'dateRange' }, { name: 'source' }, { name: 'compare' }],
    })
    const setId = await make.reportSet([reportId])
    const ada = await make.user({
      claims: sending,
      customerId: customers[0] ?? '',
      email: 'ada@example.com',
    })
    await make.changeUser(ada.id, { first_name: 'Ada', last_name: 'Byron' })
    const groupId = await make.group({ userIds: [ada.id], setIds: [setId], customerIds: customers })
    const calls = new RecordedStore(portal.runtime.calls)
    const runner = runnerOf(portal, calls)
    await runner.start()
    const owner = { ...ada, email: 'ada@example.com' }
    return new DeliveryClient({
      portal,
      sink,
      calls,
      runner,
      admin,
      customers,
      reportId,
      groupId,
      owner,
      setId,
    })
  }

  /** Before the end of the file: another process may then have the folder. */
  async close(): Promise<void> {
    await this.runner.close()
    await this.portal.close()
  }

  get subscriptions(): SubscriptionClient {
    const { portal, admin, customers } = this
    return new SubscriptionClient({ portal, admin, customerId: customers[0] ?? '' })
  }

  get db() {
    return this.portal.runtime.db
  }

  /** Users of the first customer with the same role, all in the group of the owner. */
  async colleagues(count: number, roleId: string): Promise<Reader[]> {
    const readers: Reader[] = []
    for (let at = 0; at < count; at++) {
      const email = `reader-${++this.#made}@example.com`
      const user = await this.portal.make.user({ customerId: this.customers[0] ?? '', email })
      await this.portal.make.assign(user.id, roleId)
      readers.push({ ...user, email })
    }
    const userIds = readers.map(({ id }) => id)
    await this.portal.make.group({ userIds, setIds: [this.setId] })
    return readers
  }

  /** How many there are of all kinds, to one user. */
  async deliveriesTo({ id }: Pick<Reader, 'id'>): Promise<number> {
    const found = await this.db.selectFrom('delivery').where('user_id', '=', id).select('id').execute()
    return found.length
  }

  /** Takes a reader out of their group. */
  async leave(reader: { id: string; groupId: string } | undefined): Promise<void> {
    const path = `/api/reporting/groups/${reader?.groupId}/user/${reader?.id}`
    await this.admin.ask({ method: 'DELETE', path })
  }

  /** Its deliveries, and their mails, ended so many days ago. */
  async age({ id }: Subscription, days: number): Promise<void> {
    const then = new Date(Date.now() - days * 24 * 3_600_000)
    const deliveries = this.db.selectFrom('delivery').where('subscription_id', '=', id).select('id')
    await this.db
      .updateTable('mail')
      .set({ created_at: then })
      .where('delivery_id', 'in', deliveries)
      .execute()
    await this.db.updateTable('delivery').set({ ended_at: then }).where('subscription_id', '=', id).execute()
  }

  /** Those of its deliveries that are there. */
  async countFiles({ id }: Subscription): Promise<number> {
    const rows = await this.db
      .selectFrom('delivery')
      .where('subscription_id', '=', id)
      .select('files')
      .execute()
    const there = new Set(await this.portal.runtime.deliveryFiles.list())
    return rows.flatMap(({ files }) => files).filter(({ key }) => key !== null && there.has(key)).length
  }

  /** Another one that renders what waits in the same database. */
  anotherRunner(): DeliveryRunner {
    return runnerOf(this.portal, this.portal.runtime.calls)
  }

  /** Of a customer, with the report in a group of their own. */
  async reader(
    at: number,
    claims: readonly Claim[] = ['reporting.view'],
  ): Promise<Reader & { groupId: string }> {
    const email = `reader-${++this.#made}@example.com`
    const user = await this.portal.make.user({ claims, customerId: this.customers[at] ?? '', email })
    const groupId = await this.portal.make.group({ userIds: [user.id], setIds: [this.setId] })
    return { ...user, email, groupId }
  }

  async save(body: object = {}): Promise<SavedReport> {
    const answer = await this.owner.ask({
      path: '/api/reporting/savereport',
      body: {
        reportId: this.reportId,
        name: 'Yesterday by source',
        parameters: { dateRange: { relative: 'yesterday' } },
        ...body,
      },
    })
    return SavedReport.parse(answer.json())
  }

  /** Of which nobody has asked before, so that it is read from the store. */
  async saveAnother(): Promise<SavedReport> {
    const source = ['radio', 'tv', `other-${++this.#made}`]
    return await this.save({ parameters: { dateRange: { relative: 'yesterday' }, source } })
  }

  async pause({ id }: Subscription): Promise<void> {
    await change(this.db, systemActor, async (transaction) =>
      transaction.updateTable('subscription').set({ is_active: false }).where('id', '=', id).execute(),
    )
  }

  /** Of the owner, who owns the saved report; daily at 08:00, as CSV. */
  async subscribe(
    savedReportId: string,
    recipients: readonly object[],
    given: object = {},
  ): Promise<Subscription> {
    const asked = { name: 'Every morning', recipients, exportTypeIds: [csv], ...given }
    return await this.subscriptions.subscribe(this.owner, savedReportId, asked)
  }

  /** Makes it due, and waits until all of its deliveries have ended. */
  async deliver({ id }: Pick<Subscription, 'id'>, at = dueAt): Promise<void> {
    await this.plan(id, at)
    this.runner.wake()
    await this.settled(id)
  }

  async plan(id: string, at = dueAt): Promise<void> {
    await this.db.updateTable('subscription').set({ next_run_at: at }).where('id', '=', id).execute()
    const { db, log } = this.portal.runtime
    await planRuns({ db, log }, new Date(at.getTime() + 1000))
  }

  async settled(subscriptionId: string): Promise<void> {
    const open = this.db
      .selectFrom('delivery')
      .leftJoin('mail', 'mail.delivery_id', 'delivery.id')
      .where('subscription_id', '=', subscriptionId)
      .where((where) =>
        where.or([
          where('delivery.status', '=', 'rendering'),
          where.and([where('delivery.status', '=', 'waiting'), where('delivery.not_before', 'is', null)]),
          where('mail.status', 'in', ['waiting', 'sending']),
        ]),
      )
      .select('delivery.id')
    await vi.waitUntil(async () => (await open.execute()).length === 0, { interval: 10 })
  }

  /** The subscriptions of a saved report, as its owner is told of them. */
  async list({ id }: Pick<SavedReport, 'id'>) {
    const path = `/api/reporting/subscription/${id}`
    const { token } = this.owner
    return listSubscriptions.response.parse(expectOk(await this.portal.ask({ path, token })))
  }

  /** The history of a saved report. */
  async history({ savedReportId }: Subscription): Promise<Delivery[]> {
    return await this.subscriptions.deliveries(this.owner, savedReportId, '?pagesize=200')
  }

  /** What became of it for each recipient, by name or address. */
  async outcomes(subscription: Subscription): Promise<Record<string, string>> {
    const found = await this.history(subscription)
    return Object.fromEntries(
      found.map(({ recipient, status, reason }) => [
        recipient.name,
        reason === null ? status : `${status}: ${reason}`,
      ]),
    )
  }

  mailsTo({ email }: Pick<Reader, 'email'>): ParsedMail[] {
    return this.sink.arrived.filter(({ recipient }) => recipient === email).map(({ text }) => parseMail(text))
  }

  mailTo(reader: Pick<Reader, 'email'>): ParsedMail {
    const [mail, another] = this.mailsTo(reader)
    if (mail === undefined || another !== undefined)
      throw new Error(`there is not one email to ${reader.email}`)
    return mail
  }

  /** What a user sees of the tenth in Chicago. */
  async screen(user: Person, accept = 'application/json', parameters: object = {}): Promise<Answer> {
    return await user.ask({
      path: '/api/reporting/runreport',
      body: { reportId: this.reportId, parameters: { dateRange: tenth, ...parameters }, timeZone },
      headers: { accept },
    })
  }
}

function runnerOf({ runtime }: Portal, calls: RecordedStore | Portal['runtime']['calls']): DeliveryRunner {
  const runner = new DeliveryRunner({ ...runtime, calls, files: runtime.deliveryFiles, hasPeers: true })
  afterFile(async () => await runner.close())
  return runner
}
