import { acrossOf } from '@callboard/contract/answer-columns'
import type { EntityType } from '@callboard/contract/claims'
import { writeDimension } from '@callboard/contract/dimension-words'
import {
  type Cell,
  type ParameterName,
  parameterNames,
  type ReportColumn,
  type ReportDefinition,
  type RunReport,
  runReport,
  RunReportAnswer,
} from '@callboard/contract/reports'
import { callDetails, type CallDetailsQuery } from '@callboard/contract/calls'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { csvRows } from '#test/csv-rows.ts'
import { errorsOf } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

/** Ways to have a report: figures on the screen and as a file, and a row for each call as a file. */
const ways = {
  figures: { kind: 'summary', accept: 'application/json' },
  'figures in a file': { kind: 'summary', accept: 'text/csv' },
  calls: { kind: 'details', accept: 'text/csv' },
} as const
type Way = keyof typeof ways
const wayNames = ['figures', 'figures in a file', 'calls'] as const

/** The rows as texts, or the field that an error names. */
type Outcome = string[] | { field: string }

const codes = {
  network: 'network 1',
  number: 'number 1',
  location: 'location-1',
  npanxx: '415555',
  zipcode: '94107',
  postalcode: 'K1A0B1',
  state: 'US-CA',
  county: '06075',
  historicalroute: 'route 1',
  dma: 'dma 1',
  tod: 'tod 1',
  rotationgroup: 'group 1',
} satisfies Record<EntityType, string>
const march = { from: '2026-03-01', to: '2026-04-01' }

let test: Portal
let admin: Person
let customer: { id: string }
let groupId: string

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'America/New_York' })
  customer = await test.make.customer({ code: 'acme', name: 'Acme Inc.' })
  const other = await test.make.customer()
  const entity = await test.make.entity({ type: 'location', code: 'location-1', name: 'Main Street' })
  groupId = await test.make.entityGroup({ entityIds: [entity] })
  const inbound = [
    {
      source: 'radio',
      duration: 60,
      ...codes,
      campaign: 'spring',
      callerNumber: '+12125550111',
    },
    { source: 'web', duration: 30, status: 'missed' as const, startedAt: '2026-03-11T15:00:00.000Z' },
  ]
  const calls = [...inbound, { duration: 10, startedAt: '2026-03-12T15:00:00.000Z' }].map((call) =>
    buildCall(call),
  )
  await test.sendCalls(await test.make.apiKey(customer.id), calls)
  const outbound = buildCall({
    source: 'tv',
    direction: 'outbound',
    startedAt: '2026-03-09T15:00:00.000Z',
    callerNumber: '+12125550199',
    duration: 5,
  })
  await test.sendCalls(await test.make.apiKey(other.id), [outbound])
})

interface Asked {
  definition?: Partial<z.input<typeof ReportDefinition>>
  run?: Partial<z.input<typeof RunReport>>
  parameters?: Record<string, unknown>
}

/** A stored report by source, or with the sources of calls, of March unless the parameters say otherwise. */
async function ask(way: Way, { definition, run, parameters }: Asked): Promise<Outcome> {
  const { kind, accept } = ways[way]
  const defaults =
    kind === 'summary'
      ? { dimensions: [{ field: 'source' as const }], measures: ['calls' as const] }
      : { columns: ['source'] }
  const reportId = await test.make.report({
    kind,
    definition: { ...defaults, ...definition },
    parameters: parameterNames.map((name) => ({ name })),
  })
  const answer = await admin.ask({
    path: runReport.path,
    body: { reportId, parameters: { dateRange: march, ...parameters }, ...run },
    headers: { accept },
  })
  if (answer.status !== 200) {
    const [error] = errorsOf(answer)
    if (answer.status >= 500) throw new Error(answer.text)
    return { field: error?.field ?? error?.code ?? '' }
  }
  if (accept === 'text/csv') return csvRows(answer.text).map((cells) => cells.join())
  const parsed = RunReportAnswer.parse(answer.json())
  const { columns, rows, comparison, labels } = parsed
  const written = (cell: Cell, column: ReportColumn | undefined) =>
    (column?.role === 'dimension' ? writeDimension(cell, column, labels)?.full : undefined) ?? cell
  const heads = columns.flatMap((column) => {
    const { label, role, unit } = column
    const ofWhole = parsed.pivot === undefined || role === 'dimension' ? '' : 'Total: '
    const across = column.pivot === undefined ? ofWhole : `${acrossOf(parsed, column)}: `
    const title = `${across}${unit === undefined ? label : `${label} (${unit})`}`
    return comparison === undefined || role === 'dimension' ? [title] : [title, `${title}, earlier period`]
  })
  const lines = rows.map((cells, row) =>
    cells.flatMap((cell, at) =>
      comparison === undefined || columns[at]?.role === 'dimension'
        ? [written(cell, columns[at])]
        : [cell, comparison.rows[row]?.[at]],
    ),
  )
  return [
    heads.join(),
    ...lines.map((line) =>
      line
        .map(String)
        .join()
        .replaceAll(/null|undefined/g, ''),
    ),
  ]
}

const figures = ['Source,Calls', 'radio,1', 'tv,1', 'web,1', ',1']

interface Expected {
  given: unknown
  figures: Outcome
  calls: Outcome
}

/** A new part of a definition is a type error here until it is said what becomes of it. */
const ofDefinition = {
  dimensions: {
    given: [{ field: 'direction' }],
    figures: ['Direction,Calls', 'Inbound,3', 'Outbound,1'],
    calls: { field: 'definition.dimensions' },
  },
  measures: {
    given: ['totalDuration'],
    figures: ['Source,Total duration (seconds)', 'radio,60', 'tv,5', 'web,30', ',10'],
    calls: { field: 'definition.measures' },
  },
  columns: {
    given: ['source', 'location'],
    figures: { field: 'definition.columns' },
    calls: ['Source,Location code,Location name', ',,', 'web,,', 'radio,location-1,Main Street', 'tv,,'],
  },
  filters: {
    given: [{ field: 'duration', op: 'gt', values: [20] }],
    figures: ['Source,Calls', 'radio,1', 'web,1'],
    calls: ['Source', 'web', 'radio'],
  },
  sort: {
    given: [{ field: 'source', desc: true }],
    figures: ['Source,Calls', 'web,1', 'tv,1', 'radio,1', ',1'],
    calls: ['Source', 'web', 'tv', 'radio', ''],
  },
  limit: { given: 2, figures: ['Source,Calls', 'radio,1', 'tv,1'], calls: ['Source', '', 'web'] },
  pivot: {
    given: { field: 'direction', limit: 1 },
    figures: [
      'Source,Inbound: Calls,Others: Calls,Total: Calls',
      'radio,1,0,1',
      'tv,0,1,1',
      'web,1,0,1',
      ',1,0,1',
    ],
    calls: { field: 'definition.pivot' },
  },
  // Without a limit nothing is left out.
  others: { given: true, figures: { field: 'definition.limit' }, calls: { field: 'definition.others' } },
  compare: {
    given: 'previousPeriod',
    figures: ['Source,Calls,Calls, earlier period', 'radio,1,', 'tv,1,', 'web,1,', ',1,'],
    calls: { field: 'definition.compare' },
  },
  // Without a comparison there is nothing to match.
  matchWeekdays: { given: true, figures, calls: { field: 'definition.matchWeekdays' } },
  // No figure of this report depends on it.
  answerWithinSeconds: { given: 30, figures, calls: { field: 'definition.answerWithinSeconds' } },
  chart: { given: { type: 'bar' }, figures, calls: { field: 'definition.chart' } },
} satisfies Record<keyof ReportDefinition, Expected>

interface OfParameter {
  given: () => unknown
  /** The sources of the calls that are left. */
  left: string[]
}

const ofParameters = {
  dateRange: { given: () => ({ from: '2026-03-11', to: '2026-03-12' }), left: ['web'] },
  customer: { given: () => customer.id, left: ['', 'web', 'radio'] },
  entityGroup: { given: () => [groupId], left: ['radio'] },
  status: { given: () => ['missed'], left: ['web'] },
  direction: { given: () => 'outbound', left: ['tv'] },
  source: { given: () => ['radio', null], left: ['', 'radio'] },
  campaign: { given: () => 'spring', left: ['radio'] },
  minimumDuration: { given: () => 30, left: ['web', 'radio'] },
  callerNumber: { given: () => '+12125550111', left: ['radio'] },
} satisfies Record<Exclude<ParameterName, EntityType | 'compare' | 'matchWeekdays'>, OfParameter>

describe('what a report is asked for', () => {
  for (const [part, { given, ...expected }] of Object.entries(ofDefinition)) {
    it(`is obeyed or an error that names it: ${part} of its definition`, async () => {
      for (const way of wayNames) {
        const outcome = await ask(way, { definition: { [part]: given } })
        expect([way, outcome]).toEqual([way, way === 'calls' ? expected.calls : expected.figures])
      }
    })
  }

  const ofCodes = Object.entries(codes).map(
    ([type, code]) => [type, { given: () => code, left: ['radio'] }] as const,
  )
  it.each([...Object.entries<OfParameter>(ofParameters), ...ofCodes])(
    'is obeyed or an error that names it: the parameter %s',
    async (name, { given, left }) => {
      const parameters = { [name]: given() }
      const figuresLeft = figures.filter((line) => [...left, 'Source'].includes(line.split(',')[0] ?? ''))
      expect(await ask('calls', { parameters })).toEqual(['Source', ...left])
      expect(await ask('figures', { parameters })).toEqual(figuresLeft)
    },
  )

  it('is obeyed or an error that names it: the parameter compare', async () => {
    const parameters = { compare: 'previousPeriod' }
    expect(await ask('calls', { parameters })).toEqual({ field: 'parameters.compare' })
    expect(await ask('figures', { parameters })).toEqual(ofDefinition.compare.figures)
    const matched = { parameters: { matchWeekdays: true } }
    expect(await ask('calls', matched)).toEqual({ field: 'parameters.matchWeekdays' })
  })

  it('is obeyed or an error that names it: the zone and the page', async () => {
    const run = { timeZone: 'Asia/Tokyo' }
    const parameters = { dateRange: { from: '2026-03-12', to: '2026-03-13' } }
    for (const way of wayNames) {
      expect([way, await ask(way, { run, parameters })]).toEqual([
        way,
        way === 'calls' ? ['Source', 'web'] : ['Source,Calls', 'web,1'],
      ])
      const paged = await ask(way, { run: { page: { number: 2, size: 3 } } })
      expect([way, paged]).toEqual([way, way === 'figures' ? ['Source,Calls', ',1'] : { field: 'page' }])
    }
  })

  it.each([
    ['dateRange', null],
    ['dateRange', []],
    ['entityGroup', null],
    ['entityGroup', [randomUUID()]],
    ['compare', 'lastYear'],
    ['status', null],
    ['status', 'lost'],
  ])('is an error that names it, never left aside: %s as %j', async (name, value) => {
    for (const way of wayNames) {
      const parameters = { [name]: value }
      expect([way, await ask(way, { parameters })]).toEqual([way, { field: `parameters.${name}` }])
    }
  })

  it('may be no value, even of a parameter that has a usual one', async () => {
    const reportId = await test.make.report({
      definition: { measures: ['calls'], compare: 'previousYear' },
      parameters: [
        { name: 'dateRange', default: march },
        { name: 'source', default: ['radio'] },
        { name: 'compare', default: 'previousPeriod' },
      ],
    })
    const run = async (parameters: object) => {
      const answer = await admin.ask({ path: runReport.path, body: { reportId, parameters } })
      const { rows, comparison } = RunReportAnswer.parse(answer.json())
      return [rows[0]?.[0], comparison?.kind]
    }
    expect(await run({})).toEqual([1, 'previousPeriod'])
    expect(await run({ compare: null })).toEqual([1, undefined])
    expect(await run({ source: [], compare: 'previousYear' })).toEqual([4, 'previousYear'])
    expect(await run({ source: null })).toEqual([1, 'previousPeriod'])
  })

  it('is an error where a column is named twice, or is none of the report', async () => {
    expect(await ask('calls', { definition: { columns: ['source', 'source'] } })).toEqual({
      field: 'definition.columns',
    })
    expect(await ask('calls', { definition: { columns: ['colour'] } })).toEqual({ field: 'colour' })
    expect(await ask('calls', { definition: { sort: [{ field: 'duration' }] } })).toEqual({
      field: 'duration',
    })
    expect(await ask('figures', { definition: { sort: [{ field: 'duration' }] } })).toEqual({
      field: 'duration',
    })
  })
})

describe('a file of calls', () => {
  it('is sorted by any columns, those without a value last', async () => {
    const columns = ['direction', 'source', 'duration']
    const by = async (...sort: { field: string; desc?: boolean }[]) => {
      const rows = await ask('calls', { definition: { columns, sort } })
      return Array.isArray(rows) ? rows.slice(1) : rows
    }
    const [radio, web, none, tv] = ['Inbound,radio,60', 'Inbound,web,30', 'Inbound,,10', 'Outbound,tv,5']
    expect(await by({ field: 'source' })).toEqual([radio, tv, web, none])
    expect(await by({ field: 'source', desc: true })).toEqual([web, tv, radio, none])
    expect(await by({ field: 'direction', desc: true }, { field: 'duration' })).toEqual([
      tv,
      none,
      web,
      radio,
    ])
    expect(await by({ field: 'duration' }, { field: 'source' })).toEqual([tv, none, web, radio])
  })

  it('takes no page, as it holds all of them', async () => {
    const given = { cursor: 'x', pageSize: 10, withTotal: true } satisfies z.input<typeof CallDetailsQuery>
    for (const [field, value] of Object.entries(given)) {
      const answer = await admin.ask({
        path: callDetails.path,
        body: { ...march, [field]: value },
        headers: { accept: 'text/csv' },
      })
      expect(errorsOf(answer)).toMatchObject([{ code: 'invalid', field }])
    }
  })
})

describe('a name that is a dimension and a measure', () => {
  const both = {
    dimensions: [{ field: 'answered' as const }],
    measures: ['answered' as const, 'calls' as const],
  }

  it('may be both in one report, sorted by either', async () => {
    const sorted = async (role?: 'dimension' | 'measure') =>
      await ask('figures', {
        definition: { ...both, sort: [{ field: 'answered', desc: true, ...(role && { role }) }] },
      })
    const [yes, no] = ['Answered,2,3', 'Not answered,0,1']
    expect(await ask('figures', { definition: both })).toEqual(['Answered,Answered,Calls', no, yes])
    expect(await sorted('dimension')).toEqual(['Answered,Answered,Calls', yes, no])
    expect(await sorted('measure')).toEqual(['Answered,Answered,Calls', yes, no])
    expect(await sorted()).toEqual({ field: 'definition.sort' })
  })
})

describe('the entity groups of the call list', () => {
  const list = async (entityGroups: string[], accept = 'application/json') =>
    await admin.ask({
      path: callDetails.path,
      body: { ...march, entityGroups, columns: ['source'] },
      headers: { accept },
    })

  it('leave the calls that match one of their entities, in pages and files', async () => {
    expect((await list([groupId])).json()).toMatchObject({ items: [{ source: 'radio' }] })
    expect(csvRows((await list([groupId], 'text/csv')).text).slice(1)).toEqual([['radio']])
  })

  it('are an error that names them when there is no such group', async () => {
    expect(errorsOf(await list([randomUUID()]))).toMatchObject([{ code: 'invalid', field: 'entityGroups' }])
  })
})
