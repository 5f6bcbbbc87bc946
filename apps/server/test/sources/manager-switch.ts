import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterFile } from '../after-file.ts'

type Fields = Readonly<Record<string, string | number>>

/** A message as Asterisk writes it. */
export function messageText(fields: Fields): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${lines.join('')}\r\n`
}

/** The events of a call, as its channels tell of them: each with its fields and those of the channel. */
export class ManagerCall {
  readonly id: string
  readonly events: [second: number, fields: Fields][] = []
  readonly #head: Fields

  constructor(id: string, head: Fields) {
    this.id = id
    this.#head = { Channel: `PJSIP/trunk-${id}`, ...head }
    this.add(0, 'Newchannel', { ChannelState: 0 })
  }

  /** Of the channel of the caller, unless the fields name another one. */
  add(second: number, event: string, fields: Fields = {}): this {
    this.events.push([
      second,
      {
        Event: event,
        Uniqueid: this.id,
        Linkedid: this.id,
        ...(fields['Uniqueid'] === undefined && this.#head),
        ...fields,
      },
    ])
    return this
  }

  /** Rings a phone. */
  dial(second: number, channel: string, id: string): this {
    this.add(second, 'Newchannel', { Uniqueid: id, Channel: channel, ChannelState: 0, Exten: 's' })
    return this.add(second, 'DialBegin', { DestUniqueid: id, DestChannel: channel, DialString: channel })
  }

  /** The phone that rings is taken up. */
  answer(second: number, channel: string, id: string): this {
    this.add(second, 'Newstate', { Uniqueid: id, Channel: channel, ChannelState: 6 })
    this.add(second, 'DialEnd', { DestUniqueid: id, DestChannel: channel, DialStatus: 'ANSWER' })
    return this.bridge(second, id)
  }

  bridge(second: number, id: string, bridge = `bridge-${id}`): this {
    this.add(second, 'BridgeEnter', { BridgeUniqueid: bridge, Uniqueid: id, Channel: `PJSIP/${id}` })
    return this.add(second, 'BridgeEnter', { BridgeUniqueid: bridge })
  }

  hangUp(second: number, ...ids: string[]): this {
    for (const id of ids) this.add(second, 'Hangup', { Uniqueid: id, Channel: `PJSIP/${id}`, Cause: 16 })
    return this.add(second, 'Hangup', { Cause: 16 })
  }
}

/** A switch with a manager interface: it lets one user in, and says what it is told to say. */
export class ManagerSwitch {
  readonly port: number
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #signedIn = new Set<Socket>()
  /** What it says of its channels when it is asked. */
  channels: Fields[] = []
  /** The actions that it was asked for. */
  readonly asked: string[] = []

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
  }

  static async open(secret = 'secret'): Promise<ManagerSwitch> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const opened = new ManagerSwitch(server, address.port)
    server.on('connection', (socket) => opened.#serve(socket, secret))
    afterFile(async () => await opened.close())
    return opened
  }

  #serve(socket: Socket, secret: string): void {
    this.#sockets.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => {
        this.#sockets.delete(socket)
        this.#signedIn.delete(socket)
      })
    socket.write('Asterisk Call Manager/7.0.3\r\n')
    let rest = ''
    socket.on('data', (piece) => {
      const actions = (rest + piece.toString()).split('\r\n\r\n')
      rest = actions.pop() ?? ''
      for (const action of actions) this.#act(socket, action, secret)
    })
  }

  #act(socket: Socket, action: string, secret: string): void {
    const fields = new Map(
      action.split('\r\n').map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
    )
    const name = fields.get('Action') ?? ''
    this.asked.push(name)
    if (name === 'Login') {
      if (fields.get('Secret') !== secret) {
        socket.end(messageText({ Response: 'Error', Message: 'Authentication failed' }))
        return
      }
      this.#signedIn.add(socket)
      socket.write(messageText({ Response: 'Success', Message: 'Authentication accepted' }))
    }
    if (name === 'CoreShowChannels') {
      const id = { ActionID: fields.get('ActionID') ?? '' }
      const list = this.channels.map((channel) =>
        messageText({ Event: 'CoreShowChannel', ...id, ...channel }),
      )
      const start = messageText({ Response: 'Success', ...id, EventList: 'start' })
      socket.write(`${start}${list.join('')}${messageText({ Event: 'CoreShowChannelsComplete', ...id })}`)
    }
  }

  get isListenedTo(): boolean {
    return this.#signedIn.size > 0
  }

  say(text: string): void {
    for (const socket of this.#signedIn) socket.write(text)
  }

  /** All that a call does, at once. */
  sayCall(call: ManagerCall): void {
    this.say(call.events.map(([, fields]) => messageText(fields)).join(''))
  }

  /** As one does that restarts. */
  dropAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.dropAll()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
