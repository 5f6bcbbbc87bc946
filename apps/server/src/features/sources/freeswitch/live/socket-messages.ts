import { SwitchUnreadable } from '../../connections/switch-socket.ts'

/** A message of the event socket: its headers, and its body where it has one. */
export interface SocketMessage {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

const maxHead = 64 << 10
const maxBody = 16 << 20

/**
 * Cuts what comes over a connection into messages: headers, an empty line, and as many bytes as they say. Takes text of which
 * each character is a byte.
 */
export class SocketMessages {
  #rest = ''

  /** The messages that are complete with this piece. Throws `SwitchUnreadable`. */
  take(piece: string): SocketMessage[] {
    this.#rest += piece
    const messages: SocketMessage[] = []
    for (;;) {
      const message = this.#takeOne()
      if (message === undefined) return messages
      messages.push(message)
    }
  }

  #takeOne(): SocketMessage | undefined {
    const text = this.#rest.replace(/^\n+/, '')
    const end = text.indexOf('\n\n')
    if (end === -1) {
      if (text.length > maxHead) throw new SwitchUnreadable('It sends headers that are too long.')
      return undefined
    }
    const headers = messageHeaders(text.slice(0, end))
    const length = Number(headers.get('Content-Length') ?? 0)
    if (!Number.isSafeInteger(length) || length < 0 || length > maxBody)
      throw new SwitchUnreadable('It sends a message of a length that is none.')
    const from = end + 2
    if (text.length < from + length) return undefined
    this.#rest = text.slice(from + length)
    return { headers, body: Buffer.from(text.slice(from, from + length), 'latin1').toString() }
  }
}

/** Those of a message: `Name: value`, a line each. */
function messageHeaders(text: string): Map<string, string> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const colon = line.indexOf(':')
      return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1).trim()] as const] : []
    }),
  )
}
