import { read } from '@e965/xlsx'
import { callDetails } from '@callboard/contract/calls'
import { fileTypes, type FileFormat } from '@callboard/contract/export-types'
import { formatBucketInFull } from '@callboard/contract/format-time'
import { runReport, RunReportAnswer } from '@callboard/contract/reports'
import { parquetReadObjects } from 'hyparquet'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openAtSnapshot } from '#server/report-engine/files/opened-file.ts'
import { fileWriters } from '#server/report-engine/files/formats/file-writers.ts'
import { csvRows } from '#test/csv-rows.ts'
import { pdfText, withoutSpaces } from '#test/pdf-text.ts'
import type { Portal } from '#test/portal.ts'
import { type ExportedCalls, march, openExportedCalls, texts, zone } from '#test/reporting/exported-calls.ts'
import { cellsOf, rowSheets } from '#test/reporting/workbook-cells.ts'

let test: Portal
let admin: string
let bytesOf: ExportedCalls['bytesOf']

beforeAll(async () => {
  ;({ test, admin, bytesOf } = await openExportedCalls())
})

/** The cells of each row in their order, as another program reads them, without headers. */
const readers = {
  csv: (bytes) => csvRows(bytes.toString()).slice(1),
  ndjson: (bytes) => {
    const lines = bytes.toString().trimEnd().split('\n')
    return lines.map((line) => Object.values(z.record(z.string(), z.unknown()).parse(JSON.parse(line))))
  },
  xlsx: (bytes) =>
    rowSheets(read(bytes, { dense: true }))
      .flatMap((sheet) => cellsOf(sheet).slice(1))
      .filter(([first]) => first !== 'Total'),
  parquet: async (bytes) => {
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
    return rows.map((row) => Object.values(z.record(z.string(), z.unknown()).parse(row)))
  },
  html: (bytes) => {
    const [, body = ''] = /<tbody>\n([^]*)<\/tbody>/.exec(bytes.toString()) ?? []
    return Array.from(body.matchAll(/<tr>([^]*?)<\/tr>\n/g), ([, row = '']) =>
      Array.from(row.matchAll(/<td[^>]*>([^]*?)<\/td>/g), ([, cell = '']) => unescaped(cell)),
    )
  },
} as const satisfies Record<CellFormat, (bytes: Buffer) => unknown[][] | Promise<unknown[][]>>

/** A PDF has its cells at places on pages, not in a row. */
type CellFormat = Exclude<FileFormat, 'pdf'>

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** What a cell with a value of the JSON answer is in each format. */
const cells: Readonly<Record<CellFormat, Cells>> = {
  csv: {
    text: (text) => (runs.has(text ?? '') ? `'${text}` : (text ?? '')),
    instant: (at) => local(at).toString().replace('T', ' ').slice(0, 19),
    seconds: (seconds) => String(seconds ?? ''),
    yes: 'yes',
    tags: (tags) => cells.csv.text(tags.join(', ')),
    amount: (amount) => amount ?? '',
    hour: (at) => at,
    figure: String,
    share: (share) => String(Number(share.toFixed(4))),
    average: (seconds) => (seconds === null ? '' : String(Number(seconds.toFixed(1)))),
  },
  ndjson: {
    text: (text) => text,
    instant: (at) => at,
    seconds: (seconds) => seconds,
    yes: true,
    tags: (tags) => tags,
    amount: (amount) => amount,
    hour: (at) => at,
    figure: (figure) => figure,
    share: (share) => share,
    average: (seconds) => seconds,
  },
  xlsx: {
    // The reader makes one sign of the end of a line.
    text: (text) => text?.replaceAll('\r\n', '\n') ?? null,
    instant: (at) => local(at).toZonedDateTime('UTC').epochMilliseconds / 86_400_000 + 25_569,
    seconds: (seconds) => seconds && seconds / 86_400,
    yes: true,
    tags: (tags) => (tags.length === 0 ? null : cells.xlsx.text(tags.join(', '))),
    amount: (amount) => amount && Number(amount),
    hour: (at) => cells.xlsx.instant(at),
    figure: (figure) => figure,
    share: (share) => share,
    average: (seconds) => seconds && seconds / 86_400,
  },
  html: {
    text: (text) => text ?? '',
    instant: (at) => local(at).toString().replace('T', ' ').slice(0, 19),
    seconds: (seconds) => (seconds === null ? '' : clock(seconds)),
    yes: 'yes',
    tags: (tags) => tags.join(', '),
    amount: (amount) => amount ?? '',
    hour: (at) => formatBucketInFull(at, 'hour'),
    figure: String,
    share: (share) => `${(share * 100).toFixed(1)}%`,
    average: (seconds) => (seconds === null ? '' : clock(seconds)),
  },
  parquet: {
    text: (text) => text,
    instant: (at) => new Date(at),
    seconds: (seconds) => seconds && BigInt(seconds),
    yes: true,
    tags: (tags) => tags,
    amount: (amount) => amount && Number(amount),
    hour: (at) => new Date(at),
    figure: BigInt,
    share: (share) => share,
    average: (seconds) => seconds,
  },
}

interface Cells {
  text: (text: string | null) => unknown
  instant: (at: string) => unknown
  seconds: (seconds: number | null) => unknown
  yes: unknown
  tags: (tags: readonly string[]) => unknown
  amount: (amount: string | null) => unknown
  hour: (at: string) => unknown
  figure: (figure: number) => unknown
  share: (share: number) => unknown
  average: (seconds: number | null) => unknown
}

/** What a spreadsheet would run. */
const runs = new Set([
  '=cmd|/c calc!A1',
  '@SUM(1)',
  '-2+3',
  '=acme',
  '=Main Street',
  '=cmd|/c calc!A1, vip',
  '+1555, vip',
])

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(14, 19).replace(/^0/, '')
const local = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDateTime()

const columns = [
  'id',
  'startedAt',
  'customerName',
  'callerName',
  'callerNumber',
  'tags',
  'location',
  'firstTime',
  'duration',
  'talkDuration',
  'value',
  'currency',
] as const

const formats = fileTypes.map(({ extension }) => extension).filter((format) => format !== 'pdf')

describe('a file of calls', () => {
  it.each(formats)('as %s has what the list has', async (format) => {
    const body = { ...march, columns, sort: 'startedAt', desc: false }
    const list = await test.ask({ path: callDetails.path, body, token: admin })
    const { items } = callDetails.response.parse(list.json())
    expect(items).toHaveLength(texts.length)
    const { bytes, headers } = await bytesOf(callDetails.path, body, format)
    expect(headers['x-row-count']).toBe(String(texts.length))
    expect(headers['x-snapshot']).toMatch(/^\d+$/)
    expect(headers['content-disposition']).toContain(`Calls 2026-03-01 to 2026-03-31.${format}`)
    const { text, instant, seconds, tags, amount, yes } = cells[format]
    const rows = await readers[format](bytes)
    expect(rows).toEqual(
      items.map((call) => [
        call.id,
        instant(call.startedAt ?? ''),
        text('=acme'),
        text(call.customerName ?? null),
        text(call.callerName ?? null),
        text(call.callerNumber ?? null),
        tags(call.tags ?? []),
        call.location,
        text(call.location === 'L1' ? '=Main Street' : null),
        yes,
        seconds(call.duration ?? null),
        seconds(call.talkDuration ?? null),
        amount(call.currency === 'EUR' ? (call.value ?? null) : null),
        amount(call.currency === 'USD' ? (call.value ?? null) : null),
        call.currency,
      ]),
    )
  })
})

function amountOf(value: unknown, currency: string): string | null {
  const amounts = z
    .array(z.object({ currency: z.string(), amount: z.string() }))
    .nullable()
    .parse(value)
  return amounts?.find((one) => one.currency === currency)?.amount ?? null
}

describe('a file of figures', () => {
  const definition = {
    dimensions: [{ field: 'time', grain: 'hour' }, { field: 'customer' }, { field: 'source' }],
    measures: ['calls', 'answerRate', 'averageTalk', 'value'],
  }

  it.each(formats)('as %s has what the answer has', async (format) => {
    const body = { definition, parameters: { dateRange: march }, timeZone: zone }
    const answer = await test.ask({ path: runReport.path, body, token: admin })
    const { rows } = RunReportAnswer.parse(answer.json())
    expect(rows).toHaveLength(texts.length)
    const { bytes, headers } = await bytesOf(runReport.path, body, format)
    expect(headers['x-row-count']).toBe(String(texts.length))
    const { text, hour, figure, share, average, amount } = cells[format]
    expect(await readers[format](bytes)).toEqual(
      rows.map(([time, , source, calls, rate, talk, value]) => [
        hour(z.string().parse(time)),
        text('=acme'),
        text('Acme & Söhne "GmbH"'),
        text(z.string().nullable().parse(source)),
        figure(z.number().parse(calls)),
        share(z.number().parse(rate)),
        average(z.number().nullable().parse(talk)),
        ...['EUR', 'USD'].map((currency) => amount(amountOf(value, currency))),
      ]),
    )
  })

  it('has unlike names in NDJSON and Parquet for a dimension and a measure of the same name', async () => {
    const both = { dimensions: [{ field: 'answered' }], measures: ['answered'] }
    const asked = { definition: both, parameters: { dateRange: march } }
    const { bytes } = await bytesOf(runReport.path, asked, 'ndjson')
    expect(bytes.toString()).toBe('{"answered":true,"answered2":14}\n')
  })
})

describe('a PDF', () => {
  it('of calls has the texts of the list, whatever their script, each as it can be copied', async () => {
    const asked = ['callerName', 'callerNumber', 'duration', 'value'] as const
    const body = { ...march, columns: asked, sort: 'startedAt', desc: false }
    const list = await test.ask({
      path: callDetails.path,
      body: { ...body, columns: [...asked, 'currency'] },
      token: admin,
    })
    const { items } = callDetails.response.parse(list.json())
    const { bytes } = await bytesOf(callDetails.path, body, 'pdf')
    const { text, seconds, amount } = cells.html
    const expected = items.flatMap((call) => [
      text(call.callerName ?? null),
      text(call.callerNumber ?? null),
      seconds(call.duration ?? null),
      amount(call.currency === 'EUR' ? (call.value ?? null) : null),
      amount(call.currency === 'USD' ? (call.value ?? null) : null),
    ])
    expect(await pdfText(bytes)).toContain(withoutSpaces(expected.join('')))
  })
})

describe('a file for reading', () => {
  it('of more rows than anybody reads is refused before it starts', async () => {
    const subject = { name: 'Calls', span: spanOfMarch } as const
    const opened = async (format: FileFormat, rowCount: number) =>
      await openAtSnapshot(test.runtime, { ...subject, format }, async () =>
        Promise.resolve({ rowCount, bytes: nothing() }),
      )
    await expect(opened('html', 10_001)).rejects.toMatchObject({ code: 'tooManyRows' })
    await expect(opened('pdf', 10_001)).rejects.toMatchObject({ code: 'tooManyRows' })
    await expect(opened('html', 10_000)).resolves.toMatchObject({ rowCount: 10_000 })
    await expect(opened('csv', 10_001)).resolves.toMatchObject({ rowCount: 10_001 })
  })

  it('is not drawn on when nobody waits for it any more', async () => {
    const table = { columns: [], zone, name: 'Calls', about: [], signal: AbortSignal.abort() }
    await expect(fileWriters.pdf.rows(table, nothing()).next()).rejects.toMatchObject({ kind: 'cancelled' })
  })
})

const spanOfMarch = {
  from: Temporal.ZonedDateTime.from(`2026-03-01T00:00[${zone}]`),
  to: Temporal.ZonedDateTime.from(`2026-04-01T00:00[${zone}]`),
}

async function* nothing(): AsyncGenerator<never, void> {}
