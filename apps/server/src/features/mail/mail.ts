import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MailDelivery } from '@callboard/contract/mails'
import type { MailAttachment } from '../../db/tables/mail-tables.ts'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { readSecret, readSettings } from '../../db/settings.ts'
import { isUnreachableDatabase } from '../../db/postgres/unreachable-database.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import type { DkimKey } from '../../lib/outside/dkim-key.ts'
import type { FileStore } from '../../lib/files/file-store.ts'
import { type Log, orLogged } from '../../lib/log.ts'
import { isOneAddress } from '../../lib/outside/mail-server.ts'
import { countFailure, countSuccess, findStop, liftStoppedAddress } from './addresses.ts'
import {
  AttachmentMissing,
  type MailTimeouts,
  MailServer,
  NotHandedOver,
  type Outcome,
  defaultTimeouts,
} from './mail-server.ts'
import { checkHeaders, oneLine, withoutNul } from './mail-texts.ts'
import type { ClaimedMail } from './store.ts'
import * as addressStore from './address-store.ts'
import * as store from './store.ts'

export interface NewMail {
  recipient: string
  subject: string
  text: string
  html?: string
}

interface EnqueueOptions {
  /** The mail is there if this is committed. */
  transaction?: Transaction
  /** Of which this is the one mail: another one for it is not added. */
  deliveryId?: string
  /** `List-…`, `X-…` and the like, in ASCII. */
  headers?: Readonly<Record<string, string>>
  attachments?: readonly MailAttachment[]
}

interface MailerParts {
  db: Db
  log: Log
  /** Where attachments are. */
  files: FileStore
  /** Where people reach the portal; Message-IDs have its host. */
  publicUrl: string
  /** The sender, unless the settings name another. */
  from: string
  /** The mail server, unless the settings name another. */
  smtpUrl: string | undefined
  dkim?: DkimKey | undefined
  /** Other processes may send mails of the same database. */
  hasPeers: boolean
  /** This process leaves that to them. */
  isIdle?: boolean
  timeouts?: MailTimeouts
  /** How long `close` waits for what is under way, in milliseconds. */
  closesWithin?: number
}

const pollIntervalMs = 5_000
/** After so long without a word a process is taken for dead. */
const staleAfterSeconds = 30
/** With the pauses between them, a day. */
const maxTries = 30
const maxPauseSeconds = 3600
const maxRestMs = 60_000
/** While the database is away. */
const recordRetryMs = 1_000

/** The pause after the last of so many tries. Not all that failed at once are tried at once. */
function pauseSecondsAfter(tries: number): number {
  return Math.min(maxPauseSeconds, 30 * 2 ** (tries - 1)) * (0.9 + 0.2 * Math.random())
}

/** How a mail is sent. */
interface Way {
  server: MailServer
  from: string
  /** Where it comes back to; null for the sender. */
  bounceAddress: string | null
}

/**
 * Sends the mails of the outbox, each at most once, over a few connections at a time. Which there are and how far they are
 * is in the database, so that any process may send them. They wait there while there is no mail server. The settings of
 * server and sender take precedence over the environment, and apply from the next mail on.
 */
export class Mailer {
  readonly #parts: MailerParts
  readonly #host: string
  readonly #worker = randomUUID()
  readonly #running = new Map<string, Promise<void>>()
  #open: { key: string; server: MailServer } | undefined
  #timers: NodeJS.Timeout[] = []
  #polling = Promise.resolve()
  #isWoken = false
  #isClosed = false
  /** Not before this is another mail begun. */
  #restsUntil = 0
  /** How often in a row the mail server was not to be reached. */
  #awayTimes = 0

  constructor(parts: MailerParts) {
    this.#parts = parts
    this.#host = new URL(parts.publicUrl).hostname
  }

  get defaultFrom(): string {
    return this.#parts.from
  }

  async start(): Promise<void> {
    // Where there is no other process, whatever is being sent was left by one that is no more.
    await this.#release(this.#parts.hasPeers ? staleAfterSeconds : 0)
    this.#timers.push(setInterval(() => this.wake(), pollIntervalMs).unref())
    this.wake()
  }

  /** To be called when a mail was added or may be sent now. */
  wake(): void {
    if (this.#parts.isIdle === true) return
    if (this.#isWoken) return
    this.#isWoken = true
    this.#polling = this.#polling.then(async () => {
      this.#isWoken = false
      await this.#quietly(this.#poll())
    })
  }

  /**
   * Adds a mail to the outbox, to be sent in the background. One to what is no address fails there. Throws TypeError for
   * headers that cannot be. What a transaction adds is looked for when it is committed and `wake` called, or soon after.
   */
  async enqueue(
    mail: NewMail,
    { transaction, deliveryId, headers = {}, attachments = [] }: EnqueueOptions = {},
  ): Promise<{ id: string; delivery: MailDelivery }> {
    checkHeaders(headers)
    const db = transaction ?? this.#parts.db
    const id = await store.insertMail(db, {
      recipient: oneLine(mail.recipient),
      subject: oneLine(mail.subject),
      body_text: withoutNul(mail.text),
      body_html: mail.html === undefined ? null : withoutNul(mail.html),
      delivery_id: deliveryId ?? null,
      headers: JSON.stringify(headers),
      attachments: JSON.stringify(attachments),
      ...(isOneAddress(mail.recipient)
        ? {}
        : { status: 'failed', last_error: 'The recipient is not a valid email address.' }),
    })
    const hasServer = (await this.#findUrl(db)) !== undefined
    if (hasServer) this.wake()
    return { id, delivery: hasServer ? 'sending' : 'outbox' }
  }

  /** Whether mails leave the outbox. */
  async hasServer(): Promise<boolean> {
    return (await this.#findUrl(this.#parts.db)) !== undefined
  }

  /**
   * Has a mail sent again that could not be sent, or of which nobody knows. Throws `notFound`, and `conflict` for one that
   * is not to be sent again.
   */
  async retry(id: string): Promise<undefined> {
    orNotFound(await store.selectMail(this.#parts.db, id))
    if (!(await store.updateToWaiting(this.#parts.db, id)))
      throw new AppError('conflict', 'Only emails that failed or may not have arrived can be resent.')
    this.wake()
  }

  /** Has mails sent to an address again. Throws `notFound` when they are. */
  async lift(email: string): Promise<undefined> {
    await liftStoppedAddress(this.#parts.db, email)
  }

  /** Waits a little for what is under way. What the mail server may have by then is uncertain; the rest waits. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#polling
    const deadline = setTimeout(() => this.#open?.server.abort(), this.#parts.closesWithin ?? 5_000)
    await Promise.all(this.#running.values())
    clearTimeout(deadline)
    this.#open?.server.abort()
  }

  async #findUrl(db: Db): Promise<string | undefined> {
    return (await readSecret(db, 'smtpUrl')) ?? this.#parts.smtpUrl
  }

  async #poll(): Promise<void> {
    const { db } = this.#parts
    await store.updateHeartbeats(db, [...this.#running.keys()])
    await this.#release(staleAfterSeconds)
    const url = await this.#findUrl(db)
    if (url === undefined) return
    const { mailConnections, mailsPerMinute, mailFrom, bounceAddress } = await readSettings(db)
    const server = this.#serverOf(url, mailConnections)
    while (!this.#isClosed && this.#running.size < mailConnections) {
      const restMs = this.#restsUntil - Date.now()
      if (restMs > 0) return this.#wakeIn(restMs)
      const mail = await this.#claim(mailsPerMinute)
      if (mail === undefined) return
      const done = this.#quietly(
        this.#send(mail, { server, from: mailFrom ?? this.defaultFrom, bounceAddress }),
      )
      this.#running.set(
        mail.id,
        done.finally(() => {
          this.#running.delete(mail.id)
          if (!this.#isClosed) this.wake()
        }),
      )
    }
  }

  /** So many a minute of all processes together; 0 for as many as can be. */
  async #claim(perMinute: number): Promise<ClaimedMail | undefined> {
    const { db } = this.#parts
    const claiming = { worker: this.#worker, besides: [...this.#running.keys()] }
    if (perMinute === 0) return await store.claimMail(db, claiming)
    const claimed = await store.claimPacedMail(db, { ...claiming, pauseMs: 60_000 / perMinute })
    if ('mail' in claimed) return claimed.mail
    this.#wakeIn(claimed.restMs)
    return undefined
  }

  #wakeIn(ms: number): void {
    const timer = setTimeout(() => {
      this.#timers.splice(this.#timers.indexOf(timer), 1)
      this.wake()
    }, ms).unref()
    this.#timers.push(timer)
  }

  /** Connections to a server that is no longer the one close when their mails are through. */
  #serverOf(url: string, connections: number): MailServer {
    const key = `${connections} ${url}`
    if (this.#open?.key !== key) {
      this.#open?.server.close()
      const { timeouts = defaultTimeouts, dkim } = this.#parts
      this.#open = { key, server: new MailServer({ url, connections, timeouts, dkim }) }
    }
    return this.#open.server
  }

  async #send(mail: ClaimedMail, via: Way): Promise<void> {
    const stop = await findStop(this.#parts.db, mail.recipient)
    const outcome: Outcome =
      stop === undefined
        ? await this.#offer(mail, via)
        : { status: 'failed', error: stop, answer: null, isRecipientRefused: false }
    this.#restIfAway(outcome)
    await this.#onceReachable(async () => await this.#record(mail, outcome))
  }

  async #offer(mail: ClaimedMail, { server, from, bounceAddress }: Way): Promise<Outcome> {
    const message = {
      from,
      to: { name: '', address: mail.recipient },
      ...(bounceAddress !== null && { envelope: { from: bounceAddress, to: mail.recipient } }),
      subject: mail.subject,
      text: mail.body_text,
      ...(mail.body_html === null ? {} : { html: mail.body_html }),
      // No answer of an absent person comes back.
      headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
      attachments: mail.attachments.map(({ name, contentType, key, cid }) => ({
        filename: name,
        contentType,
        content: Readable.from(readAttachment(this.#parts.files, { name, key })),
        ...(cid === undefined ? {} : { cid }),
      })),
      // The same for every try, so that a duplicate is known for one.
      messageId: `<${mail.id}@${this.#host}>`,
    }
    return await server.send(message, async () => await this.#handOver(mail))
  }

  /** What cannot be recorded is not sent. */
  async #handOver({ id }: ClaimedMail): Promise<void> {
    const isOwn = await store
      .updateHandedOver(this.#parts.db, { id, worker: this.#worker })
      .catch((cause: unknown) => {
        throw new NotHandedOver('The database was unavailable while sending this.', { cause })
      })
    if (!isOwn) throw new NotHandedOver('Another process took over while sending this.')
  }

  /** What became of a mail is kept here until the database has it. */
  async #onceReachable(record: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await record()
      } catch (error) {
        if (this.#isClosed || !isUnreachableDatabase(error)) throw error
        await sleep(recordRetryMs)
      }
    }
  }

  async #record(mail: ClaimedMail, outcome: Outcome): Promise<void> {
    const own = { id: mail.id, worker: this.#worker }
    const { db } = this.#parts
    if (outcome.status === 'sent') {
      await store.updateSent(db, own, outcome.answer)
      return await countSuccess(db, { id: mail.id, email: mail.recipient })
    }
    const said = { last_error: outcome.error, server_answer: outcome.answer }
    if (outcome.status !== 'waiting')
      return await db.transaction().execute(async (transaction) => {
        await store.updateEnded(transaction, own, { ...said, status: outcome.status })
        if (outcome.status === 'failed' && outcome.isRecipientRefused)
          await countFailure(transaction, { email: mail.recipient, error: outcome.error })
      })
    if (this.#isClosed) return await store.updateReleased(db, own)
    if (mail.tries >= maxTries) return await store.updateEnded(db, own, { ...said, status: 'failed' })
    await store.updatePaused(db, own, { ...said, seconds: pauseSecondsAfter(mail.tries) })
  }

  /** A server that is away is not asked for every mail. */
  #restIfAway(outcome: Outcome): void {
    const isAway = outcome.status === 'waiting' && outcome.isServerAway
    this.#awayTimes = isAway ? this.#awayTimes + 1 : 0
    if (!isAway) return
    this.#restsUntil = Date.now() + Math.min(maxRestMs, 1000 * 2 ** Math.min(this.#awayTimes, 10))
  }

  async #release(seconds: number): Promise<void> {
    await store.releaseMails(this.#parts.db, {
      staleAfterSeconds: seconds,
      error: 'The portal stopped or lost its database connection while sending this.',
    })
  }

  async #quietly(work: Promise<void>): Promise<void> {
    await orLogged(this.#parts.log, 'the outbox could not be looked after; tried again', work)
  }
}

/** Nothing is opened before it is read. */
async function* readAttachment(
  files: FileStore,
  { name, key }: Pick<MailAttachment, 'name' | 'key'>,
): AsyncGenerator<Uint8Array> {
  const file = await files.get(key)
  if (file === undefined) throw new AttachmentMissing(`The attachment ${name} no longer exists.`)
  yield* file.bytes
}

/** Has mails sent to an address again whose owner asks for them. */
export async function forgetFailures(transaction: Transaction, email: string): Promise<void> {
  await addressStore.deleteFailures(transaction, email.toLowerCase())
}
