import { StandInSwitch } from './stand-in-switch.ts'

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
export async function openSocketSwitch(password = 'ClueCon') {
  /** The rows of `show channels`, and for which commands it was asked. */
  const said = { channels: new Array<Headers>(), asked: new Array<string>() }
  const standIn = await StandInSwitch.open({
    greeting: 'Content-Type: auth/request\n\n',
    separator: '\n\n',
    obey(command, socket) {
      const [word = ''] = command.split(' ')
      said.asked.push(word)
      const reply = (text: string) => socket.write(`Content-Type: command/reply\nReply-Text: ${text}\n\n`)
      if (word === 'auth' && command !== `auth ${password}`) {
        reply('-ERR invalid')
        socket.end('Content-Type: text/disconnect-notice\nContent-Length: 0\n\n')
        return
      }
      if (word === 'auth') {
        standIn.letIn(socket)
        reply('+OK accepted')
      }
      if (word === 'event') reply('+OK event listener enabled plain')
      if (word !== 'api') return
      const body = JSON.stringify({ row_count: said.channels.length, rows: said.channels })
      socket.write(`Content-Type: api/response\nContent-Length: ${Buffer.byteLength(body)}\n\n${body}`)
    },
  })
  return {
    standIn,
    said,
    port: standIn.port,
    say: (...events: readonly Headers[]) => standIn.say(events.map(eventText).join('')),
  }
}
