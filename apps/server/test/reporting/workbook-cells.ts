import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx'
import { expect } from 'vitest'

/** All but the last one, which says what the file is of. */
export function rowSheets({ SheetNames, Sheets }: WorkBook): WorkSheet[] {
  expect(SheetNames.at(-1)).toBe('About')
  return SheetNames.slice(0, -1).map((name): WorkSheet => Sheets[name] ?? {})
}

export function cellsOf(sheet: WorkSheet): unknown[][] {
  const [titles = [], ...rows] = sheet['!data'] ?? []
  return [titles, ...rows].map((row) =>
    titles.map((_, at) => {
      // The reader leaves out empty cells.
      const cell: CellObject | undefined = row[at]
      expect(cell?.f).toBeUndefined()
      return cell?.v ?? null
    }),
  )
}
