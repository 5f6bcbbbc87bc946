import { callDetails } from '@callboard/contract/calls'
import { fileTypes } from '@callboard/contract/export-types'
import { runReport } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildCall } from '#test/factory.ts'
import { pdfText, withoutSpaces } from '#test/pdf-text.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

const may = { from: '2026-05-01', to: '2026-06-01' }
const sources = ['<script>alert(1)</script> & "Söhne"', 'שלום עולם', 'Radio']

let test: Portal
let admin: Person

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'America/New_York' })
  const customer = await test.make.customer({ code: 'readable' })
  await test.sendCalls(
    await test.make.apiKey(customer.id),
    Array.from({ length: 12 }, (_, at) =>
      buildCall({
        externalCallId: `readable-${at}`,
        startedAt: `2026-05-${String(at + 2).padStart(2, '0')}T15:00:00.000Z`,
        source: sources[at % 3] ?? null,
        state: ['US-CA', 'US-NY', 'US-TX'][at % 3] ?? null,
        direction: 'inbound',
        status: at % 4 === 0 ? 'missed' : 'answered',
        value: `${at + 1000}.5`,
        currency: at % 2 === 0 ? 'EUR' : 'USD',
      }),
    ),
  )
})

async function fileOf(extension: string, definition: object, parameters: object = {}): Promise<Buffer> {
  const accept = fileTypes.find((type) => type.extension === extension)?.contentType ?? ''
  const body = { definition, parameters: { dateRange: may, ...parameters } }
  const answer = await admin.ask({ path: runReport.path, body, headers: { accept } })
  expect(answer.status, answer.text).toBe(200)
  return answer.bytes
}

const bySource = {
  dimensions: [{ field: 'source' }],
  measures: ['calls', 'answered', 'missed', 'value'],
  chart: { type: 'stackedBar' },
} as const

it('a list of calls says in words to people what a file for programs has as codes', async () => {
  const of = async (extension: string) => {
    const accept = fileTypes.find((type) => type.extension === extension)?.contentType ?? ''
    const body = { ...may, columns: ['status', 'direction'] }
    return (await admin.ask({ path: callDetails.path, body, headers: { accept } })).text
  }
  expect(await of('html')).toContain('<td dir="auto">Answered</td><td dir="auto">Inbound</td>')
  expect(await of('csv')).toContain('"Answered","Inbound"')
  const answered = '{"status":"answered","direction":"inbound"}'
  expect(await of('ndjson')).toContain(answered)
})

it('a report of two dimensions draws each value as a series, and says which weeks are cut', async () => {
  const definition = {
    dimensions: [{ field: 'time', grain: 'week' }, { field: 'source' }],
    measures: ['calls'],
    chart: { type: 'stackedBar' },
  }
  const html = String(await fileOf('html', definition))
  expect(html).toContain('Apr 27, 2026 (3 of 7 days)')
  expect(html).toContain('the first week in part')
  // Each has a mark of its colour before its name.
  for (const name of ['Radio', 'שלום עולם']) expect(html).toMatch(new RegExp(`</svg>[^<]*(<bdi>)?${name}`))
  expect(withoutSpaces(await pdfText(await fileOf('pdf', definition)))).toContain('thefirstweekinpart')
})

describe('a report as a page of HTML', () => {
  it('says what it is of, and has totals and the chart in the colours of both themes', async () => {
    const definition = { ...bySource, filters: [{ field: 'direction', op: 'eq', values: ['inbound'] }] }
    const customer = await test.make.customer({ code: 'other', name: 'Other <b>' })
    const html = String(
      await fileOf('html', definition, { customer: [customer.id], compare: 'previousYear' }),
    )
    expect(html).toContain('May 1, 2026 – May 31, 2026 · America/New York')
    expect(html).toContain('Compared with May 1, 2025 – May 31, 2025')
    expect(html).toContain('Only where Direction is Inbound and Customer is Other &lt;b&gt;')
    const whole = String(await fileOf('html', definition))
    expect(whole).toMatch(/3 rows as of \w+ \d+, \d{4}, \d\d:\d\d:\d\d/)
    expect(whole).toMatch(
      /<tfoot><tr><td dir="auto">Total<\/td><td class="n">12<\/td>.*<td class="n">6,033.00<\/td>/,
    )
    expect(whole.match(/<svg[^>]*viewBox="0 0 960 /g)).toHaveLength(2)
    for (const color of ['#1d5fd1', '#5b93f5']) expect(whole).toContain(`fill="${color}"`)
  })

  it('says that the limit of the report leaves rows out, unless a row tells of them', async () => {
    const limited = { ...bySource, limit: 2 }
    expect(String(await fileOf('html', limited))).toMatch(
      /The first 2 of 3 rows as of [^<;]*; the total is of all/,
    )
    expect(String(await fileOf('html', { ...limited, others: true }))).toContain('>2 rows as of')
  })

  it('draws the figures that the report names, a scatter the second one across', async () => {
    const measures = ['calls', 'answered', 'missed']
    const dimensions = [{ field: 'source' }]
    const captionOf = async (chart: object) => {
      const html = String(await fileOf('html', { dimensions, measures, chart }))
      return { title: /<figcaption><bdi>(.*?)<\/bdi>/.exec(html)?.[1], html }
    }
    expect(await captionOf({ type: 'bar' })).toMatchObject({ title: 'Calls' })
    expect(await captionOf({ type: 'bar', measures: ['missed'] })).toMatchObject({ title: 'Missed' })
    const { title, html } = await captionOf({ type: 'scatter', measures: ['missed', 'answered'] })
    expect(title).toBe('Missed')
    expect(html).toMatch(/<text[^>]*>Answered<\/text>/)
  })

  it('runs no script, loads nothing, and shows markup as text', async () => {
    const html = String(await fileOf('html', bySource))
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
    expect(html).not.toMatch(/<script|<img|<link|url\(http| on\w+=| href=| src=/i)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Söhne&quot;')
    expect(html).toContain('<html lang="en">')
  })

  it.each([
    ['pie', [{ field: 'source' }], 3],
    ['scatter', [{ field: 'source' }], 3],
    ['heatMap', [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }], 7 * 24],
    ['map', [{ field: 'state' }], 51],
    ['map', [{ field: 'county' }], 3000],
    ['line', [{ field: 'time', grain: 'day' }], 1],
  ])('draws a %s of %j', async (type, dimensions, minShapes) => {
    const definition = { dimensions, measures: ['calls', 'answerRate'], chart: { type } }
    const html = String(await fileOf('html', definition))
    const [, light = ''] = /<div class="light">([^]*?)<div class="dark">/.exec(html) ?? []
    expect(light.match(/<path/g)?.length).toBeGreaterThanOrEqual(minShapes)
    expect(html).not.toContain('NaN')
  })
})

describe('a report as a PDF', () => {
  it('has what it is of, the figures, the totals, and a number on each page', async () => {
    const written = await pdfText(await fileOf('pdf', { ...bySource, chart: { type: 'pie' } }))
    expect(written).toContain(withoutSpaces('May 1, 2026 – May 31, 2026 · America/New York 3 rows as of'))
    for (const source of sources) expect(written).toContain(withoutSpaces(source))
    expect(written).toContain(withoutSpaces('Total 12 9 3 6,033.00 6,039.00'))
    expect(written).toContain('1of1')
  })

  it('goes on beside on further pages with the texts that name its rows', async () => {
    const definition = {
      dimensions: [{ field: 'source' }],
      measures: ['calls', 'answered', 'missed', 'averageTalk', 'value'],
      pivot: { field: 'time', grain: 'day', limit: 12 },
    }
    const pages = await pdfText(await fileOf('pdf', definition))
    const numbers = Array.from(pages.matchAll(/(\d+)of(\d+)/g), ([, number, count]) => `${number}/${count}`)
    expect(numbers.length).toBeGreaterThan(2)
    expect(numbers.at(-1)).toBe(`${numbers.length}/${numbers.length}`)
    expect(pages.split('Radio').length - 1).toBe(numbers.length)
  })

  it('shows a sign for what its fonts do not have, and nothing else in its place', async () => {
    const bytes = await fileOf('pdf', { dimensions: [], measures: ['calls'] }, { source: ['漢字'] })
    expect(await pdfText(bytes)).toContain(withoutSpaces('Only where Source is \u{fffd}\u{fffd}'))
  })

  it.each(['line', 'heatMap', 'scatter', 'map'])('draws a %s', async (type) => {
    const dimensions = type === 'line' ? [{ field: 'time', grain: 'day' }] : [{ field: 'state' }]
    const fields = type === 'heatMap' ? [{ field: 'dayOfWeek' }, { field: 'hourOfDay' }] : dimensions
    const measures = ['calls', 'answerRate']
    const plain = await fileOf('pdf', { dimensions: fields, measures })
    const drawn = await fileOf('pdf', { dimensions: fields, measures, chart: { type } })
    expect(drawn.length).toBeGreaterThan(plain.length + 500)
  })
})
