import { paletteOf } from '@callboard/contract/charts/palette'
import { colorsOf, fontFamily } from '@callboard/contract/colors'
import type { FileChart } from './file-chart.ts'
import { type FileColumn, titleOf } from './file-column.ts'
import { escapeMarkup } from './markup.ts'
import { isFigure, readableRow, readableTotals } from './readable-text.ts'
import type { FileTable } from './file-table.ts'
import type { FileWriter, RowBatches } from './file-writer.ts'

export const html: FileWriter = { rows: htmlBytes }

/**
 * A page for people, in one file that needs no other, runs no script and loads nothing. It follows the reader's choice of
 * light and dark, and is light on paper, where its header row is on each sheet.
 */
async function* htmlBytes(
  { columns, zone, name, about, totals, chart }: FileTable,
  batches: RowBatches,
): AsyncGenerator<Uint8Array, void> {
  const lines = about.map((line) => `<p dir="auto">${escapeMarkup(line)}</p>`).join('')
  let before = [
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeMarkup(name)}</title><style>${style}</style></head>`,
    `<body><h1 dir="auto">${escapeMarkup(name)}</h1>${lines}`,
    chart === undefined ? '' : await figureOf(chart),
    `<table><thead>${rowOf(
      'th',
      columns.map((column) => titleOf(column, { zone, durations: 'clock' })),
      columns,
    )}</thead><tbody>\n`,
  ].join('')
  for await (const rows of batches) {
    const written = rows.map((row) => `${rowOf('td', readableRow(row, columns, zone), columns)}\n`)
    yield Buffer.from(before + written.join(''))
    before = ''
  }
  const foot = totals && `<tfoot>${rowOf('td', readableTotals(totals, columns, zone), columns)}</tfoot>`
  yield Buffer.from(`${before}</tbody>${foot ?? ''}</table></body></html>\n`)
}

/** Longer texts go on in a next line. */
const longText = 40

/** Texts of any direction stand as they are read. */
function rowOf(tag: 'th' | 'td', texts: readonly string[], columns: readonly FileColumn[]): string {
  const scope = tag === 'th' ? ' scope="col"' : ''
  const cells = columns.map((column, at) => {
    const text = texts[at] ?? ''
    const kind = isFigure(column)
      ? ' class="n"'
      : text.length > longText
        ? ' dir="auto" class="w"'
        : ' dir="auto"'
    return `<${tag}${scope}${kind}>${escapeMarkup(text)}</${tag}>`
  })
  return `<tr>${cells.join('')}</tr>`
}

const chartWidth = 960

/** The chart in the colours of each theme, of which the reader's is shown. */
async function figureOf(chart: FileChart): Promise<string> {
  const themes = [
    { className: 'light', palette: paletteOf(colorsOf(false)) },
    { className: 'dark', palette: paletteOf(colorsOf(true)) },
  ]
  const drawn = themes.map(async ({ className, palette }) => {
    const { svg } = await chart.draw({ palette, width: chartWidth })
    const entries = chart.legend(palette).map(({ name, color, isDashed }) => {
      const line = isDashed ? ' stroke-dasharray="3 2"' : ''
      const mark = `<svg width="12" height="10" aria-hidden="true"><path d="M0 5h12" stroke="${color}" stroke-width="${isDashed ? 2 : 10}"${line}/></svg>`
      return `<li>${mark} <bdi>${escapeMarkup(name)}</bdi></li>`
    })
    const legend = entries.length === 0 ? '' : `<ul>${entries.join('')}</ul>`
    const label = escapeMarkup(chart.title)
    return `<div class="${className}">${legend}<div role="img" aria-label="${label}">${svg}</div></div>`
  })
  const note = chart.note === undefined ? '' : ` <small>${escapeMarkup(chart.note)}</small>`
  return `<figure><figcaption><bdi>${escapeMarkup(chart.title)}</bdi>${note}</figcaption>${(await Promise.all(drawn)).join('')}</figure>`
}

function variablesOf(isDark: boolean): string {
  const { page, panel, line, text, quiet, fill } = colorsOf(isDark)
  const variables = { page, panel, line, text, quiet, fill }
  return Object.entries(variables)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')
}

const style = [
  `:root{color-scheme:light dark;${variablesOf(false)}}`,
  `@media screen and (prefers-color-scheme:dark){:root{${variablesOf(true)}}}`,
  `body{font:14px/1.45 ${fontFamily};margin:2rem;color:var(--text);background:var(--panel)}`,
  'h1{font-size:1.4rem;margin:0 0 .4rem}p{color:var(--quiet);margin:.1rem 0}',
  'figure{margin:1.5rem 0 0}figcaption{font-weight:600;margin-bottom:.4rem}small{color:var(--quiet);font-weight:400}',
  '[role=img]{overflow-x:auto}[role=img] svg{min-width:640px;max-width:100%;height:auto}',
  'ul{display:flex;flex-wrap:wrap;gap:.2rem 1rem;list-style:none;margin:0 0 .4rem;padding:0;color:var(--quiet)}',
  '.dark{display:none}@media screen and (prefers-color-scheme:dark){.dark{display:block}.light{display:none}}',
  'table{border-collapse:collapse;margin-top:1.5rem;font-variant-numeric:tabular-nums}',
  'th,td{padding:.3rem .7rem;border-bottom:1px solid var(--line);text-align:start;vertical-align:top;white-space:pre}',
  'td.w{white-space:pre-wrap;min-width:18rem}',
  'th{background:var(--fill);position:sticky;top:0;vertical-align:bottom;white-space:normal}.n{text-align:end}',
  'tfoot td{font-weight:600;border-top:2px solid var(--quiet)}',
  '@media print{body{margin:0;font-size:9pt}th{position:static}td{white-space:pre-wrap}[role=img] svg{min-width:0}thead{display:table-header-group}',
  'tfoot{display:table-row-group}tr,figure{break-inside:avoid}}',
].join('')
