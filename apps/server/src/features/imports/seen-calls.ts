/** 80 MB at the most; of a call that comes later it is not known whether the file has had it before. */
const maxSlots = 8_388_608
const firstSlots = 65_536
/** Of the slots, so many may be taken. */
const fullness = 0.6

interface SeenCall {
  /** Whether the content was the same the last time. */
  isSame: boolean
  /** Whether the import has brought the call. */
  isOwn: boolean
}

/** Calls that a file has had, in little memory: by 64 bits of their ids, with 31 bits of what they were the last time. */
export class SeenCalls {
  #keys = new Uint32Array(2 * firstSlots)
  #values = new Uint32Array(firstSlots)
  #count = 0

  /** What was known of a call; it is known from now on as it is now. */
  add({ id, contentHash, isOwn }: { id: string; contentHash: string; isOwn: boolean }): SeenCall | undefined {
    // An empty slot has no low half: of each key its last bit is set.
    const [high, low] = [Number.parseInt(id.slice(0, 8), 16), Number.parseInt(id.slice(28), 16) | 1]
    const hash = (Number(BigInt(contentHash) & 0x7fff_ffffn) << 1) >>> 0
    const slot = this.#slotOf(high, low >>> 0)
    if (this.#keys[2 * slot + 1] !== 0) {
      const before = this.#values[slot] ?? 0
      const wasOwn = (before & 1) === 1
      this.#values[slot] = hash | (wasOwn || isOwn ? 1 : 0)
      return { isSame: before >>> 1 === hash >>> 1, isOwn: wasOwn }
    }
    if (this.#count < maxSlots * fullness) {
      this.#keys[2 * slot] = high
      this.#keys[2 * slot + 1] = low
      this.#values[slot] = hash | (isOwn ? 1 : 0)
      this.#count += 1
      if (this.#count > this.#values.length * fullness && this.#values.length < maxSlots) this.#grow()
    }
    return undefined
  }

  /** Of the key, or the empty one where it is to be put. */
  #slotOf(high: number, low: number): number {
    const mask = this.#values.length - 1
    let slot = (high ^ (low >>> 1)) & mask
    while (
      this.#keys[2 * slot + 1] !== 0 &&
      (this.#keys[2 * slot] !== high || this.#keys[2 * slot + 1] !== low)
    )
      slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values]
    this.#keys = new Uint32Array(2 * keys.length)
    this.#values = new Uint32Array(2 * values.length)
    for (const [at, value] of values.entries()) {
      const [high = 0, low = 0] = [keys[2 * at], keys[2 * at + 1]]
      if (low === 0) continue
      const slot = this.#slotOf(high, low)
      this.#keys[2 * slot] = high
      this.#keys[2 * slot + 1] = low
      this.#values[slot] = value
    }
  }
}
