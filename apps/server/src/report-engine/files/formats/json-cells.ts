import type { FileColumn } from './file-column.ts'
import type { CellWriter } from './file-writer.ts'

/** Values as programs have them, in JSON: as the call list answers them. */
export const jsonCells: CellWriter = {
  writesWords: false,
  cell: ({ column, field }) => {
    switch (field.storedKind) {
      case 'text':
        return nothingSql(column)
      case 'tags':
        return column
      case 'instant':
        return `concat(replaceOne(toString(${column}), ' ', 'T'), 'Z')`
      case 'boolean':
        return `CAST(${column}, 'Nullable(Bool)')`
      case 'uuid':
        return `toString(${column})`
      case 'integer':
      case 'decimal':
      case 'float':
        // Longer integers would be written as texts.
        return `toFloat64(${column})`
    }
  },
  amount: (amount) => `toString(${amount})`,
  text: (text) => text,
  none: "''",
  found: nothingSql,
}

/** Null where there is no text. */
function nothingSql(text: string): string {
  return `nullIf(${text}, '')`
}

/** Cells under the keys of their columns. */
export function selectNamed(cells: readonly string[], columns: readonly FileColumn[]): string {
  return cells.map((cell, at) => `${cell} AS ${checkKey(columns[at]?.key)}`).join(', ')
}

function checkKey(key: string | undefined): string {
  if (key === undefined || !/^\w+$/.test(key)) throw new TypeError('Not a key of a column')
  return key
}
