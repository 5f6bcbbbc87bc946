import { dashboardReports } from '@callboard/contract/reports'
import {
  type Delivery,
  listDeliveries,
  listOwnSubscriptions,
  listSubscriptions,
  Subscription,
} from '@callboard/contract/subscriptions'
import type { Claim } from '@callboard/contract/claims'
import { z } from 'zod'
import { errorsOf, expectCreated, expectOk } from '../expect-errors.ts'
import { type Answer, openPortal, type Person, type Portal, type PortalOptions } from '../portal.ts'

export const csv = '0f000000-0000-7000-8000-000000000002'
export const daily = { frequency: 'daily', time: '08:00', timeZone: 'America/Chicago' }
const saving: readonly Claim[] = ['reporting.view', 'reporting.save']

/** Status, field and sentence. */
export const errorOf = (answer: Answer) => {
  const [{ field, description } = { field: '', description: '' }] = errorsOf(answer)
  return [answer.status, field, description]
}

let made = 0

/** What users do with subscriptions to a report, without a mail server. */
export class SubscriptionClient {
  readonly portal: Portal
  readonly admin: Person
  readonly customerId: string

  constructor(parts: Pick<SubscriptionClient, 'portal' | 'admin' | 'customerId'>) {
    this.portal = parts.portal
    this.admin = parts.admin
    this.customerId = parts.customerId
  }

  static async open(options: PortalOptions = {}): Promise<SubscriptionClient> {
    // What is planned waits until the test says what became of it.
    const portal = await openPortal({ stopped: ['deliveryRunner'], ...options })
    const admin = await portal.make.user({ isAdmin: true, email: 'admin@example.com' })
    return new SubscriptionClient({ portal, admin, customerId: (await portal.make.customer()).id })
  }

  /** Of the customer, with an address. */
  async user(given: { claims?: readonly Claim[]; customerId?: string } = {}): Promise<Person> {
    const { claims = saving, customerId = this.customerId } = given
    return await this.portal.make.user({ claims, customerId, email: `subscriber-${++made}@example.com` })
  }

  async save(user: Person, body: object = {}): Promise<string> {
    const answer = await user.ask({
      path: '/api/reporting/savereport',
      body: { reportId: dashboardReports.topSources, name: 'Sources', parameters: {}, ...body },
    })
    return z.object({ id: z.string() }).parse(answer.json()).id
  }

  async create(user: Person, savedReportId: string, body: object): Promise<Answer> {
    return await user.ask({
      path: `/api/reporting/subscription/${savedReportId}`,
      body: { name: 'Every day', schedule: daily, ...body },
    })
  }

  async subscribe(user: Person, savedReportId: string, body: object = {}): Promise<Subscription> {
    const answer = await this.create(user, savedReportId, { recipients: [{ userId: user.id }], ...body })
    return Subscription.parse(expectCreated(answer))
  }

  async update(user: Person, { id, savedReportId }: Subscription, body: object): Promise<Answer> {
    const path = `/api/reporting/subscription/${savedReportId}`
    return await user.ask({ method: 'PUT', path, body: { id, ...body } })
  }

  /** `run`, `test`, … */
  async post(user: Person, { id, savedReportId }: Subscription, what: string): Promise<Answer> {
    const path = `/api/reporting/subscription/${savedReportId}/${id}/${what}`
    return await user.ask({ method: 'POST', path })
  }

  async remove(user: Person, { id, savedReportId }: Subscription): Promise<Answer> {
    const path = `/api/reporting/subscription/${savedReportId}/${id}`
    return await user.ask({ method: 'DELETE', path })
  }

  async restore(user: Person, { id, savedReportId }: Subscription): Promise<Answer> {
    const path = `/api/reporting/subscription/${savedReportId}/${id}/restore`
    return await user.ask({ method: 'PUT', path })
  }

  async list(user: Person, savedReportId: string): Promise<Subscription[]> {
    const answer = await user.ask({ path: `/api/reporting/subscription/${savedReportId}` })
    return listSubscriptions.response.parse(expectOk(answer)).items
  }

  async own(user: Person): Promise<Subscription[]> {
    const answer = await user.ask({ path: '/api/user/me/subscriptions' })
    return listOwnSubscriptions.response.parse(expectOk(answer)).items
  }

  async deliveries(user: Person, savedReportId: string, query = ''): Promise<Delivery[]> {
    const path = `/api/reporting/subscription/${savedReportId}/deliveries${query}`
    return listDeliveries.response.parse(expectOk(await user.ask({ path }))).items
  }

  /** Writes the mail of a delivery, as the renderer does. */
  async mail(
    deliveryId: string,
    status: 'waiting' | 'sent' | 'failed' | 'uncertain' = 'waiting',
  ): Promise<void> {
    const { db } = this.portal.runtime
    await db
      .insertInto('mail')
      .values({
        recipient: 'a@example.com',
        subject: 'Sources',
        body_text: 'Radio',
        delivery_id: deliveryId,
        status,
      })
      .execute()
    await db.updateTable('delivery').set({ status: 'mailed' }).where('id', '=', deliveryId).execute()
  }
}
