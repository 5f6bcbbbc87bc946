import { PassThrough, pipeline, type Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import DKIM from 'nodemailer/lib/dkim'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import type { DkimKey } from '../../lib/outside/dkim-key.ts'

/** How long a mail server may keep one waiting, in milliseconds. */
export interface MailTimeouts {
  /** Until it has greeted, with TLS where it has that. */
  connect: number
  /** Without a word. It may look through a mail for long before it says whether it took it. */
  idle: number
  /** For one mail in all. */
  whole: number
}

export const defaultTimeouts: MailTimeouts = { connect: 30_000, idle: 180_000, whole: 900_000 }

/** What became of a mail that a mail server was offered. */
export type Outcome =
  | { status: 'sent'; answer: string }
  /** It was refused for good. */
  | { status: 'failed'; error: string; answer: string | null; isRecipientRefused: boolean }
  /** It was not taken; it may be by and by. */
  | { status: 'waiting'; error: string; answer: string | null; isServerAway: boolean }
  /** The server had all of it, and never said whether it took it. */
  | { status: 'uncertain'; error: string; answer: string | null }

export interface MailServerOptions {
  url: string
  /** The most at a time. */
  connections: number
  timeouts: MailTimeouts
  dkim: DkimKey | undefined
}

/** Thrown by the stream of an attachment that is no more. */
export class AttachmentMissing extends Error {
  override readonly name = 'AttachmentMissing'
}

/** Thrown before the end of a text: it was not handed over. */
export class NotHandedOver extends Error {
  override readonly name = 'NotHandedOver'
}

/** Hands mails to a mail server over connections that stay open, and classifies what became of each. */
export class MailServer {
  readonly #pool: SMTPPool
  readonly #transport: ReturnType<typeof transportOf>
  readonly #timeouts: MailTimeouts
  /** Of the mails that are under way, by Message-ID: once one has ended, the server may have all of it. */
  readonly #texts = new Map<string, Readable>()
  readonly #gates = new Map<string, () => Promise<void>>()

  constructor({ url, connections, timeouts, dkim }: MailServerOptions) {
    this.#timeouts = timeouts
    this.#pool = new SMTPPool({
      url,
      maxConnections: connections,
      // Whether a mail is tried again is classified here alone.
      maxRequeues: 0,
      connectionTimeout: timeouts.connect,
      greetingTimeout: timeouts.connect,
      socketTimeout: timeouts.idle,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    this.#transport = transportOf(this.#pool)
    const signer = dkim && signerOf(dkim)
    this.#transport.use('stream', ({ message }, done) => {
      if (signer !== undefined) message.processFunc((text) => signer.sign(text))
      message.processFunc((text) => {
        const whole = gated(text, this.#gates.get(message.messageId()))
        this.#texts.set(message.messageId(), whole)
        return whole
      })
      done()
    })
  }

  /** What is waited for before the end of its text, or throws, decides whether it is handed over. */
  async send(
    mail: SendMailOptions & { messageId: string },
    mayHandOver: () => Promise<void>,
  ): Promise<Outcome> {
    this.#gates.set(mail.messageId, mayHandOver)
    const signal = AbortSignal.timeout(this.#timeouts.whole)
    return await new Promise((resolve) => {
      this.#transport.sendMail({ ...mail, signal }, (error, info) => {
        // Classified at once: what is not read yet must not be read after it was classified.
        const text = this.#texts.get(mail.messageId)
        this.#texts.delete(mail.messageId)
        this.#gates.delete(mail.messageId)
        const isTextRead = text?.readableEnded === true
        text?.destroy()
        resolve(error === null ? classifyAnswer(info.response, isTextRead) : classifyError(error, isTextRead))
      })
    })
  }

  /** Connections close as soon as they have nothing under way. */
  close(): void {
    this.#pool.close()
  }

  /** Ends what is under way. */
  abort(): void {
    this.#pool.close({ force: true })
  }
}

/** A text whose end comes after what is waited for. */
function gated(text: Readable, mayEnd = async () => {}): Readable {
  const gate = new PassThrough({ flush: callbackify(mayEnd) })
  // Errors come out of the gate.
  return pipeline(text, gate, () => {})
}

function signerOf({ domain, selector, key }: DkimKey): DKIM {
  return new DKIM({
    domainName: domain,
    keySelector: selector,
    privateKey: key,
    headerFieldNames: signedHeaders,
  })
}

// With both headers that unsubscribe at one click, which count only when they are signed (RFC 8058).
const signedHeaders =
  'From:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:' +
  'List-Unsubscribe:List-Unsubscribe-Post'

function transportOf(pool: SMTPPool) {
  return createTransport(pool)
}

function classifyAnswer(response: string, isTextRead: boolean): Outcome {
  const answer = wordsOf(response)
  return isTextRead && /^2\d\d\b/.test(response)
    ? { status: 'sent', answer }
    : { status: 'uncertain', error: 'The mail server gave an answer that makes no sense.', answer }
}

function classifyError(error: NodemailerError, isTextRead: boolean): Outcome {
  const { code, command, response, responseCode = 0 } = error
  const answer = response === undefined ? null : wordsOf(response)
  const about = { error: reasonOf(error, answer), answer }
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  // Only an answer to the whole text says that it was not taken. What comes after it by itself may mean anything.
  const isAnswered = !isTextRead || (code === 'EMESSAGE' && responseCode >= 400 && responseCode < 600)
  if (!isAnswered) return { status: 'uncertain', ...about }
  // 503 is about the order of commands. Without a code, it is an address that no server is asked about.
  const isForGood = responseCode === 0 ? code === 'EENVELOPE' && answer === null : error.permanent === true
  if (isOfMail && isForGood)
    return { status: 'failed', ...about, isRecipientRefused: command === 'RCPT TO' && responseCode !== 0 }
  if (error instanceof NotHandedOver)
    return { status: 'waiting', error: error.message, answer, isServerAway: false }
  if (error instanceof AttachmentMissing)
    return { status: 'failed', error: error.message, answer, isRecipientRefused: false }
  return { status: 'waiting', ...about, isServerAway: !isOfMail || responseCode === 421 }
}

const refusals: Partial<Record<string, string>> = {
  'RCPT TO': 'The mail server rejected the recipient',
  'MAIL FROM': 'The mail server rejected the sender',
  DATA: 'The mail server rejected the email',
}

function reasonOf({ command, message }: NodemailerError, answer: string | null): string {
  const refusal = answer === null ? undefined : refusals[command ?? '']
  return refusal === undefined ? wordsOf(message) : `${refusal}: ${answer}`
}

const maxWords = 1000

/** A server may answer anything, also what no database keeps. */
function wordsOf(text: string): string {
  return text
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, maxWords)
}
