import { decoded } from './leg.ts'

/** An event of the event socket, by the names of its headers. */
export interface ChannelEvent {
  readonly headers: Readonly<Record<string, string>>
  readonly lines: readonly string[]
  /** From 1: where it begins. */
  readonly line: number
}

/** What stands before an event on the wire, or where a client printed it. */
const framing = /^(?:RECV EVENT|Content-(?:Type|Length): |Reply-Text: )/
/** The first space after a colon ends a name: names of variables may have a colon themselves. */
const header = /^([\w-][^\s]*?):(?: (.*))?$/

/** Whether a text begins as what an event socket sends does. */
export function isEventText(line: string): boolean {
  return framing.test(line) || line.startsWith('Event-Name: ')
}

/** Collects the lines of what an event socket sent, plain (`text/event-plain`) or printed. */
export class EventCollector {
  #lines: string[] = []
  #line = 0

  get isOpen(): boolean {
    return this.#lines.length > 0
  }

  /** Answers the event before, when this line ends it; undefined otherwise. Takes lines without spaces around them. */
  push(text: string, line: number): ChannelEvent | undefined {
    const isStart = text.startsWith('Event-Name: ')
    const ended = isStart || framing.test(text) ? this.end() : undefined
    if (isStart) this.#line = line
    if (isStart || (this.isOpen && !framing.test(text))) this.#lines.push(text)
    return ended
  }

  /** The event whose lines came last. */
  end(): ChannelEvent | undefined {
    if (!this.isOpen) return undefined
    const lines = this.#lines
    this.#lines = []
    return { headers: headersOf(lines), lines, line: this.#line }
  }
}

/**
 * The headers of an event, decoded. Lines that are no header belong to a value, such as a session description, of which
 * nothing is read.
 */
export function headersOf(lines: readonly string[]): Record<string, string> {
  return decoded(
    Object.fromEntries(
      lines.flatMap((line) => {
        const [, name, value = ''] = header.exec(line) ?? []
        return name === undefined ? [] : [[name, value.trim()]]
      }),
    ),
  )
}

/** The event with which a leg has ended, and all of it is known. */
export function isLastOfLeg({ headers }: Pick<ChannelEvent, 'headers'>): boolean {
  return headers['Event-Name'] === 'CHANNEL_HANGUP_COMPLETE'
}
