import { expect, it } from 'vitest'
import { paperWidth, printedTable, printedWidth, widthOf } from '#web/ui/tables/printed-columns.ts'

const columns = (...widths: number[]) => widths.map((minWidth, index) => ({ key: index, minWidth }))

it('leaves a table that fits on paper as it is', () => {
  const all = columns(200, 200, 200)
  expect(printedTable(all)).toEqual({ parts: [all], zoom: 1 })
})

it('makes a wider one smaller', () => {
  const all = columns(200, 300, 400)
  expect(printedTable(all)).toEqual({ parts: [all], zoom: paperWidth / 900 })
})

it('splits one that would be too small to read, with its first column in each part and no column lost', () => {
  const all = columns(160, ...Array.from({ length: 20 }, () => 130))
  const { parts, zoom } = printedTable(all)
  expect(parts.length).toBe(4)
  expect(parts.flatMap(([, ...others]) => others)).toEqual(all.slice(1))
  for (const part of parts) {
    expect(part[0]).toBe(all[0])
    expect(widthOf(part)).toBeLessThanOrEqual(printedWidth)
    expect(Math.round(widthOf(part) * zoom)).toBeLessThanOrEqual(paperWidth)
    // None is left with a column or two.
    expect(part.length).toBeGreaterThan(4)
  }
})
