import { formatCounted } from '@callboard/contract/format'
import type { MappingEncoding } from '@callboard/contract/mappings'

/** What letters of UTF-8 become that is read as Windows-1252: no language has such pairs. */
const utf8AsWindows = /[ÂÃ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/
/** What stands for bytes that are none of UTF-8. */
const notUtf8 = /\uFFFD/

const signs: Partial<Record<MappingEncoding, { pattern: RegExp; words: (lines: string) => string }>> = {
  'windows-1252': {
    pattern: utf8AsWindows,
    words: (lines) =>
      `Letters are wrong in ${lines}, where the file is UTF-8 and not Windows-1252 as the mapping says.`,
  },
  'utf-8': {
    pattern: notUtf8,
    words: (lines) => `Letters are missing in ${lines}, where the file is not UTF-8 as the mapping says.`,
  },
}

/** Counts the rows of a text that are in another encoding than the mapping says, as where two programs write to one file. */
export class WrongLetters {
  readonly #sign: (typeof signs)[MappingEncoding]
  #rows = 0

  constructor(encoding: MappingEncoding) {
    this.#sign = signs[encoding]
  }

  check(raw: string): void {
    if (this.#sign?.pattern.test(raw) === true) this.#rows++
  }

  warnings(): string[] {
    const { words } = this.#sign ?? {}
    return this.#rows === 0 || words === undefined ? [] : [words(formatCounted(this.#rows, 'line'))]
  }
}
