import type { ImapFlow } from 'imapflow'
import type { Db, Transaction } from '../../db/tables/schema.ts'
import { readSecret } from '../../db/settings.ts'
import { RepeatedWork } from '../../jobs/repeated-work.ts'
import { type Mailbox, readImapUrl } from '../../lib/outside/imap-url.ts'
import type { Log } from '../../lib/log.ts'
import { lookupOutside, requireOutside } from '../../lib/outside/outside-lookup.ts'
import { recordBounce } from './addresses.ts'
import * as store from './bounce-store.ts'
import {
  type DeliveryReport,
  maxReportBytes,
  readDeliveryReport,
  UnreadableReport,
} from './delivery-report.ts'
import { oneLine } from './mail-texts.ts'

/** How long a mailbox may keep one waiting, in milliseconds. */
export interface MailboxTimeouts {
  /** Until it has greeted. */
  connect: number
  /** Without a word. */
  idle: number
  /** For one look in all; another process looks into the mailbox a minute later. */
  whole: number
}

const defaultTimeouts: MailboxTimeouts = { connect: 30_000, idle: 60_000, whole: 300_000 }

interface BounceMailboxParts {
  db: Db
  log: Log
  /** The mailbox, unless the settings name another. The operator names it, who may have it anywhere. */
  url: string | undefined
  /** Of private networks, at which the mailbox of the settings may be all the same. */
  allowedAddresses?: readonly string[]
  everyMs?: number
  timeouts?: MailboxTimeouts
}

/** `allowedAddresses` unless it may be anywhere. */
type FoundMailbox = Mailbox & { allowedAddresses?: readonly string[] }

const pollIntervalSeconds = 60
const maxPauseSeconds = 3600
/** What more there is, the next look has. */
const maxMessages = 500

/**
 * Looks into the mailbox in which reports of mails that were not delivered arrive, and counts those of the portal's own mails.
 * One process at a time does so, once a minute, with growing pauses while the mailbox is away. Up to which message was looked is written
 * together with what was counted, so that none counts twice.
 */
export class BounceMailbox {
  readonly #parts: BounceMailboxParts
  readonly #work: RepeatedWork
  readonly #closing = new AbortController()

  constructor(parts: BounceMailboxParts) {
    this.#parts = parts
    this.#work = new RepeatedWork({
      everyMs: parts.everyMs ?? 10_000,
      work: async () => await this.poll(),
      onError: (error) => parts.log.error({ err: error }, 'bounced emails could not be counted'),
    })
  }

  async start(): Promise<void> {
    // What an earlier process was told may be right now, and another process does not count twice either.
    await resetBounceMailbox(this.#parts.db)
    this.#work.start()
  }

  /** What is under way ends. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#work.close()
  }

  /** Looks for new messages, if it is time to. */
  async poll(): Promise<void> {
    const { db, timeouts = defaultTimeouts } = this.#parts
    const mailbox = await this.#findMailbox()
    if (mailbox === undefined) return
    const leaseSeconds = timeouts.whole / 1000 + pollIntervalSeconds
    const claimed = await store.claimPoll(db, { mailbox: mailbox.name, leaseSeconds })
    if (claimed === undefined) return
    try {
      const isMore = await this.#read(mailbox, timeouts)
      await store.updatePolled(db, isMore ? 0 : pollIntervalSeconds)
    } catch (error) {
      if (this.#closing.signal.aborted) return await store.updateNextPoll(db, 0)
      const seconds = Math.min(maxPauseSeconds, pollIntervalSeconds * 2 ** Math.min(claimed.failures, 10))
      await store.updateFailed(db, { error: wordsOf(error), seconds })
      this.#parts.log.error({ err: error }, 'the bounce mailbox cannot be read')
    }
  }

  async #findMailbox(): Promise<FoundMailbox | undefined> {
    const { db, url: operators, allowedAddresses = [] } = this.#parts
    const url = await readSecret(db, 'bounceMailboxUrl')
    if (url === undefined) return operators === undefined ? undefined : readImapUrl(operators)
    const mailbox = readImapUrl(url)
    return mailbox && { ...mailbox, allowedAddresses }
  }

  /** Answers whether more messages are there. */
  async #read(mailbox: FoundMailbox, timeouts: MailboxTimeouts): Promise<boolean> {
    const { db } = this.#parts
    const { name } = mailbox
    const client = await clientOf(mailbox, timeouts)
    const end = () => client.close()
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeouts.whole)])
    signal.addEventListener('abort', end)
    try {
      signal.throwIfAborted()
      await client.connect()
      const { uidValidity } = await client.mailboxOpen(mailbox.folder)
      const last = await store.updateUidValidity(db, { mailbox: name, uidValidity: String(uidValidity) })
      const found = await client.search({ uid: `${last + 1}:*` }, { uid: true })
      // A range that is past the end has the last message all the same.
      const uids = (Array.isArray(found) ? found : []).filter((uid) => uid > last).toSorted((a, b) => a - b)
      for (const uid of uids.slice(0, maxMessages)) {
        signal.throwIfAborted()
        await this.#readMessage(client, { mailbox: name, uid })
      }
      return uids.length > maxMessages
    } finally {
      signal.removeEventListener('abort', end)
      client.close()
    }
  }

  async #readMessage(client: ImapFlow, { mailbox, uid }: { mailbox: string; uid: number }): Promise<void> {
    const source = { start: 0, maxLength: maxReportBytes }
    const message = await client.fetchOne(String(uid), { source }, { uid: true })
    const bytes = message === false ? undefined : message.source
    const report = bytes === undefined ? undefined : await this.#parse(bytes, uid)
    const isCounted = await this.#parts.db.transaction().execute(async (transaction) => {
      if (!(await store.updateLastUid(transaction, { mailbox, uid }))) return false
      if (report !== undefined && report !== 'unreadable') await recordBounce(transaction, report)
      return true
    })
    // For whoever looks into the mailbox; nothing rests on it.
    if (!isCounted || report === undefined) return
    const flag = report === 'unreadable' ? String.raw`\Flagged` : String.raw`\Seen`
    await client.messageFlagsAdd(String(uid), [flag], { uid: true })
  }

  async #parse(bytes: Uint8Array, uid: number): Promise<DeliveryReport | 'unreadable' | undefined> {
    try {
      return await readDeliveryReport(bytes)
    } catch (error) {
      if (!(error instanceof UnreadableReport)) throw error
      this.#parts.log.error({ err: error, uid }, 'a bounce report cannot be read')
      return 'unreadable'
    }
  }
}

/** Has the mailbox looked into at once, as it may be another one. */
export async function resetBounceMailbox(db: Db | Transaction): Promise<void> {
  await store.updateReset(db)
}

async function clientOf(
  { host, port, isSecure, isHere, user, password, allowedAddresses }: FoundMailbox,
  timeouts: MailboxTimeouts,
): Promise<ImapFlow> {
  if (allowedAddresses !== undefined) requireOutside(host, allowedAddresses)
  // Imported only when wanted: most portals have no such mailbox, and it is a hundred modules.
  const { ImapFlow: Client } = await import('imapflow')
  const client = new Client({
    host,
    // The options of its connections, with or without TLS.
    ...(allowedAddresses !== undefined && { tls: { lookup: lookupOutside(allowedAddresses) } }),
    port,
    secure: isSecure,
    // The password is never told to whoever reads along.
    ...(!isSecure && { doSTARTTLS: !isHere }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    socketTimeout: timeouts.idle,
    maxLineLength: maxAnswerBytes,
    maxLiteralSize: maxAnswerBytes,
    maxResponseSize: maxAnswerBytes,
  })
  // What goes wrong is told to whoever waits for an answer, and once more here.
  client.on('error', () => {})
  return client
}

const maxAnswerBytes = 16 << 20

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'It gave no answer.'
  const said = 'responseText' in error && typeof error.responseText === 'string' ? error.responseText : ''
  return oneLine(said === '' ? error.message : said)
}
