import { formatCount, formatNumber } from '@callboard/contract/format'

export type Cells = readonly (string | number | boolean | undefined)[]

/** Rows in columns, figures to the right. */
export function printTable(title: string, heads: readonly string[], rows: readonly Cells[]): void {
  const texts = rows.map((cells) => cells.map(textOf))
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...texts.map((cells) => cells[at]?.length ?? 0)),
  )
  const isFigure = heads.map((_, at) => rows.every((cells) => typeof cells[at] !== 'string'))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) =>
        isFigure[at] === true ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd()
  console.log(`\n${title}\n`)
  for (const cells of [heads, widths.map((width) => '-'.repeat(width)), ...texts])
    console.log(`  ${line(cells)}`)
}

function textOf(cell: Cells[number]): string {
  if (cell === undefined) return '-'
  if (typeof cell === 'boolean') return cell ? 'ok' : 'MISSED'
  if (typeof cell === 'string') return cell
  return show(cell)
}

export function show(figure: number): string {
  return Math.abs(figure) < 100 ? formatNumber(Math.round(figure * 10) / 10) : formatCount(figure)
}

/** What is being done, where somebody watches. */
export function progress(text: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}`)
}
