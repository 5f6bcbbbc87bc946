import { utils, write } from '@e965/xlsx'

export type Cell = string | number | boolean | Date | null | { value: number; format: string }

/** A workbook as Excel writes it, with its first sheet and others. */
export function workbookOf(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(
      rows.map((row) =>
        row.map((cell) => (isFormatted(cell) ? { v: cell.value, t: 'n', z: cell.format } : cell)),
      ),
    )
    utils.book_append_sheet(book, sheet, name)
  }
  const bytes: unknown = write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true })
  if (!Buffer.isBuffer(bytes)) throw new TypeError('a workbook is written as a buffer')
  return bytes
}

function isFormatted(cell: Cell): cell is { value: number; format: string } {
  return typeof cell === 'object' && cell !== null && !(cell instanceof Date)
}
