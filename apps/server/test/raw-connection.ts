import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

/** What came over a bare connection, read as an HTTP answer. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

/** A bare connection, for what no HTTP client sends. */
export class RawConnection {
  readonly #socket: Socket
  #received = ''
  readonly #closed: Promise<unknown>

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => (this.#received += String(chunk)))
    // A connection that the server drops is closed, no more.
    socket.on('error', () => {})
    this.#closed = new Promise((resolve) => socket.once('close', resolve))
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  /** Sends these bytes, and answers what comes back until the server closes. */
  async ask(request: string): Promise<RawAnswer> {
    this.#socket.write(request)
    return await this.#answer()
  }

  /** Sends a text again and again, with pauses, after these bytes. */
  async drip(request: string, { text, pauseMs }: { text: string; pauseMs: number }): Promise<RawAnswer> {
    this.#socket.write(request)
    const timer = setInterval(() => this.#socket.write(text), pauseMs)
    const answer = await this.#answer()
    clearInterval(timer)
    return answer
  }

  /** Sends one piece after the other, with pauses. */
  async askSlowly(pieces: readonly string[], pauseMs: number): Promise<RawAnswer> {
    for (const piece of pieces) {
      this.#socket.write(piece)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    return await this.#answer()
  }

  async #answer(): Promise<RawAnswer> {
    await this.#closed
    const [head = '', text = ''] = this.#received.split('\r\n\r\n')
    const [start = '', ...lines] = head.split('\r\n')
    const fields = lines.map(
      (line) => [line.split(': ')[0]?.toLowerCase() ?? '', line.split(': ')[1] ?? ''] as const,
    )
    return { status: Number(start.split(' ')[1]), headers: Object.fromEntries(fields), text }
  }
}
