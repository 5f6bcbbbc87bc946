/** The rows of a sample by the names of their columns. */
export class SampleTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]

  constructor(columns: readonly string[], rows: readonly (readonly string[])[]) {
    this.columns = columns
    this.rows = rows
  }

  column(name: string): string[] {
    const at = this.columns.indexOf(name)
    return this.rows.map((row) => (row[at] ?? '').trim())
  }

  /** The values of two columns, row by row. */
  pairs(first: string, second: string): [string, string][] {
    const others = this.column(second)
    return this.column(first).map((value, index) => [value, others[index] ?? ''])
  }
}
