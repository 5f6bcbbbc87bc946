import { z } from 'zod'
import { jsonOrUndefined } from '../../../../lib/json.ts'
import {
  type ConnectionWay,
  type FetchContext,
  FetchFailed,
  type Heard,
  type SourceEvent,
} from '../../adapter.ts'
import {
  listenAt,
  type SwitchPlace,
  type SwitchSocket,
  SwitchUnreadable,
} from '../../connections/switch-socket.ts'
import type { SeenAt } from '../../connections/seen-events.ts'
import { numberSetting, textSetting } from '../../setting-values.ts'
import { headersOf, isLastOfLeg } from '../channel-events.ts'
import { eventOfLeg } from '../leg.ts'
import { defaultSocketPort } from '../settings.ts'
import { askedEvents, goneEvent, liveEventOf } from './live-events.ts'
import { type SocketMessage, SocketMessages } from './socket-messages.ts'

/** The event socket of FreeSWITCH (ESL). It is asked which channels there are, and listened to. */
export const eventSocket: ConnectionWay = {
  isConfigured: (source, { socketPassword }) =>
    textSetting(source, 'socketHost') !== undefined && socketPassword !== undefined,
  listen(context) {
    const place = placeOf(context)
    const password = context.secrets['socketPassword'] ?? ''
    return listenAt(place, context, (socket) => listenTo(socket, place, password))
  },
  gone: goneEvent,
}

function placeOf({ source }: FetchContext): SwitchPlace {
  return {
    name: 'event socket',
    host: textSetting(source, 'socketHost') ?? '',
    port: numberSetting(source, 'socketPort', defaultSocketPort),
    tls: 'none',
  }
}

async function* listenTo(socket: SwitchSocket, place: SwitchPlace, password: string): AsyncGenerator<Heard> {
  if (/[\r\n]/.test(password)) throw new SwitchUnreadable('The password must be one line.')
  const messages = new SocketMessages()
  let known: SourceEvent[] | undefined = []
  let isSignedIn = false
  let inOrder = 0
  for await (const piece of socket.pieces('latin1')) {
    const atMs = Date.now()
    const events: SourceEvent[] = []
    let present: Set<string> | undefined
    for (const message of messages.take(piece)) {
      const type = message.headers.get('Content-Type')
      if (type === 'auth/request') socket.write(`auth ${password}\n\n`)
      else if (type === 'text/rude-rejection') throw refused(place, 'it refuses this address (acl)')
      else if (type === 'command/reply' && !isSignedIn) {
        const reply = message.headers.get('Reply-Text') ?? ''
        if (!reply.startsWith('+OK')) throw refused(place, reply.replace(/^-ERR /, ''))
        isSignedIn = true
        socket.write(`event plain ${askedEvents}\n\napi show channels as json\n\n`)
      } else if (type === 'api/response') {
        const shown = channelsOf(message, atMs)
        events.push(...shown.events)
        present = shown.present
      } else if (type === 'text/event-plain') {
        inOrder = (inOrder + 1) % 1_000_000
        const event = eventOf(message, { atMs, place: inOrder })
        if (event !== undefined) events.push(event)
      }
    }
    if (known !== undefined) {
      known = known.concat(events)
      if (present === undefined) continue
      for (const { callKey } of known) present.add(callKey)
      yield { events: known, present }
      known = undefined
    } else if (events.length > 0) yield { events }
  }
}

function refused({ host, port }: SwitchPlace, reason: string): FetchFailed {
  return new FetchFailed(
    `The event socket ${host}:${port} does not let the portal in: ${reason}. Check the password, and apply-inbound-acl in event_socket.conf.xml.`,
    { isPassing: false },
  )
}

function eventOf({ body }: SocketMessage, at: SeenAt): SourceEvent | undefined {
  const headers = headersOf(body.split('\n'))
  // The end of a leg is its record, the same by whichever way it comes.
  return isLastOfLeg({ headers }) ? eventOfLeg(headers) : liveEventOf(headers, at)
}

const Channel = z.looseObject({
  uuid: z.string(),
  call_uuid: z.string().catch(''),
  direction: z.string().catch(''),
  created_epoch: z.coerce.string().catch(''),
  callstate: z.string().catch(''),
  cid_num: z.string().catch(''),
  cid_name: z.string().catch(''),
  dest: z.string().catch(''),
  context: z.string().catch(''),
})
const Channels = z.looseObject({ rows: z.array(Channel).default([]) })

/** The channels that there are, as the switch lists them. */
function channelsOf({ body }: SocketMessage, atMs: number) {
  const parsed = Channels.safeParse(jsonOrUndefined(body))
  if (!parsed.success) throw new SwitchUnreadable('It does not say which channels there are.')
  const present = new Set<string>()
  const events = parsed.data.rows.flatMap((row, place) => {
    const createdUs = `${row.created_epoch}000000`
    for (const id of [row.uuid, row.call_uuid]) if (id !== '') present.add(id)
    const isUp = row.callstate === 'ACTIVE' || row.callstate === 'HELD'
    const headers = {
      'Event-Name': 'CHANNEL_CREATE',
      'Unique-ID': row.uuid,
      'Channel-Call-UUID': row.call_uuid,
      'Call-Direction': row.direction,
      'Caller-Context': row.context,
      'Caller-Caller-ID-Number': row.cid_num,
      'Caller-Caller-ID-Name': row.cid_name,
      'Caller-Destination-Number': row.dest,
      'Caller-Channel-Created-Time': createdUs,
      ...(isUp && { 'Caller-Channel-Answered-Time': createdUs }),
    }
    return liveEventOf(headers, { atMs, place }) ?? []
  })
  return { events, present }
}
