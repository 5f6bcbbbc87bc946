import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterFile } from './after-file.ts'
import { type Switch, switchOf } from './link.ts'

/** A place of a conversation: the answer of the server to what the client says, or the first line of the text of a mail. */
export type Step = 'greeting' | 'EHLO' | 'STARTTLS' | 'MAIL' | 'RCPT' | 'DATA' | 'text' | 'end' | 'other'

/**
 * What goes wrong there. `cut`, `hang`: before the server hears it; `cutAfter`, `hangAfter`: the server hears it, and its answer
 * is lost. A text: the server does not hear it, and this is said in its place.
 */
export type Misdeed = 'cut' | 'hang' | 'cutAfter' | 'hangAfter' | { say: string } | { slow: number }

export interface ArrivedMail {
  recipient: string
  /** Headers and body. */
  text: string
  messageId: string
}

export interface MailSink extends Switch {
  /** For `SMTP_URL`. */
  url: string
  port: number
  /** All that the server took. */
  arrived: ArrivedMail[]
  /** Asked at each step; may be changed. */
  misdeed: (step: Step) => Misdeed | undefined
  /** An answer of the server itself, as `550 no such user`; may be changed. */
  answer: (step: 'MAIL' | 'RCPT' | 'end', address: string) => string | undefined
  /** How many connections are open. */
  countOpen: () => number
}

/** A real mail server behind a line that misbehaves; closed after the file. */
export async function openMailSink(given: { port?: number } = {}): Promise<MailSink> {
  const arrived: ArrivedMail[] = []
  const sink: Pick<MailSink, 'misdeed' | 'answer'> = { misdeed: () => undefined, answer: () => undefined }
  const answerOf = (step: 'MAIL' | 'RCPT' | 'end', address: string) => errorOf(sink.answer(step, address))
  const server = new SMTPServer({
    authOptional: true,
    hidePIPELINING: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onMailFrom: ({ address }, _session, done) => done(answerOf('MAIL', address)),
    onRcptTo: ({ address }, _session, done) => done(answerOf('RCPT', address)),
    onData: (stream, { envelope }, done) => {
      const recipient = envelope.rcptTo.map(({ address }) => address).join(' ')
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const error = answerOf('end', recipient)
        const messageId = /^message-id: (\S+)/im.exec(text)?.[1] ?? ''
        if (error === undefined) arrived.push({ recipient, text, messageId })
        done(error)
      })
    },
  })
  // A connection that is cut is what this is for.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const open = new Set<Socket>()
  const line = createServer((client) => {
    open.add(client)
    client.once('close', () => open.delete(client))
    new Conversation(client, connect(portOf(server.server.address()), '127.0.0.1'), (step) =>
      sink.misdeed(step),
    ).begin()
  })
  line.listen(given.port ?? 0, '127.0.0.1')
  await once(line, 'listening')
  afterFile(async () => {
    line.close()
    for (const client of open) client.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const port = portOf(line.address())
  return Object.assign(sink, {
    url: `smtp://127.0.0.1:${port}`,
    port,
    arrived,
    countOpen: () => open.size,
    ...switchOf(line, open, port),
  })
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return address.port
}

function errorOf(answer: string | undefined): Error | undefined {
  if (answer === undefined) return undefined
  const [, code, words] = /^(\d+) (.*)$/.exec(answer) ?? []
  return Object.assign(new Error(words), { responseCode: Number(code) })
}

/** Passes lines on in both directions, one step after the other. */
class Conversation {
  readonly #client: Socket
  readonly #server: Socket
  readonly #misdeed: (step: Step) => Misdeed | undefined
  #isText = false
  #isTextBegun = false
  /** What is done with the answer that the server gives next. */
  #next: Misdeed | undefined
  #isDeaf = false

  constructor(client: Socket, server: Socket, misdeed: (step: Step) => Misdeed | undefined) {
    this.#client = client
    this.#server = server
    this.#misdeed = misdeed
  }

  begin(): void {
    const [client, server] = [this.#client, this.#server]
    const end = () => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) socket.on('error', end).on('close', end)
    this.#next = this.#ask('greeting')
    server.on('data', (data) => void this.#answer(data))
    // Which tells of errors of its input once more.
    createInterface({ input: client, crlfDelay: Infinity })
      .on('error', end)
      .on('line', (said) => this.#hear(said))
  }

  /** At once for what the server is not to hear. */
  #ask(step: Step): Misdeed | undefined {
    const misdeed = this.#misdeed(step)
    if (misdeed === 'cut') this.#cut()
    if (misdeed === 'hang') this.#isDeaf = true
    if (typeof misdeed === 'object' && 'say' in misdeed) this.#client.write(`${misdeed.say}\r\n`)
    return misdeed
  }

  #cut(): void {
    this.#isDeaf = true
    this.#client.destroy()
    this.#server.destroy()
  }

  #hear(said: string): void {
    if (this.#isDeaf) return
    const step = this.#stepOf(said)
    const misdeed = step === undefined ? undefined : this.#ask(step)
    if (misdeed === 'cut' || misdeed === 'hang') return
    if (typeof misdeed === 'object' && 'say' in misdeed) {
      // A server that says in the middle of a text what it thinks of it does not take the rest of it.
      this.#isDeaf = step === 'text'
      return
    }
    if (step !== undefined) this.#next = misdeed
    this.#server.write(`${said}\r\n`)
  }

  #stepOf(said: string): Step | undefined {
    if (this.#isText) {
      this.#isText = said !== '.'
      if (!this.#isText) return 'end'
      const isFirst = !this.#isTextBegun
      this.#isTextBegun = true
      return isFirst ? 'text' : undefined
    }
    const verb = said.slice(0, said.startsWith('STARTTLS') ? 8 : 4).toUpperCase()
    return steps.find((one) => one === verb) ?? 'other'
  }

  async #answer(data: Buffer): Promise<void> {
    const misdeed = this.#next
    if (this.#isDeaf) return
    if (misdeed === 'cutAfter') return this.#cut()
    if (misdeed === 'hangAfter') return
    if (typeof misdeed === 'object' && 'say' in misdeed) return
    if (typeof misdeed === 'object') await wait(misdeed.slow)
    if (data.toString('latin1').startsWith('354')) {
      this.#isText = true
      this.#isTextBegun = false
    }
    this.#client.write(data)
  }
}

const steps: readonly Step[] = ['EHLO', 'STARTTLS', 'MAIL', 'RCPT', 'DATA']
