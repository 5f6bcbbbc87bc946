import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import { connect as connectTls } from 'node:tls'
import { lookupOutside, requireOutside } from '../../../lib/outside/outside-lookup.ts'
import { OutsideError } from '../../../lib/outside/outside-request.ts'
import { type FetchContext, FetchFailed, type Heard } from '../adapter.ts'

/** A switch that is listened to. */
export interface SwitchPlace {
  /** What listens there, for people. */
  readonly name: string
  readonly host: string
  readonly port: number
  readonly tls: 'verified' | 'unverified' | 'none'
}

const connectMs = 15_000
/** Longer than the pause between two questions whether it is still there. */
const idleTimeoutMs = 60_000

/** What a switch says is not what its interface says. The message is a sentence for people. */
export class SwitchUnreadable extends Error {
  override readonly name = 'SwitchUnreadable'
}

/** Listens to a switch over a connection of its own, which ends with the last of what is told. Throws `FetchFailed`. */
export async function* listenAt(
  place: SwitchPlace,
  context: Pick<FetchContext, 'allowedAddresses' | 'signal'>,
  listen: (socket: SwitchSocket) => AsyncIterable<Heard>,
): AsyncGenerator<Heard> {
  const socket = await SwitchSocket.open(place, context)
  try {
    yield* listen(socket)
  } catch (error) {
    if (!(error instanceof SwitchUnreadable)) throw error
    const message = `${nameOf(place)} is no ${place.name}: ${error.message}`
    throw new FetchFailed(message, { isPassing: true, cause: error })
  } finally {
    socket.close()
  }
}

/** A connection to a switch: text goes both ways until it is lost, is silent for too long, or is closed. */
export class SwitchSocket {
  readonly #socket: Socket
  readonly #place: SwitchPlace
  readonly #signal: AbortSignal

  private constructor(socket: Socket, place: SwitchPlace, signal: AbortSignal) {
    this.#socket = socket
    this.#place = place
    this.#signal = signal
  }

  /** Throws `FetchFailed`. */
  static async open(
    place: SwitchPlace,
    { allowedAddresses, signal }: Pick<FetchContext, 'allowedAddresses' | 'signal'>,
  ): Promise<SwitchSocket> {
    const { host, port, tls } = place
    try {
      requireOutside(host, allowedAddresses)
      const target = { host, port, lookup: lookupOutside(allowedAddresses) }
      const socket =
        tls === 'none'
          ? connect(target)
          : connectTls({ ...target, servername: host, rejectUnauthorized: tls === 'verified' })
      const within = AbortSignal.any([signal, AbortSignal.timeout(connectMs)])
      try {
        await once(socket, tls === 'none' ? 'connect' : 'secureConnect', { signal: within })
      } catch (error) {
        socket.destroy()
        throw error
      }
      socket.setKeepAlive(true, 30_000).setTimeout(idleTimeoutMs, () => socket.destroy(new Error('silent')))
      return new SwitchSocket(socket, place, signal)
    } catch (error) {
      throw failure(error, place)
    }
  }

  write(text: string): void {
    if (this.#socket.writable) this.#socket.write(text)
  }

  /** What comes, as text; in `latin1` each byte is a character. Ends when the signal aborts; throws `FetchFailed` when the connection is lost. */
  async *pieces(encoding: 'utf8' | 'latin1' = 'utf8'): AsyncGenerator<string> {
    const decoder = new StringDecoder(encoding)
    const stop = () => this.#socket.destroy()
    this.#signal.addEventListener('abort', stop, { once: true })
    try {
      for await (const piece of this.#socket) {
        if (Buffer.isBuffer(piece)) yield decoder.write(piece)
      }
    } catch (error) {
      if (!this.#signal.aborted) throw failure(error, this.#place)
    } finally {
      this.#signal.removeEventListener('abort', stop)
    }
    if (!this.#signal.aborted)
      throw new FetchFailed(`The ${this.#place.name} ${nameOf(this.#place)} has ended the connection.`, {
        isPassing: true,
      })
  }

  close(): void {
    this.#socket.destroy()
  }
}

function nameOf({ host, port }: SwitchPlace): string {
  return `${host}:${port}`
}

/** For people. */
function failure(error: unknown, place: SwitchPlace): FetchFailed {
  if (error instanceof FetchFailed) return error
  const failed = (message: string, isPassing: boolean) =>
    new FetchFailed(message, { isPassing, cause: error })
  const name = `${place.name} ${nameOf(place)}`
  if (error instanceof OutsideError) return failed(`The ${name} cannot be reached. ${error.message}`, false)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  switch (code) {
    case 'ECONNREFUSED':
      return failed(`Nothing answers at ${nameOf(place)}.`, true)
    case 'ENOTFOUND':
      return failed(`There is no host ${place.host}.`, true)
    case 'ABORT_ERR':
      return failed(`The ${name} does not answer.`, true)
    default:
      return code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.includes('CERT')
        ? failed(`The certificate of the ${name} cannot be checked, or it does not encrypt.`, false)
        : failed(`The connection to the ${name} was lost.`, true)
  }
}
