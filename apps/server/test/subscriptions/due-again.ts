import type { Subscription } from '@callboard/contract/subscriptions'
import type { Db } from '#server/db/tables/schema.ts'
import type { ArrivedMail, MailSink } from '../mail-sink.ts'
import { parseMail } from '../parse-mail.ts'
import { type DeliveryClient, tenth } from '../clients/deliveries.ts'

const [csv, xlsx] = ['0f000000-0000-7000-8000-000000000002', '0f000000-0000-7000-8000-000000000003']
const outside = 'someone@partner.example'

/** Subscriptions that become due again and again, each with recipients of three customers, and what was sent of them. */
export class DueAgain {
  readonly #client: DeliveryClient
  /** With the recipients of each, in order. */
  readonly lists = new Map<Subscription, readonly string[]>()
  /** The CSV that is for whoever has an address. */
  readonly #files = new Map<string, string>()
  /** By the id of a subscription. */
  readonly dueTimes = new Map<string, Date[]>()
  readonly arrived: Pick<ArrivedMail, 'recipient' | 'messageId'>[] = []
  #sent: { id: string; savedReportId: string }[] = []

  private constructor(client: DeliveryClient) {
    this.#client = client
  }

  static async open(client: DeliveryClient, count: number): Promise<DueAgain> {
    const made = new DueAgain(client)
    await client.portal.set('outsideRecipients', 'on')
    await client.portal.set('outsideDomains', 'partner.example')
    const readers = []
    for (const customer of [0, 1, 2, 0, 1, 2]) readers.push(await client.reader(customer))
    for (const one of [...readers, { ...client.owner, email: outside }])
      made.#files.set(one.email, (await client.screen(one, 'text/csv')).text)
    for (let at = 0; at < count; at++) {
      const users = (at % 2 === 0 ? readers.slice(0, 3) : readers.slice(3)).map(({ id }) => id)
      await made.#subscribe(at, users)
    }
    return made
  }

  /** They differ in their files, their recipients and whether somebody gets it at all. */
  async #subscribe(at: number, users: readonly string[]): Promise<void> {
    const { id } = await this.#client.save({ parameters: { dateRange: tenth } })
    const isOutside = at % 4 === 1
    const recipients = [...users.map((userId) => ({ userId })), ...(isOutside ? [{ email: outside }] : [])]
    const subscription = await this.#client.subscribe(id, recipients, {
      name: `Subscription ${at}`,
      // By itself it is due tomorrow.
      schedule: { frequency: 'daily', time: anHourAgo(), timeZone: 'UTC' },
      exportTypeIds: at % 3 === 0 ? [csv, xlsx] : [csv],
      ...(at % 5 === 4 && { condition: { measure: 'calls', op: 'gt', value: 2 } }),
    })
    this.lists.set(subscription, [...users, ...(isOutside ? [outside] : [])].toSorted())
  }

  /** All that wait for their next due time have it now; what was paused to be tried again is tried at once. */
  async makeDue(db: Db): Promise<void> {
    const now = new Date()
    const due = await db
      .updateTable('subscription')
      .set({ next_run_at: now })
      .where('next_run_at', '>', now)
      .returning('id')
      .execute()
    for (const { id } of due) this.dueTimes.set(id, [...(this.dueTimes.get(id) ?? []), now])
    await this.endPauses(db)
    this.#sent = await db
      .selectFrom('delivery')
      .innerJoin('subscription', 'subscription.id', 'subscription_id')
      .select(['delivery.id', 'saved_report_id as savedReportId'])
      .orderBy('delivery.id', 'desc')
      .limit(50)
      .execute()
  }

  /** Answers how much is not over yet. */
  async endPauses(db: Db): Promise<number> {
    const unplanned = await db
      .selectFrom('subscription')
      .where('next_run_at', '<=', new Date())
      .select('id')
      .execute()
    const unrendered = await db
      .updateTable('delivery')
      .set({ not_before: null })
      .where('status', 'in', ['waiting', 'rendering'])
      .returning('id')
      .execute()
    const unsent = await db
      .updateTable('mail')
      .set({ not_before: null })
      .where('status', 'in', ['waiting', 'sending'])
      .returning('id')
      .execute()
    return unplanned.length + unrendered.length + unsent.length
  }

  /** The names of the files that a delivery or a mail has. */
  async selectFiles(db: Db): Promise<ReadonlySet<string>> {
    const deliveries = await db.selectFrom('delivery').select('files').execute()
    const mails = await db.selectFrom('mail').select('attachments').execute()
    const keys = [
      ...deliveries.flatMap(({ files }) => files),
      ...mails.flatMap(({ attachments }) => attachments),
    ]
    return new Set(keys.flatMap(({ key }) => key ?? []))
  }

  /** Has one of them sent by hand, or one of the last deliveries once more, by a portal that may be gone. */
  async sendByHand(url: string): Promise<void> {
    const resent = this.#sent[Math.floor(Math.random() * this.#sent.length)]
    const all = [...this.lists.keys()]
    const one = all[Math.floor(Math.random() * all.length)]
    const path =
      resent !== undefined && Math.random() < 0.5
        ? `${resent.savedReportId}/deliveries/${resent.id}/resend`
        : `${one?.savedReportId}/${one?.id}/run`
    const headers = { authorization: `Bearer ${this.#client.owner.token}` }
    const asked = fetch(`${url}/api/reporting/subscription/${path}`, { method: 'POST', headers })
    const answer = await asked.catch(() => undefined)
    // 409: it is being sent, or was sent often enough today.
    if (answer !== undefined && ![200, 201, 409].includes(answer.status))
      throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }

  /** Keeps what a mail server took. Throws if a mail has other rows than those of whoever it is for. */
  take(sink: MailSink): void {
    for (const { recipient, messageId, text } of sink.arrived.splice(0)) {
      this.arrived.push({ recipient, messageId })
      for (const { name, bytes } of parseMail(text).files)
        if (name?.endsWith('.csv') === true && bytes.toString() !== this.#files.get(recipient))
          throw new Error(`${recipient} got other rows: ${bytes.toString()}`)
    }
  }
}

function anHourAgo(): string {
  return new Date(Date.now() - 3_600_000).toISOString().slice(11, 16)
}
