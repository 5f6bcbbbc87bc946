import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterFile } from './after-file.ts'
import { freePort } from './free-port.ts'

/** Of a server of a test. */
export interface Switch {
  /** From then on nobody listens at the port, and all connections are cut. */
  goDown: () => Promise<void>
  comeUp: () => Promise<void>
}

/** `sockets` are the connections that there are. */
export function switchOf(server: Server, sockets: ReadonlySet<Socket>, port: number): Switch {
  return {
    async goDown() {
      const isClosed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await isClosed
    },
    async comeUp() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}

/** A line to a server of this machine, which begins at a port of its own. */
export interface Link extends Switch {
  port: number
}

/** Closed after the file. */
export async function openLink(toPort: number): Promise<Link> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: toPort, host: '127.0.0.1', noDelay: true })
    for (const socket of [near, far]) keep(socket)
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  const port = await freePort()
  const link: Link = { port, ...switchOf(server, sockets, port) }
  await link.comeUp()
  afterFile(async () => {
    if (server.listening) await link.goDown()
  })
  return link
}

/** The same address at another port. */
export function withPort(url: string, port: number): string {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}
