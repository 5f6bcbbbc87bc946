import { callDetails } from '@callboard/contract/calls'
import { listCallers } from '@callboard/contract/callers'
import { RunReportAnswer } from '@callboard/contract/reports'
import { SavedReport } from '@callboard/contract/saved-reports'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { change, systemActor } from '#server/db/records/change.ts'
import { errorsOf, expectOk } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { type Answer, openPortal, type Person, type Portal } from '#test/portal.ts'

const march = { from: '2026-03-01', to: '2026-04-01' }
const endless = { from: '0001-01-01', to: '9999-12-31' }
const tooLong = { from: '1990-01-01', to: '2026-01-01' }

let test: Portal
let admin: Person
let customer: { id: string; name: string; code: string }
let entityId: string
let groupId: string
let reportId: string

beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'UTC' })
  customer = await test.make.customer()
  entityId = await test.make.entity({ type: 'location', code: 'main', name: 'Main Street' })
  groupId = await test.make.entityGroup({ entityIds: [entityId] })
  await test.sendCalls(await test.make.apiKey(customer.id), [
    buildCall({ location: 'main' }),
    buildCall({ location: 'harbor' }),
  ])
  reportId = await test.make.report({
    definition: {
      measures: ['calls'],
      dimensions: [{ field: 'location' }],
      compare: 'previousPeriod',
      sort: [{ field: 'location' }],
    },
    parameters: [
      { name: 'dateRange', default: march },
      { name: 'location', required: true },
      { name: 'customer' },
      { name: 'entityGroup' },
    ],
  })
})

const post = async (path: string, body: object, accept = 'application/json') =>
  await admin.ask({ path: `/api/reporting/${path}`, body, headers: { accept } })

type Run = { reportId: string } | { savedReportId: string }

/** All that runs a stored report: on the screen, as a file, in the background, and what explains its changes. */
const ways = {
  screen: async (run: object) => await post('runreport', run),
  file: async (run: object) => await post('runreport', run, 'text/csv'),
  export: async (run: object) => await post('exports', { format: 'csv', rows: { report: run } }),
  explanation: async (run: object) => await post('whychanged', { ...run, measure: 'calls' }),
}

interface ExpectedError {
  status: number
  code: string
  field?: string
}

async function expectEverywhere(run: Run, parameters: object, error: ExpectedError) {
  const { status, ...rest } = error
  for (const [way, ask] of Object.entries(ways)) {
    const answer = await ask({ ...run, parameters })
    expect([way, answer.status]).toEqual([way, status])
    expect(errorsOf(answer)).toEqual([expect.objectContaining(rest)])
  }
}

async function save(parameters: object): Promise<string> {
  const answer = await post('savereport', { reportId, name: 'Saved', parameters })
  return SavedReport.parse(answer.json()).id
}

const rowsOf = (answer: Answer) => RunReportAnswer.parse(expectOk(answer)).rows

describe('whatever runs a report', () => {
  it.each([
    [
      'without a value that it needs',
      {},
      { status: 400, code: 'missingParameter', field: 'parameters.location' },
    ],
    [
      'over a period before all time',
      { location: 'main', dateRange: endless },
      { status: 400, code: 'invalid', field: 'from' },
    ],
    [
      'over a period of decades',
      { location: 'main', dateRange: tooLong },
      { status: 400, code: 'invalid', field: 'from' },
    ],
    [
      'over a period that ends before it starts',
      { location: 'main', dateRange: { from: march.to, to: march.from } },
      { status: 400, code: 'emptyPeriod', field: 'to' },
    ],
  ])('%s names what is wrong', async (_what, parameters, error) => {
    await expectEverywhere({ reportId }, parameters, error)
  })

  it('as it was saved without a value that it needs names it', async () => {
    const parameters = { location: ['main'] }
    const savedReportId = await save(parameters)
    const error = { status: 400, code: 'missingParameter', field: 'parameters.location' }
    await expectEverywhere({ savedReportId }, { location: [] }, error)
    expect(rowsOf(await ways.screen({ savedReportId }))).toEqual([['main', 1]])
  })

  it('that another version stored says so, also where somebody saved it', async () => {
    const id = await test.make.report({ definition: { measures: ['calls'] } })
    const saved = await post('savereport', { reportId: id, name: 'Old', parameters: {} })
    const { id: savedReportId } = SavedReport.parse(saved.json())
    const definition = JSON.stringify({ measures: ['calls', 'mood'] })
    await change(test.runtime.postgres.db, systemActor, async (transaction) =>
      transaction.updateTable('report').set({ definition }).where('id', '=', id).execute(),
    )
    const error = { status: 409, code: 'outdatedReport', field: 'definition.measures.1' }
    for (const run of [{ reportId: id }, { savedReportId }]) await expectEverywhere(run, {}, error)
  })

  it('that is gone, or switched off, is answered like one that there never was', async () => {
    const id = await test.make.report({ definition: { measures: ['calls'], compare: 'previousPeriod' } })
    expectOk(await admin.ask({ method: 'PUT', path: '/api/reporting', body: { id, isActive: false } }))
    for (const gone of [id, randomUUID()])
      await expectEverywhere({ reportId: gone }, {}, { status: 404, code: 'notFound' })
  })

  it('as a type that it is not allowed as is refused, saved or not, before anything is read', async () => {
    const id = await test.make.report()
    const body = { id, exportTypeIds: [] }
    expectOk(await admin.ask({ method: 'PUT', path: '/api/reporting', body }))
    const saved = await post('savereport', { reportId: id, name: 'Screen', parameters: {} })
    const { id: savedReportId } = SavedReport.parse(saved.json())
    for (const run of [{ reportId: id }, { savedReportId }]) {
      for (const ask of [ways.file, ways.export]) {
        const answer = await ask(run)
        expect([answer.status, errorsOf(answer)[0]?.code]).toEqual([406, 'exportNotAllowed'])
      }
      expectOk(await ways.screen(run))
    }
  })
})

describe('a list, or a report, in a type that there is not', () => {
  it.each([callDetails.path, listCallers.path, '/api/reporting/runreport'])(
    'is refused before its body is read: %s',
    async (path) => {
      for (const body of [march, { nope: 1 }]) {
        const answer = await admin.ask({ path, body, headers: { accept: 'image/png' } })
        expect([answer.status, errorsOf(answer)[0]?.code]).toEqual([406, 'notAcceptable'])
      }
    },
  )
})

describe('a list of calls or callers', () => {
  it.each([callDetails.path, listCallers.path])('has a period that ends, and starts: %s', async (path) => {
    for (const [period, field] of [
      [endless, 'from'],
      [tooLong, 'from'],
      [{ from: march.from }, 'from'],
      [{ from: march.to, to: march.from }, 'to'],
    ] as const) {
      const answer = await admin.ask({ path, body: period })
      expect([answer.status, errorsOf(answer)[0]?.field]).toEqual([400, field])
    }
  })
})

it('a pivot of thousands of columns names its limit', async () => {
  const definition = { measures: ['calls'], pivot: { field: 'callerNumber', limit: 5000 } }
  const answer = await post('runreport', { definition })
  expect(errorsOf(answer)).toMatchObject([{ code: 'invalid', field: 'definition.pivot.limit' }])
})

describe('what a report asks for and is switched off since', () => {
  const put = async (path: string, body: object) => expectOk(await admin.ask({ method: 'PUT', path, body }))
  const entityPath = '/api/reportingentity/entity'

  it('an entity keeps its calls, in filters and rows', async () => {
    const savedReportId = await save({ location: ['main'] })
    await put(entityPath, { id: entityId, isActive: false })
    for (const ask of [ways.screen, ways.explanation]) expectOk(await ask({ savedReportId }))
    const answer = RunReportAnswer.parse(expectOk(await ways.screen({ savedReportId })))
    expect([answer.rows, answer.labels]).toEqual([[['main', 1]], { location: { main: 'Main Street' } }])
    await put(entityPath, { id: entityId, isActive: true })
  })

  it('a customer keeps theirs', async () => {
    const savedReportId = await save({ location: ['main', 'harbor'], customer: [customer.id] })
    const { name, code } = customer
    await put(`/api/customer/${customer.id}`, { name, code, isActive: false })
    expect(rowsOf(await ways.screen({ savedReportId }))).toEqual([
      ['harbor', 1],
      ['main', 1],
    ])
  })

  it('an entity group is named as what is missing, and without it the report runs', async () => {
    const parameters = { location: ['main', 'harbor'], entityGroup: [groupId] }
    const savedReportId = await save(parameters)
    expect(rowsOf(await ways.screen({ savedReportId }))).toEqual([['main', 1]])
    await put('/api/reportingentity/entitygroup', { id: groupId, isActive: false })
    const error = { status: 400, code: 'invalid', field: 'parameters.entityGroup' }
    await expectEverywhere({ savedReportId }, {}, error)
    expect(rowsOf(await ways.screen({ savedReportId, parameters: { entityGroup: [] } }))).toHaveLength(2)
  })
})

describe('a report of more cells than can be read', () => {
  const counts = ['calls', 'answered', 'missed', 'abandoned', 'voicemail', 'inbound', 'outbound'] as const
  const durations = ['totalDuration', 'averageDuration', 'totalTalk', 'averageTalk', 'totalRing'] as const
  const measures = [...counts, ...durations, 'averageRing', 'totalHold', 'averageHold', 'recorded'] as const

  let customerId: string

  beforeAll(async () => {
    const calls = Array.from({ length: 1950 }, (_, at) =>
      buildCall({ callerNumber: `+1212${String(5_000_000 + at)}`, source: at % 2 === 0 ? 'radio' : 'web' }),
    )
    customerId = await test.customerWith(calls)
  })

  async function run(definition: object, asked: { dateRange?: object; page?: object } = {}) {
    const { dateRange = march, page } = asked
    return await post('runreport', { definition, parameters: { dateRange, customer: customerId }, page })
  }

  it('is refused by hours before anything is read, with what to do', async () => {
    const dateRange = { from: '2022-03-01', to: '2026-04-01' }
    const page = { number: 1, size: 5 }
    const by = (grain: 'hour' | 'day') =>
      ({
        dimensions: [{ field: 'time', grain }],
        measures: [...measures],
        pivot: { field: 'source' },
      }) as const
    expect(errorsOf(await run(by('hour'), { dateRange, page }))).toEqual([
      {
        code: 'invalid',
        field: 'definition.measures',
        description:
          'At most 20,408 rows can be read of a report with 49 columns, and this one has more: use smaller pages, fewer figures or fewer columns across, a shorter period or more filters.',
      },
    ])
    expect((await run(by('day'), { dateRange, page })).status).toBe(200)
  })

  it('is refused by callers, but for smaller pages', async () => {
    const dimensions = [{ field: 'callerNumber' }] as const
    const pivot = { field: 'time', grain: 'day', limit: 31 } as const
    const wide = { dimensions, measures: [...measures], pivot }
    expect(errorsOf(await run(wide))).toMatchObject([{ code: 'invalid', field: 'page.size' }])
    expect((await run(wide, { page: { number: 1, size: 5 } })).status).toBe(200)
    expect((await run({ dimensions, measures: ['calls'] })).status).toBe(200)
  })
})
