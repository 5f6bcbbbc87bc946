import type { MailDelivery } from '@callboard/contract/mails'
import type { Kysely } from 'kysely'
import { createTransport, type Transporter } from 'nodemailer'
import { z } from 'zod'
import type { Database } from '../../db/schema.ts'
import { readSecret, readSettings } from '../../db/settings.ts'
import type { Job, JobQueue } from '../../jobs/queue.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import type { NewMail } from './store.ts'
import * as store from './store.ts'

const jobName = 'send-mail'
const mostTries = 8

const JobData = z.object({ mailId: z.guid() })

/**
 * Sends mails through an outbox in the database, where they wait while there is no mail server. The settings of server
 * and sender take precedence over the environment, and apply from the next mail on.
 */
export class Mailer {
  readonly #db: Kysely<Database>
  readonly #queue: JobQueue
  /** The sender, unless the settings name another. */
  readonly defaultFrom: string
  readonly #smtpUrl: string | undefined
  #open: { url: string; transport: Transporter } | undefined

  constructor(of: { db: Kysely<Database>; queue: JobQueue; from: string; smtpUrl: string | undefined }) {
    this.#db = of.db
    this.#queue = of.queue
    this.defaultFrom = of.from
    this.#smtpUrl = of.smtpUrl
  }

  /** Sends the waiting mails if there is a mail server now. */
  async sendWaiting(): Promise<void> {
    if (!(await this.hasServer())) return
    for (const id of await store.selectWaitingMailIds(this.#db))
      await this.#queue.add(jobName, { mailId: id }, id)
  }

  /** Adds a mail to the outbox, to be sent in the background. */
  async enqueue(mail: NewMail): Promise<{ id: string; delivery: MailDelivery }> {
    const id = await store.insertMail(this.#db, mail)
    if (!(await this.hasServer())) return { id, delivery: 'outbox' }
    await this.#queue.add(jobName, { mailId: id }, id)
    return { id, delivery: 'sending' }
  }

  /** Whether mails leave the outbox. */
  async hasServer(): Promise<boolean> {
    return (await this.#transport()) !== undefined
  }

  /** Tries a mail again that could not be sent. Throws `notFound`, and `conflict` for one that is not to be tried again. */
  async retry(id: string): Promise<undefined> {
    const { status } = orNotFound(await store.selectMail(this.#db, id))
    if (status !== 'failed')
      throw new AppError('conflict', 'Only a mail that could not be sent is tried again.')
    await store.updateToWaiting(this.#db, id)
    if (await this.hasServer()) await this.#queue.add(jobName, { mailId: id }, id)
  }

  /** Of the mail server that is configured now; undefined without one. */
  async #transport(): Promise<Transporter | undefined> {
    const url = (await readSecret(this.#db, 'smtpUrl')) ?? this.#smtpUrl
    if (this.#open?.url !== url) {
      this.#open?.transport.close()
      this.#open = url === undefined ? undefined : { url, transport: createTransport(url) }
    }
    return this.#open?.transport
  }

  /** Sends a mail of the outbox; without a mail server it stays there. */
  async send(id: string): Promise<void> {
    const transport = await this.#transport()
    if (transport === undefined) return
    const mail = await store.claimMail(this.#db, id)
    if (mail === undefined) return
    const { mailFrom } = await readSettings(this.#db)
    try {
      await transport.sendMail({
        from: mailFrom ?? this.defaultFrom,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body_text,
        ...(mail.body_html === null ? {} : { html: mail.body_html }),
        // The same for every try, so that the mail server can recognise a duplicate.
        messageId: `<${id}@callboard>`,
      })
    } catch (error) {
      const isFinal = mail.tries >= mostTries
      await store.updateFailed(this.#db, id, {
        error: error instanceof Error ? error.message : String(error),
        isFinal,
      })
      if (!isFinal) throw error
      return
    }
    await store.updateSent(this.#db, id, new Date())
  }

  close(): void {
    this.#open?.transport.close()
  }
}

/** Sends a mail of the outbox. */
export function mailJobs(mailer: Mailer): Job[] {
  return [{ name: jobName, work: async (data) => await mailer.send(JobData.parse(data).mailId) }]
}
