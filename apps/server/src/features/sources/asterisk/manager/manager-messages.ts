import { SwitchUnreadable } from '../../connections/switch-socket.ts'

/** A message of the manager interface: its fields by name, the last one where a name comes twice. */
export type ManagerMessage = Readonly<Partial<Record<string, string>>>

/** What is longer is none of its lines. */
const maxLine = 64 << 10
const maxFields = 500

/**
 * Cuts what comes over a connection into messages: lines of `Name: value`, ended by an empty line. What is no such line,
 * such as the greeting or the output of a command, is passed over.
 */
export class ManagerMessages {
  #rest = ''
  #fields: [string, string][] = []

  /** The messages that are complete with this piece. Throws `SwitchUnreadable`. */
  take(piece: string): ManagerMessage[] {
    const lines = (this.#rest + piece).split('\n')
    this.#rest = lines.pop() ?? ''
    if (this.#rest.length > maxLine) throw new SwitchUnreadable('It sends lines that are too long.')
    return lines.flatMap((line) => this.#takeLine(line.endsWith('\r') ? line.slice(0, -1) : line))
  }

  #takeLine(line: string): ManagerMessage[] {
    if (line !== '') {
      const colon = line.indexOf(':')
      if (colon > 0 && this.#fields.length < maxFields)
        this.#fields.push([line.slice(0, colon), line.slice(colon + 1).trim()])
      return []
    }
    if (this.#fields.length === 0) return []
    const message = Object.fromEntries(this.#fields)
    this.#fields = []
    return [message]
  }
}

/** An action as the switch reads it. Throws for values that would end a line. */
export function actionText(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([name, value]) => {
    if (/[\r\n]/.test(value)) throw new SwitchUnreadable(`${name} must be one line.`)
    return `${name}: ${value}\r\n`
  })
  return `${lines.join('')}\r\n`
}
