import { MailInFull } from '@callboard/contract/mails'
import { vi } from 'vitest'
import { Mailer } from '#server/features/mail/mail.ts'
import { defaultTimeouts } from '#server/features/mail/mail-server.ts'
import { expectOk } from '../expect-errors.ts'
import { type MailSink, openMailSink } from '../mail-sink.ts'
import { openPortal, type Person, type Portal } from '../portal.ts'

type MailerParts = ConstructorParameters<typeof Mailer>[0]

/** Mailers of the outbox of a portal that has no mail server itself. */
export class MailClient {
  readonly portal: Portal
  readonly sink: MailSink
  readonly mailers: Mailer[] = []
  #count = 0

  private constructor(portal: Portal, sink: MailSink) {
    this.portal = portal
    this.sink = sink
  }

  static async open(): Promise<MailClient> {
    return new MailClient(await openPortal(), await openMailSink())
  }

  get db() {
    return this.portal.db
  }

  get admin(): Person {
    return this.portal.admin
  }

  async mailer(given: Partial<MailerParts> = {}): Promise<Mailer> {
    const mailer = new Mailer({
      db: this.db,
      log: this.portal.runtime.log,
      files: this.portal.runtime.deliveryFiles,
      publicUrl: 'https://calls.example.com',
      from: 'Callboard <callboard@example.com>',
      smtpUrl: this.sink.url,
      hasPeers: true,
      timeouts: defaultTimeouts,
      closesWithin: 0,
      ...given,
    })
    this.mailers.push(mailer)
    await mailer.start()
    return mailer
  }

  /** To be called after each test. */
  async clear(): Promise<void> {
    await Promise.all(this.mailers.splice(0).map(async (mailer) => await mailer.close()))
    this.sink.misdeed = () => undefined
    this.sink.answer = () => undefined
    await this.db.deleteFrom('mail').execute()
  }

  /** To a reader of its own. */
  newMail() {
    return { recipient: `reader-${++this.#count}@example.com`, subject: 'Hello', text: 'There' }
  }

  async read(id: string): Promise<MailInFull> {
    return MailInFull.parse(expectOk(await this.admin.ask({ path: `/api/mail/${id}` })))
  }

  /** The mail once it is no longer being sent, or was paused. */
  async outcome(id: string): Promise<MailInFull> {
    const mail = this.db.selectFrom('mail').where('id', '=', id).select(['status', 'not_before'])
    await vi.waitUntil(
      async () => {
        const { status, not_before: pause } = await mail.executeTakeFirstOrThrow()
        return status !== 'sending' && (status !== 'waiting' || pause !== null)
      },
      { interval: 10 },
    )
    return await this.read(id)
  }

  countArrived({ recipient }: MailInFull): number {
    return this.sink.arrived.filter((one) => one.recipient === recipient).length
  }
}
