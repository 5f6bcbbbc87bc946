/** A JSON object, or a line of anything else. */
export interface Document {
  readonly kind: 'object' | 'line'
  /** A line is without spaces around it. */
  readonly text: string
  /** From 1: where it begins. */
  readonly line: number
  /** It is longer than one may be, or the text ends in it: there is more of it, or less. */
  readonly isCut: boolean
}

/** A detail record has about 20 kB. */
const maxLength = 4_000_000

/**
 * Takes a text apart that holds JSON objects, one after the other in any layout, and lines of other things between them.
 * The text comes in pieces of any size.
 */
export class DocumentSplitter {
  #state: 'between' | 'object' | 'line' = 'between'
  #kept = ''
  #line = 1
  #startLine = 1
  #depth = 0
  #isInString = false
  #isEscaped = false

  /** Those that end in the piece. */
  push(piece: string): Document[] {
    const ended: Document[] = []
    let from = 0
    for (let at = 0; at < piece.length; at++) {
      const character = piece.charAt(at)
      if (character === '\n') this.#line++
      if (this.#state === 'between') {
        if (/[\s,[\]]/.test(character)) continue
        this.#begin(character)
        from = at
      } else if (this.#state === 'line' ? character === '\n' : this.#endsObject(character)) {
        ended.push(this.#end(piece.slice(from, at + 1), false))
      } else if (this.#kept.length + at - from > maxLength) {
        ended.push(this.#end(piece.slice(from, at + 1), true))
        // The rest of it up to the next line is of no use.
        this.#state = 'line'
        from = at + 1
      }
    }
    if (this.#state !== 'between') this.#kept += piece.slice(from)
    return ended
  }

  /** What is left when there are no more pieces. */
  end(): Document[] {
    const isObject = this.#state === 'object'
    return this.#state === 'between' || this.#kept.trim() === '' ? [] : [this.#end('', isObject)]
  }

  #begin(character: string): void {
    this.#state = character === '{' ? 'object' : 'line'
    this.#kept = ''
    this.#startLine = this.#line
    this.#depth = 1
    this.#isInString = false
    this.#isEscaped = false
  }

  #endsObject(character: string): boolean {
    if (this.#isEscaped) this.#isEscaped = false
    else if (character === '"') this.#isInString = !this.#isInString
    else if (this.#isInString) this.#isEscaped = character === '\\'
    else if (character === '{') this.#depth++
    else if (character === '}') this.#depth--
    return this.#depth === 0
  }

  #end(rest: string, isCut: boolean): Document {
    const kind = this.#state === 'object' ? 'object' : 'line'
    const text = this.#kept + rest
    this.#state = 'between'
    this.#kept = ''
    return { kind, text: kind === 'line' ? text.trim() : text, line: this.#startLine, isCut }
  }
}
