import type { Kysely } from 'kysely'
import { createTransport, type Transporter } from 'nodemailer'
import { z } from 'zod'
import type { Database } from '../../db/schema.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { claimMail, insertMail, listWaitingMails, type Mail, markFailed, markSent } from './store.ts'

const jobName = 'send-mail'
const mostTries = 8

const Job = z.object({ mailId: z.guid() })

/** Sends mails through the outbox: first written down, then sent. Without a mail server they wait there. */
export class Mailer {
  readonly #db: Kysely<Database>
  readonly #queue: JobQueue
  readonly #from: string
  readonly #transport: Transporter | undefined

  constructor(of: { db: Kysely<Database>; queue: JobQueue; from: string; smtpUrl: string | undefined }) {
    this.#db = of.db
    this.#queue = of.queue
    this.#from = of.from
    this.#transport = of.smtpUrl === undefined ? undefined : createTransport(of.smtpUrl)
  }

  /** Starts sending what waits, also from before this start. */
  async start(): Promise<void> {
    if (this.#transport === undefined) return
    await this.#queue.work(jobName, async (data) => await this.#send(Job.parse(data).mailId))
    for (const id of await listWaitingMails(this.#db)) await this.#queue.add(jobName, { mailId: id }, id)
  }

  /** Puts a mail into the outbox and has it sent. */
  async put(mail: Mail): Promise<string> {
    const id = await insertMail(this.#db, mail)
    if (this.#transport !== undefined) await this.#queue.add(jobName, { mailId: id }, id)
    return id
  }

  async #send(id: string): Promise<void> {
    const mail = await claimMail(this.#db, id)
    if (mail === undefined || this.#transport === undefined) return
    try {
      await this.#transport.sendMail({
        from: this.#from,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body_text,
        ...(mail.body_html === null ? {} : { html: mail.body_html }),
        // The same for every try, so that a mail server that knows it can drop a second one.
        messageId: `<${id}@callboard>`,
      })
    } catch (error) {
      const isFinal = mail.tries >= mostTries
      await markFailed(this.#db, id, {
        error: error instanceof Error ? error.message : String(error),
        isFinal,
      })
      if (!isFinal) throw error
      return
    }
    await markSent(this.#db, id, new Date())
  }

  close(): void {
    this.#transport?.close()
  }
}
