import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterFile } from '../after-file.ts'

/** What a switch says to whoever connects, and what it does with what it is sent. */
export interface SwitchManners {
  greeting: string
  /** Between two commands. */
  separator: string
  obey: (command: string, socket: Socket) => void
}

/** A server that stands in for a switch; it ends with the file. */
export class StandInSwitch {
  readonly port: number
  readonly #sockets = new Set<Socket>()
  /** Those that were let in. */
  readonly #signedIn = new Set<Socket>()

  private constructor(port: number) {
    this.port = port
  }

  static async open({ greeting, separator, obey }: SwitchManners): Promise<StandInSwitch> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const opened = new StandInSwitch(address.port)
    server.on('connection', (socket) => {
      opened.#follow(socket)
      socket.write(greeting)
      let rest = ''
      socket.on('data', (piece) => {
        const commands = (rest + piece.toString()).split(separator)
        rest = commands.pop() ?? ''
        for (const command of commands) obey(command, socket)
      })
    })
    afterFile(async () => {
      opened.dropAll()
      server.close()
      await once(server, 'close')
    })
    return opened
  }

  #follow(socket: Socket): void {
    this.#sockets.add(socket)
    socket
      .on('error', () => {})
      .on('close', () => {
        this.#sockets.delete(socket)
        this.#signedIn.delete(socket)
      })
  }

  letIn(socket: Socket): void {
    this.#signedIn.add(socket)
  }

  get isListenedTo(): boolean {
    return this.#signedIn.size > 0
  }

  say(text: string): void {
    for (const socket of this.#signedIn) socket.write(text)
  }

  /** As one does that restarts. */
  dropAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}
