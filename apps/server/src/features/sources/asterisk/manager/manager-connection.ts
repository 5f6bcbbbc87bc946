import { numberSetting, textSetting } from '../../setting-values.ts'
import {
  type ConnectionWay,
  type FetchContext,
  FetchFailed,
  type Heard,
  type SourceEvent,
} from '../../adapter.ts'
import { listenAt, type SwitchPlace, type SwitchSocket } from '../../connections/switch-socket.ts'
import { eventOf, goneEvent } from './manager-events.ts'
import { actionText, type ManagerMessage, ManagerMessages } from './manager-messages.ts'

/** Which events are sent: those of variables and of the dial plan, most of all, are not. */
const eventMask = 'call,agent,dtmf,reporting'
export const defaultManagerPort = 5038
const pingIntervalMs = 20_000
const listId = 'callboard-channels'

/** The manager interface of Asterisk (AMI). It is asked which channels there are, and listened to. */
export const managerConnection: ConnectionWay = {
  isConfigured: (source, { managerSecret }) =>
    textSetting(source, 'managerHost') !== undefined &&
    textSetting(source, 'managerUser') !== undefined &&
    managerSecret !== undefined,
  listen(context) {
    const place = placeOf(context)
    return listenAt(place, context, async function* listen(socket) {
      const ping = setInterval(() => socket.write(actionText({ Action: 'Ping' })), pingIntervalMs)
      try {
        socket.write(loginOf(context))
        yield* listenTo(socket, place)
      } finally {
        clearInterval(ping)
      }
    })
  },
  gone: goneEvent,
}

function placeOf({ source }: FetchContext): SwitchPlace {
  const tls = textSetting(source, 'managerTls')
  return {
    name: 'manager interface',
    host: textSetting(source, 'managerHost') ?? '',
    port: numberSetting(source, 'managerPort', defaultManagerPort),
    tls: tls === 'verified' || tls === 'unverified' ? tls : 'none',
  }
}

function loginOf({ source, secrets }: FetchContext): string {
  return actionText({
    Action: 'Login',
    Username: textSetting(source, 'managerUser') ?? '',
    Secret: secrets['managerSecret'] ?? '',
    Events: eventMask,
  })
}

/** Until it is signed in, until it has said which channels there are, and then for as long as it lasts. */
async function* listenTo(socket: SwitchSocket, place: SwitchPlace): AsyncGenerator<Heard> {
  const messages = new ManagerMessages()
  let isSignedIn = false
  let present: Set<string> | undefined = new Set<string>()
  let known: SourceEvent[] = []
  let inOrder = 0
  let lastMs = 0
  for await (const piece of socket.pieces()) {
    const atMs = Date.now()
    inOrder = atMs === lastMs ? inOrder : 0
    lastMs = atMs
    const events: SourceEvent[] = []
    let isListed = false
    for (const message of messages.take(piece)) {
      if (!isSignedIn && message['Response'] !== undefined) {
        requireSignedIn(message, place)
        isSignedIn = true
        socket.write(actionText({ Action: 'CoreShowChannels', ActionID: listId }))
        continue
      }
      const event = eventOf(message, atMs, inOrder++)
      if (event !== undefined) {
        events.push(event)
        present?.add(event.callKey)
      }
      if (message['Event'] === 'CoreShowChannelsComplete') isListed = true
      // Who may not ask is told so; then what goes on is known as far as it is heard.
      if (message['ActionID'] === listId && message['Response'] === 'Error')
        throw new FetchFailed(
          `The manager user may not see which channels there are at ${place.host}:${place.port}. Add “reporting” to read and write in manager.conf.`,
          { isPassing: false },
        )
    }
    if (present !== undefined) {
      known = known.concat(events)
      if (!isListed) continue
      yield { events: known, present }
      present = undefined
      known = []
    } else if (events.length > 0) yield { events }
  }
}

function requireSignedIn(message: ManagerMessage, { host, port }: SwitchPlace): void {
  if (message['Response'] === 'Success') return
  throw new FetchFailed(
    `The manager interface ${host}:${port} does not let this user in: ${message['Message'] ?? 'it does not say why'}. Check user and secret, and from which addresses the user may come.`,
    { isPassing: false },
  )
}
