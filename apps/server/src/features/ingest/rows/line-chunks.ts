const chunkBytes = 1 << 20
/** In UTF-8, of a text of JavaScript. */
const maxCharacterBytes = 3

/**
 * Memory for the lines of batches, which is used again and again: a large batch is tens of megabytes, and to be given those
 * anew by the system takes longer than to fill them.
 */
export class SpareChunks {
  readonly #spare: Buffer[] = []

  take(bytes: number): Buffer {
    const known = bytes <= chunkBytes ? this.#spare.pop() : undefined
    return known ?? Buffer.allocUnsafeSlow(Math.max(bytes, chunkBytes))
  }

  giveBack(chunks: readonly Buffer[]): void {
    for (const chunk of chunks)
      if (chunk.length === chunkBytes && this.#spare.length < maxSpare) this.#spare.push(chunk)
  }
}

/** What a load needs at once. */
const maxSpare = 96

/** Puts the lines of a batch together. */
export class LineChunks {
  readonly #spare: SpareChunks
  readonly #full: Buffer[] = []
  #chunk: Buffer
  #end = 0
  /** Where each chunk ends. */
  readonly #ends: number[] = []

  constructor(spare: SpareChunks) {
    this.#spare = spare
    this.#chunk = spare.take(chunkBytes)
  }

  /** Adds a line of some parts, of which the last one ends it. */
  add(...parts: readonly (string | Uint8Array)[]): void {
    let maxBytes = 0
    for (const part of parts)
      maxBytes += typeof part === 'string' ? part.length * maxCharacterBytes : part.length
    if (this.#end + maxBytes > this.#chunk.length) this.#begin(maxBytes)
    for (const part of parts) {
      if (typeof part === 'string') this.#end += this.#chunk.write(part, this.#end)
      else {
        this.#chunk.set(part, this.#end)
        this.#end += part.length
      }
    }
  }

  /** Each has whole lines. To be used until they are given back. */
  get rows(): Buffer[] {
    return [...this.#full, this.#chunk].flatMap((chunk, at) => {
      const end = this.#ends[at] ?? this.#end
      return end === 0 ? [] : [chunk.subarray(0, end)]
    })
  }

  /** Its rows, until they are given back. Few are copied: they would keep far more memory than they need. */
  keep(): { rows: readonly Buffer[]; giveBack?: () => void } {
    const { rows } = this
    if (this.#full.length > 0) return { rows, giveBack: () => this.giveBack() }
    const copies = rows.map((some) => Buffer.from(some))
    this.giveBack()
    return { rows: copies }
  }

  giveBack(): void {
    this.#spare.giveBack([...this.#full.splice(0), this.#chunk])
  }

  #begin(bytes: number): void {
    this.#full.push(this.#chunk)
    this.#ends.push(this.#end)
    this.#chunk = this.#spare.take(bytes)
    this.#end = 0
  }
}
