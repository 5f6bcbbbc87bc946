import { buffer } from 'node:stream/consumers'
import { read } from '@e965/xlsx'
import { callDetails } from '@callboard/contract/calls'
import { runReport, RunReportAnswer } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import { xlsxBytes } from '#server/report-engine/files/formats/xlsx-file.ts'
import { type ExportedCalls, march, openExportedCalls, zone } from '#test/reporting/exported-calls.ts'
import { cellsOf, rowSheets } from '#test/reporting/workbook-cells.ts'

let exported: ExportedCalls

beforeAll(async () => {
  exported = await openExportedCalls()
})

describe('a workbook', () => {
  it('has titles that stay, real dates, durations and shares, and texts that stay texts', async () => {
    const asked = {
      ...march,
      columns: ['startedAt', 'callerNumber', 'duration', 'value'],
      sort: 'startedAt',
    }
    const { bytes } = await exported.bytesOf(callDetails.path, asked, 'xlsx')
    const { Sheets, SheetNames } = read(bytes, { dense: true, cellNF: true, cellStyles: true })
    expect(SheetNames).toEqual(['Calls', 'About'])
    const [titles = [], first = []] = Sheets['Calls']?.['!data'] ?? []
    expect(titles.map(({ v }) => v)).toEqual([
      'Started at (America/New York)',
      'Caller number',
      'Duration',
      'Value (EUR)',
      'Value (USD)',
    ])
    expect(first.map(({ t, z: format, w }) => [t, format, w]).slice(0, 3)).toEqual([
      ['n', 'yyyy\\-mm\\-dd hh:mm:ss', '2026-03-07 14:30:15'],
      ['s', '@', '+15550101013'],
      ['n', '[h]:mm:ss', '0:01:53'],
    ])
  })

  it('ends with the totals in bold, and says on a last sheet what it is of', async () => {
    const parameters = { dateRange: march, compare: 'previousYear' }
    const filters = [{ field: 'location', op: 'in', values: ['L1', 'L2'] }]
    const definition = {
      dimensions: [{ field: 'hourOfDay' }],
      measures: ['calls', 'answerRate', 'averageTalk'],
      filters,
    }
    const body = { definition, parameters, timeZone: zone }
    const { totals, rows } = RunReportAnswer.parse(
      (await exported.test.ask({ path: runReport.path, body, token: exported.admin })).json(),
    )
    const { bytes } = await exported.bytesOf(runReport.path, body, 'xlsx')
    const book = read(bytes, { dense: true })
    const [table] = rowSheets(book).map(cellsOf)
    const [, calls, rate, talk] = totals ?? []
    expect(table).toHaveLength(rows.length + 2)
    expect(table?.at(-1)).toEqual(['Total', calls, 0, rate, null, Number(talk) / 86_400, null])
    const lines = cellsOf(book.Sheets['About'] ?? {}).flat()
    expect(lines).toEqual([
      'Report',
      'Mar 1, 2026 – Mar 31, 2026 · America/New York',
      'Compared with Mar 1, 2025 – Mar 31, 2025 (5 Tuesdays against 4; 4 Saturdays against 5)',
      'Only where Location is =Main Street or L2',
      expect.stringMatching(/^\d+ rows as of /),
    ])
  })

  it('says codes in words', async () => {
    const definition = { dimensions: [{ field: 'status' }], measures: ['calls'] }
    const body = { definition, parameters: { dateRange: march }, timeZone: zone }
    const { bytes } = await exported.bytesOf(runReport.path, body, 'xlsx')
    const [table] = rowSheets(read(bytes, { dense: true })).map(cellsOf)
    expect(table?.slice(1).map(([status]) => status)).toEqual(['Answered', 'Total'])
  })

  it('goes on in a next sheet when one is full', async () => {
    const rows = [
      '<row><c/></row>\n',
      '<row><c t="b"><v>1</v></c></row>\n<row>',
      '<c/></row>\n<row><c/></row>\n',
    ]
    async function* lines() {
      for (const text of rows) yield await Promise.resolve(Buffer.from(text))
    }
    const asked = {
      columns: [{ key: 'a', label: 'A', kind: 'text' }],
      zone,
      name: 'All: of/it',
      about: [],
    } as const
    for (const [rowLimit, sizes] of [
      [5, [5]],
      [4, [4, 2]],
      [3, [3, 3]],
      [2, [2, 2, 2, 2]],
    ] as const) {
      const { Sheets, SheetNames } = read(await buffer(xlsxBytes({ ...asked, rowLimit }, lines())), {
        dense: true,
        sheetStubs: true,
      })
      const names = sizes.map((_, at) => (at === 0 ? 'All  of it' : `All  of it (${at + 1})`))
      expect(SheetNames).toEqual([...names, 'About'])
      expect(names.map((name) => Sheets[name]?.['!data']?.length)).toEqual(sizes)
    }
  })
})
