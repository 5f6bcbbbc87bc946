import type { FileKind, FileRow, FileValue } from './file-column.ts'
import { localTime, titleOf } from './file-column.ts'
import type { FileTable } from './rows-file.ts'

/** A page for people, in one file that needs no other and prints well: its header row is on each sheet of paper. */
export async function* htmlBytes(
  { columns, zone, name, period }: FileTable,
  batches: AsyncIterable<readonly FileRow[]>,
): AsyncGenerator<Uint8Array, void> {
  const titles = columns.map((column) => titleOf(column, { zone, durations: 'clock' }))
  const head = titles.map((title, at) => `<th${alignOf(columns[at]?.kind)}>${escaped(title)}</th>`).join('')
  const begin = [
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(name)}</title><style>${style}</style></head>`,
    `<body><h1 dir="auto">${escaped(name)}</h1><p>${escaped(`${period}, times in ${zone}`)}</p>`,
    `<table><thead><tr>${head}</tr></thead><tbody>\n`,
  ].join('')
  let before = begin
  for await (const rows of batches) {
    const lines = rows.map((row) => {
      const cells = row.map((value, at) => {
        const kind = columns[at]?.kind ?? 'text'
        return `<td${alignOf(kind)}>${escaped(textOf(value, kind, zone))}</td>`
      })
      return `<tr>${cells.join('')}</tr>\n`
    })
    yield Buffer.from(before + lines.join(''))
    before = ''
  }
  yield Buffer.from(`${before}</tbody></table></body></html>\n`)
}

const style = [
  'body{font:14px/1.4 system-ui,sans-serif;margin:2rem;color:#1f2328;background:#fff}',
  'h1{font-size:1.4rem;margin:0}p{color:#57606a;margin:.25rem 0 1rem}',
  'table{border-collapse:collapse;font-variant-numeric:tabular-nums}',
  'th,td{padding:.3rem .6rem;border-bottom:1px solid #d0d7de;text-align:start;vertical-align:top;white-space:pre-wrap}',
  'th{background:#eef2f6;position:sticky;top:0}.n{text-align:end;white-space:nowrap}',
  '@media print{body{margin:0;font-size:9pt}th{position:static}thead{display:table-header-group}tr{break-inside:avoid}}',
].join('')

const figures: ReadonlySet<FileKind> = new Set(['integer', 'number', 'ratio', 'duration', 'money'])

/** Texts of any direction stand as they are read. */
function alignOf(kind: FileKind = 'text'): string {
  return figures.has(kind) ? ' class="n"' : ' dir="auto"'
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const share = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** A value as people read it. */
function textOf(value: FileValue, kind: FileKind, zone: string): string {
  if (value === null) return ''
  if (typeof value === 'object') return value.join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (kind === 'ratio') return share.format(value)
    return kind === 'duration' ? clockText(value) : number.format(value)
  }
  if (kind === 'hour') return value.slice(0, 16).replace('T', ' ')
  return kind === 'instant' ? localTime(value, zone) : value
}

/** `0:03:25` */
function clockText(seconds: number): string {
  const whole = Math.round(Math.abs(seconds))
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const text = parts.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
  return seconds < 0 ? `-${text}` : text
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
