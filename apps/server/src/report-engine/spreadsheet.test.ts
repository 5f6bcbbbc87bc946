import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callDetails } from '@callboard/contract/calls'
import { runReport } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '#test/after-file.ts'
import { csvRows } from '#test/csv-rows.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

const formulas = [
  '=1+1',
  ' =1+2',
  '\u00A0=1+3',
  '\u200B=1+4',
  '\uFEFF=1+5',
  '\n=1+6',
  '\t=1+7',
  '＝1+8',
  '＋1+9',
  '－2-1',
  '＠SUM(1)',
  '|=1+9',
  '−2+4',
  '➕2+4',
  '-2+3',
  '+2+3',
  '@SUM(1)',
]

const march = { from: '2026-03-01', to: '2026-04-01' }
const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0
const libreOfficeFact = hasLibreOffice
  ? 'has no cell that LibreOffice takes for a formula, and keeps figures'
  : 'is not opened with LibreOffice, which is not installed here'

let test: Portal
let admin: Person
let customer: { id: string }

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'UTC' })
  customer = await test.make.customer({ code: 'acme', name: 'Acme Inc.' })
  await test.make.entity({ type: 'location', code: 'L1', name: 'Main Street', customerId: customer.id })
  await test.sendCalls(await test.make.apiKey(customer.id), [
    buildCall({ location: 'L1', talkDuration: 10, value: '-12.50', currency: 'USD' }),
    buildCall({ location: 'L1', talkDuration: 20, value: '3', cost: '0.0125', currency: 'EUR' }),
    buildCall({ location: 'L2', talkDuration: 25 }),
  ])
  await test.sendCalls(
    await test.make.apiKey((await test.make.customer({ name: '=1+10' })).id),
    formulas.map((text) => buildCall({ source: text, callerName: text, tags: [text] })),
  )
})

async function csvOf(path: string, body: object): Promise<string> {
  const answer = await admin.ask({ path, body, headers: { accept: 'text/csv' } })
  expect(answer.status, answer.text).toBe(200)
  return answer.text
}

const figuresOf = async (definition: object) =>
  csvRows(
    await csvOf(runReport.path, { definition, parameters: { dateRange: march, customer: customer.id } }),
  )

describe('what a spreadsheet reads of a report', () => {
  it('has the name beside the code, seconds to a tenth, and a column a currency', async () => {
    const measures = ['calls', 'averageTalk', 'value', 'cost']
    expect(await figuresOf({ dimensions: [{ field: 'customer' }, { field: 'location' }], measures })).toEqual(
      [
        [
          'Customer code',
          'Customer name',
          'Location code',
          'Location name',
          'Calls',
          'Average talk time (seconds)',
          'Value (EUR)',
          'Value (USD)',
          'Cost (EUR)',
        ],
        ['acme', 'Acme Inc.', 'L1', 'Main Street', '2', '15', '3.00', '-12.50', '0.0125'],
        ['acme', 'Acme Inc.', 'L2', '', '1', '25', '', '', ''],
      ],
    )
    expect(await figuresOf({ measures: ['averageTalk'] })).toEqual([
      ['Average talk time (seconds)'],
      ['18.3'],
    ])
  })

  it('has the same columns for the earlier period beside it', async () => {
    expect(await figuresOf({ measures: ['value'], compare: 'previousPeriod' })).toEqual([
      ['Value (EUR)', 'Value (EUR), earlier period', 'Value (USD)', 'Value (USD), earlier period'],
      ['3.00', '', '-12.50', ''],
    ])
  })

  it('has one empty column of money where there is none', async () => {
    const filters = [{ field: 'location', op: 'eq', values: ['L2'] }]
    expect(await figuresOf({ measures: ['calls', 'value'], filters })).toEqual([
      ['Calls', 'Value'],
      ['1', ''],
    ])
    expect(await figuresOf({ columns: ['location', 'value'], filters })).toEqual([
      ['Location code', 'Location name', 'Value'],
      ['L2', '', ''],
    ])
  })

  it('has codes in the words of the page, in rows and in heads', async () => {
    const worded = await test.make.customer({ name: 'Worded' })
    await test.sendCalls(await test.make.apiKey(worded.id), [
      buildCall({ hangupCause: 17, source: 'Radio' }),
      buildCall({ status: 'in-progress', endedAt: null, duration: null, callerNumber: '+12125550148' }),
    ])
    const ofWorded = async (definition: object) =>
      csvRows(
        await csvOf(runReport.path, { definition, parameters: { dateRange: march, customer: worded.id } }),
      )
    const dimensions = ['direction', 'answered', 'dayOfWeek', 'dayPart', 'hangupCause', 'source'].map(
      (field) => ({ field }),
    )
    const [, ...rows] = await ofWorded({ dimensions, measures: ['calls'] })
    expect(rows.map((row) => row.join('; ')).toSorted()).toEqual([
      'Inbound; Answered; Tuesday; Afternoon, 12:00–18:00; User busy (17); Radio; 1',
      'Inbound; Not answered; Tuesday; Afternoon, 12:00–18:00; ; ; 1',
    ])
    const [heads] = await ofWorded({
      dimensions: [{ field: 'direction' }],
      pivot: { field: 'status' },
      measures: ['calls'],
    })
    expect(heads?.toSorted()).toEqual(['Answered: Calls', 'Direction', 'In progress: Calls', 'Total: Calls'])
  })

  it('has them in a list of calls too', async () => {
    const columns = ['location', 'customerName', 'talkDuration', 'value', 'cost']
    const filters = [{ field: 'customer', op: 'eq', values: [customer.id] }]
    const body = { ...march, columns, filters, sort: 'talkDuration', desc: false }
    expect(csvRows(await csvOf(callDetails.path, body))).toEqual([
      [
        'Location code',
        'Location name',
        'Customer code',
        'Customer name',
        'Talk time (seconds)',
        'Value (EUR)',
        'Value (USD)',
        'Cost (EUR)',
        'Cost (USD)',
      ],
      ['L1', 'Main Street', 'acme', 'Acme Inc.', '10', '', '-12.5', '', ''],
      ['L1', 'Main Street', 'acme', 'Acme Inc.', '20', '3', '', '0.0125', ''],
      ['L2', '', 'acme', 'Acme Inc.', '25', '', '', '', ''],
    ])
  })

  it.for([libreOfficeFact])('%s', async (_, { skip }) => {
    skip(!hasLibreOffice, 'LibreOffice is not installed here')
    const folder = temporaryFolder()
    const columns = ['source', 'callerName', 'tags', 'customerName', 'callerNumber', 'value']
    const definition = {
      dimensions: [{ field: 'source' }, { field: 'customer' }],
      measures: ['calls', 'value'],
    }
    const files = [
      await csvOf(callDetails.path, { ...march, columns }),
      await csvOf(runReport.path, { definition, parameters: { dateRange: march } }),
    ]
    // The third is what they would be without apostrophes, to see that LibreOffice does work formulas out.
    const opened = openWithLibreOffice(folder, [...files, files.join('').replaceAll("'", '')])
    const [calls = [], figures = [], unguarded = []] = opened
    const cells = [...calls, ...figures]
    expect(cells.filter((cell) => cell.includes('table:formula'))).toEqual([])
    expect(cells.filter((cell) => cell.includes('office:value="-12.5"'))).toHaveLength(2)
    expect(unguarded.filter((cell) => cell.includes('table:formula'))).not.toEqual([])
  })
})

/** The cells of each file as LibreOffice has them, in its XML: as comma-separated UTF-8, with formulas worked out. */
function openWithLibreOffice(folder: string, files: readonly string[]): string[][] {
  const names = files.map((_, at) => join(folder, `file-${at}`))
  for (const [at, name] of names.entries()) writeFileSync(`${name}.csv`, files[at] ?? '')
  const input = '--infilter=Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1,true'
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const output = ['--convert-to', 'fods', '--outdir', folder, ...names.map((name) => `${name}.csv`)]
  execFileSync('soffice', [profile, '--headless', input, ...output], { stdio: 'ignore' })
  return names.map((name) => readFileSync(`${name}.fods`, 'utf8').match(/<table:table-cell[^>]*>/g) ?? [])
}
