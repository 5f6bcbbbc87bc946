/** How often something happened for a key within the last while. In memory. */
export class RecentCounts {
  readonly #windowMs: number
  readonly #times = new Map<string, number[]>()
  #forgotAtMs = Date.now()

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** @param atMs Unix time in milliseconds. */
  add(key: string, atMs: number): void {
    const times = this.#times.get(key)
    if (times === undefined) this.#times.set(key, [atMs])
    else times.push(atMs)
    if (Date.now() - this.#forgotAtMs > this.#windowMs) this.#forget()
  }

  of(key: string): number {
    const sinceMs = Date.now() - this.#windowMs
    return (this.#times.get(key) ?? []).filter((atMs) => atMs > sinceMs).length
  }

  #forget(): void {
    this.#forgotAtMs = Date.now()
    for (const [key] of this.#times) if (this.of(key) === 0) this.#times.delete(key)
  }
}
