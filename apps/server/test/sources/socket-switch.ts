import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterFile } from '../after-file.ts'

type Headers = Readonly<Record<string, string | number>>

/** An event as FreeSWITCH writes it: its values are percent-encoded. */
export function eventText(headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${encodeURIComponent(value)}\n`)
  const body = `${lines.join('')}\n`
  return `Content-Length: ${Buffer.byteLength(body)}\nContent-Type: text/event-plain\n\n${body}`
}

interface LegState {
  uuid: string
  /** The leg that called it into being. */
  origin?: string
  from?: string
  name?: string
  to: string
  startMs: number
  answerMs?: number
  endMs?: number
}

const us = (ms: number | undefined) => (ms === undefined ? 0 : ms * 1000)

/** What an event says of a leg as it is then. */
export function legHeaders(event: string, leg: LegState): Headers {
  const { uuid, origin, from = '+14155550123', name = 'Ada Byron', to, startMs, answerMs, endMs } = leg
  return {
    'Event-Name': event,
    'Unique-ID': uuid,
    'Channel-Call-UUID': origin ?? uuid,
    'Call-Direction': origin === undefined ? 'inbound' : 'outbound',
    'Caller-Context': 'public',
    'Caller-Caller-ID-Name': name,
    'Caller-Caller-ID-Number': from,
    'Caller-Destination-Number': to,
    'Caller-Profile-Index': 1,
    'Caller-Channel-Created-Time': us(startMs),
    'Caller-Channel-Answered-Time': us(answerMs),
    'Caller-Channel-Hangup-Time': us(endMs),
    'Hangup-Cause': endMs === undefined ? '' : 'NORMAL_CLEARING',
    ...(origin !== undefined && { variable_originating_leg_uuid: origin }),
    variable_uuid: uuid,
  }
}

/** A switch with an event socket: it lets in whoever knows the password, and says what it is told to say. */
export class SocketSwitch {
  readonly port: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #signedIn = new Set<Socket>()
  /** The rows of `show channels`. */
  channels: Headers[] = []
  readonly asked: string[] = []

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
  }

  static async open(password = 'ClueCon'): Promise<SocketSwitch> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const opened = new SocketSwitch(server, address.port)
    server.on('connection', (socket) => opened.#serve(socket, password))
    afterFile(async () => await opened.close())
    return opened
  }

  #serve(socket: Socket, password: string): void {
    this.#sockets.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => {
        this.#sockets.delete(socket)
        this.#signedIn.delete(socket)
      })
    socket.write('Content-Type: auth/request\n\n')
    let rest = ''
    socket.on('data', (piece) => {
      const commands = (rest + piece.toString()).split('\n\n')
      rest = commands.pop() ?? ''
      for (const command of commands) this.#obey(socket, command, password)
    })
  }

  #obey(socket: Socket, command: string, password: string): void {
    const [word = ''] = command.split(' ')
    this.asked.push(word)
    const reply = (text: string) => socket.write(`Content-Type: command/reply\nReply-Text: ${text}\n\n`)
    if (word === 'auth') {
      if (command !== `auth ${password}`) {
        reply('-ERR invalid')
        socket.end('Content-Type: text/disconnect-notice\nContent-Length: 0\n\n')
        return
      }
      this.#signedIn.add(socket)
      reply('+OK accepted')
    }
    if (word === 'event') reply('+OK event listener enabled plain')
    if (word !== 'api') return
    const body = JSON.stringify({ row_count: this.channels.length, rows: this.channels })
    socket.write(`Content-Type: api/response\nContent-Length: ${Buffer.byteLength(body)}\n\n${body}`)
  }

  say(...events: readonly Headers[]): void {
    const text = events.map(eventText).join('')
    for (const socket of this.#signedIn) socket.write(text)
  }

  dropAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.dropAll()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
