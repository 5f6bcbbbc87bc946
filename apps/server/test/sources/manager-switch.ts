import { StandInSwitch } from './stand-in-switch.ts'

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
export async function openManagerSwitch(secret = 'secret') {
  /** What it says of its channels when it is asked, and for which actions it was asked. */
  const said = { channels: new Array<Fields>(), asked: new Array<string>() }
  const standIn = await StandInSwitch.open({
    greeting: 'Asterisk Call Manager/7.0.3\r\n',
    separator: '\r\n\r\n',
    obey(action, socket) {
      const fields = new Map(
        action.split('\r\n').map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
      )
      const name = fields.get('Action') ?? ''
      said.asked.push(name)
      if (name === 'Login' && fields.get('Secret') !== secret) {
        socket.end(messageText({ Response: 'Error', Message: 'Authentication failed' }))
        return
      }
      if (name === 'Login') {
        standIn.letIn(socket)
        socket.write(messageText({ Response: 'Success', Message: 'Authentication accepted' }))
      }
      if (name === 'CoreShowChannels') {
        const id = { ActionID: fields.get('ActionID') ?? '' }
        const rows = said.channels.map((channel) =>
          messageText({ Event: 'CoreShowChannel', ...id, ...channel }),
        )
        const start = messageText({ Response: 'Success', ...id, EventList: 'start' })
        socket.write(`${start}${rows.join('')}${messageText({ Event: 'CoreShowChannelsComplete', ...id })}`)
      }
    },
  })
  return {
    standIn,
    said,
    port: standIn.port,
    /** All that a call does, at once. */
    sayCall: (call: ManagerCall) =>
      standIn.say(call.events.map(([, fields]) => messageText(fields)).join('')),
  }
}
