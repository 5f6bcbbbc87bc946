const bitsOfId = 16
const minIds = 2_000_000
const hashes = 4
/** An id as text, and its line break. */
const lineBytes = 37

/**
 * A Bloom filter over the ids of stored calls, with 16 bits per call. A call whose id it does not contain is certainly
 * new and need not be looked up. Until it is complete (all stored ids have been added, and all that were accepted
 * since), it says of every id that it may contain it.
 */
export class IdBloomFilter {
  readonly #words: Uint32Array
  #isComplete = false

  /** `stored` calls are in the table. It takes as many again before false positives become more frequent. */
  constructor(stored: number) {
    const bits = 2 ** Math.ceil(Math.log2(Math.max(stored, minIds) * bitsOfId))
    this.#words = new Uint32Array(bits / 32)
  }

  add(id: string): void {
    this.#set(halfOf(id, 0), halfOf(id, 24))
  }

  /** False only for an id that was never added. */
  mayContain(id: string): boolean {
    if (!this.#isComplete) return true
    const step = halfOf(id, 24) | 1
    let at = halfOf(id, 0)
    for (let count = 0; count < hashes; count++) {
      const word = this.#words[(at >>> 5) & (this.#words.length - 1)] ?? 0
      if (((word >>> (at & 31)) & 1) === 0) return false
      at = (at + step) | 0
    }
    return true
  }

  /** Adds a stream of ids, one per line; the filter is complete at its end. */
  async load(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    let rest: Uint8Array = new Uint8Array()
    for await (const chunk of chunks) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      let from = 0
      for (; from + lineBytes <= bytes.length; from += lineBytes) {
        this.#set(halfIn(bytes, from), halfIn(bytes, from + 24))
      }
      rest = bytes.slice(from)
    }
    if (rest.length > 0) throw new Error('the ids of the stored calls broke off')
    this.#isComplete = true
  }

  // Ids are digests (or random): their own bits serve as hashes.
  #set(first: number, second: number): void {
    const step = second | 1
    let at = first
    for (let count = 0; count < hashes; count++) {
      const index = (at >>> 5) & (this.#words.length - 1)
      this.#words[index] = (this.#words[index] ?? 0) | (1 << (at & 31))
      at = (at + step) | 0
    }
  }
}

/** 32 bits of an id, from eight hexadecimal digits of its text. */
function halfOf(id: string, from: number): number {
  let bits = 0
  for (let at = from; at < from + 8; at++) bits = (bits << 4) | digit(id.charCodeAt(at))
  return bits
}

function halfIn(bytes: Uint8Array, from: number): number {
  let bits = 0
  for (let at = from; at < from + 8; at++) bits = (bits << 4) | digit(bytes[at] ?? 0)
  return bits
}

/** Of a lower-case hexadecimal digit. */
function digit(code: number): number {
  return code < 0x60 ? code - 0x30 : code - 0x57
}
