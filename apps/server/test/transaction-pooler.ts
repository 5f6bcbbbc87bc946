import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterFile } from './after-file.ts'
import { withPort } from './link.ts'

// The protocol of PostgreSQL 3.0: https://www.postgresql.org/docs/18/protocol-message-formats.html
const protocol = 196_608
const sslRequest = 80_877_103
/** Each is answered by one ReadyForQuery. */
const asking = new Set(['Q', 'S', 'F'])
/** What PgBouncer knows of a session; it refuses others. */
const knownParameters = new Set([
  'user',
  'database',
  'client_encoding',
  'application_name',
  'DateStyle',
  'TimeZone',
])

interface Server {
  readonly socket: Socket
  /** Gets what the server says. */
  listener: (message: Buffer) => void
  /** Called when the server has ended the connection, for example as nothing came in the middle of a transaction. */
  onGone: () => void
}

/**
 * A pooler before a server without passwords, as PgBouncer in transaction mode: each transaction of a client has the connection
 * of the server that was idle longest, and nothing of a session is kept between two. Gives its address; closed after the file.
 */
export async function startTransactionPooler(serverUrl: string, connections = 6): Promise<string> {
  const url = new URL(serverUrl)
  const free: Server[] = []
  const waiting: ((server: Server) => void)[] = []
  const sockets = new Set<Socket>()
  let isClosed = false
  const release = (server: Server) => {
    const next = waiting.shift()
    if (next === undefined) free.push(server)
    else next(server)
  }
  const openServer = async (): Promise<void> => {
    const server = await connectTo(url, sockets)
    if (isClosed) return
    if (server === undefined) {
      // One that has no connection left for the moment has one soon.
      await sleep(againMs)
      await openServer()
      return
    }
    server.socket.once('close', () => {
      const at = free.indexOf(server)
      if (at !== -1) free.splice(at, 1)
      server.onGone()
      if (!isClosed) void openServer()
    })
    release(server)
  }
  for (let opened = 0; opened < connections; opened++) await openServer()
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    serve(socket, {
      take: async () => free.shift() ?? (await new Promise<Server>((resolve) => waiting.push(resolve))),
      release,
      discard: (server) => void server.socket.destroy(),
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  afterFile(() => {
    isClosed = true
    for (const socket of sockets) socket.destroy()
    listener.close()
  })
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the pooler has no port')
  return withPort(serverUrl, address.port)
}

const againMs = 100

/** Undefined when the server does not take it. */
async function connectTo(
  { hostname, port, username, pathname }: URL,
  sockets: Set<Socket>,
): Promise<Server | undefined> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  sockets.add(socket)
  const server: Server = { socket, listener: () => {}, onGone: () => {} }
  const isReady = new Promise<boolean>((resolve) => {
    server.listener = (message) => {
      if (typeOf(message) === 'Z') resolve(true)
    }
    socket.once('close', () => resolve(false))
  })
  socket.on(
    'data',
    splitInto((message) => server.listener(message)),
  )
  socket.on('error', () => {})
  socket.write(startup({ user: username, database: pathname.slice(1) }))
  return (await isReady) ? server : undefined
}

interface Pool {
  readonly take: () => Promise<Server>
  readonly release: (server: Server) => void
  /** One in the middle of a transaction that nobody goes on with. */
  readonly discard: (server: Server) => void
}

function serve(client: Socket, pool: Pool): void {
  let server: Promise<Server> | undefined
  let unanswered = 0
  const forward = (message: Buffer) => {
    client.write(message)
    if (typeOf(message) !== 'Z') return
    unanswered -= 1
    const isIdle = message.toString('latin1', 5, 6) === 'I'
    if (!isIdle || unanswered > 0 || server === undefined) return
    void server.then(giveBack)
    server = undefined
  }
  const giveBack = (taken: Server) => {
    taken.onGone = () => {}
    pool.release(taken)
  }
  const pass = (message: Buffer) => {
    if (asking.has(typeOf(message))) unanswered += 1
    server ??= pool.take()
    void server.then((taken) => {
      taken.listener = forward
      taken.onGone = () => void client.destroy()
      if (taken.socket.destroyed) taken.onGone()
      taken.socket.write(message)
    })
  }
  const read = splitInto((message) => {
    if (typeOf(message) === 'X') client.end()
    else pass(message)
  })
  const greet = (packet: Buffer) => {
    if (packet.readInt32BE(4) === sslRequest) {
      client.write('N')
      client.once('data', greet)
      return
    }
    const unknown = parametersOf(packet).find((name) => !knownParameters.has(name))
    if (packet.readInt32BE(4) !== protocol || unknown !== undefined) {
      client.end(build('E', `SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`))
      return
    }
    client.write(Buffer.concat([build('R', '\0\0\0\0'), build('Z', 'I')]))
    client.on('data', read)
  }
  client.once('data', greet)
  client.on('error', () => {})
  client.on('close', () => {
    void server?.then(pool.discard)
    server = undefined
  })
}

/** Calls `use` with each whole message, however the bytes come. */
function splitInto(use: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const length = rest.readInt32BE(1) + 1
      use(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
}

function typeOf(message: Buffer): string {
  return message.toString('latin1', 0, 1)
}

function build(type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(Buffer.byteLength(body) + 4)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}

function startup(parameters: Readonly<Record<string, string>>): Buffer {
  const version = Buffer.alloc(4)
  version.writeInt32BE(protocol)
  const body = Object.entries(parameters).flatMap(([name, value]) => [name, value])
  const packet = build('', `....${body.join('\0')}\0\0`)
  version.copy(packet, 4)
  return packet
}

function parametersOf(packet: Buffer): string[] {
  const texts = packet.toString('utf8', 8).split('\0')
  return texts.filter((text, at) => at % 2 === 0 && text !== '')
}
