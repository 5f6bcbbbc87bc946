/** The columns that a mapping reads, in the order in which it first names them. */
export class ColumnIndex {
  readonly #names = new Map<string, number>()

  /** Where the value of a column stands among those of a row. */
  indexOf(name: string): number {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const index = this.#names.size
    this.#names.set(name, index)
    return index
  }

  get names(): readonly string[] {
    return [...this.#names.keys()]
  }
}
