import { parameterLabel } from '@callboard/contract/parameter-words'
import { randomUUID } from 'node:crypto'
import { fields } from '@callboard/contract/call-fields'
import { buildCallSchemas } from '@callboard/contract/call-schemas'
import { callDetails, CallInput, callFields, getCall } from '@callboard/contract/calls'
import { Seconds } from '@callboard/contract/call-parts'
import { findField } from '@callboard/contract/field-names'
import { callStatuses, directions } from '@callboard/contract/fields'
import { type FieldTable, namesFor } from '@callboard/contract/field-declaration'
import type { MeasureTerms } from '@callboard/contract/measure-declaration'
import { measureFor, measures, measureNames } from '@callboard/contract/measures'
import { parameterNames, runReport, RunReportAnswer } from '@callboard/contract/reports'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { areaNames } from '#server/lib/geo/area-names.ts'
import { attributeColumns } from '#server/db/tables/attribute-columns.ts'
import { buildContentHash, contentHash } from '#server/features/ingest/rows/content-hash.ts'
import { buildRowText } from '#server/features/ingest/rows/row-text.ts'
import { buildOpenApi } from '#server/http/openapi.ts'
import { columnsOf } from '#server/report-engine/summary/result-rows.ts'
import { Bindings } from '#server/report-engine/sql/bindings.ts'
import { buildCallColumns, callColumns, selectCall } from '#server/report-engine/summary/call-columns.ts'
import { detailsColumns } from '#server/report-engine/files/details-cells.ts'
import {
  askedFields,
  buildFields,
  isFieldName,
  noCustomerFields,
  type StoredKind,
} from '#server/report-engine/sql/fields.ts'
import { filterSql } from '#server/report-engine/sql/filters.ts'
import { csvRows } from '#test/csv-rows.ts'
import { buildCall } from '#test/factory.ts'
import { openPortal, type Person, type Portal } from '#test/portal.ts'

const table = {
  ...fields,
  callerMood: {
    kind: 'text',
    label: 'Mood',
    meaning: 'How the caller felt.',
    sent: { max: 10 },
    uses: ['list', 'filter', 'group'],
    section: 'outcome',
  },
} as const

describe('a field that is added to the declaration', () => {
  const schemas = buildCallSchemas(table)
  const sent = CallInput.parse(buildCall())

  it('may be sent within its limits', () => {
    expect(schemas.CallInput.parse({ ...sent, callerMood: 'calm' }).callerMood).toBe('calm')
    expect(schemas.CallInput.parse({ ...sent, callerMood: null }).callerMood).toBeNull()
    expect(schemas.CallInput.parse(sent).callerMood).toBeUndefined()
    expect(schemas.CallInput.safeParse({ ...sent, callerMood: 'out of his mind' }).success).toBe(false)
    expect(CallInput.safeParse({ ...sent, callerMood: 'calm' }).success).toBe(false)
  })

  it('is a part of the call as it is read, and of its description', () => {
    expect(schemas.Call.shape.callerMood.parse(null)).toBeNull()
    const document = buildOpenApi([
      { endpoint: { ...getCall, response: schemas.Call }, access: 'public', isForKeys: false },
    ])
    expect(JSON.stringify(document)).toContain('"title":"Mood","description":"How the caller felt."')
  })

  it('is filtered and grouped by', () => {
    const bindings = new Bindings()
    const asking = { bindings, offsets: () => [], fields: buildFields(table) }
    expect(filterSql({ field: 'callerMood', op: 'contains', values: ['Calm'] }, asking)).toBe(
      '(position(lowerUTF8(caller_mood), {p0:String}) > 0)',
    )
    expect(namesFor(table, 'group')).toContain('callerMood')
  })

  it('is written to its column and read from it', () => {
    expect(buildRowText(table)({ callerMood: 'calm' }, { id: '1' })).toBe('"id":"1","caller_mood":"calm"')
    const columns = new Map(buildCallColumns(table).map((column) => [column.name, column]))
    const { select, row } = selectCall(['callerMood'], columns)
    expect(select).toBe('caller_mood AS f_callerMood')
    expect(row.parse({ f_callerMood: 'calm' })).toEqual({ callerMood: 'calm' })
    expect(row.parse({ f_callerMood: '' })).toEqual({ callerMood: null })
  })

  it('is a part of the content of a call, and changes nothing for calls without it', () => {
    const hash = buildContentHash(table)
    expect(hash(sent)).toBe(contentHash(sent))
    expect(hash({ ...sent, callerMood: 'calm' })).not.toBe(hash(sent))
  })

  it('has its label in an export', () => {
    expect(
      detailsColumns('callerMood', table.callerMood, {
        currencies: [],
        names: { customers: new Map(), entities: new Map() },
      }),
    ).toEqual([{ key: 'callerMood', label: 'Mood', kind: 'text' }])
  })
})

let test: Portal
let admin: Person
beforeAll(async () => {
  test = await openPortal()
  admin = await test.make.user({ isAdmin: true, timeZone: 'UTC' })
})

const typeOfKind: Record<StoredKind, RegExp> = {
  text: /^(LowCardinality\()?String\)?$/,
  uuid: /UUID/,
  integer: /^Nullable\(U?Int\d+\)$/,
  decimal: /^Nullable\((Decimal\(18, 4\)|Float64)\)$/,
  float: /Float64/,
  boolean: /Bool/,
  instant: /DateTime64\(3, 'UTC'\)/,
  tags: /^Array\(/,
}

describe('the fields of a call', () => {
  it('are the columns of the table, beside those of ingestion', async () => {
    const columns = await test.runtime.calls.query({
      sql: "SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'calls'",
      row: z.object({ name: z.string(), type: z.string() }),
    })
    const types = new Map(columns.map(({ name, type }) => [name, type]))
    const declared = [...callColumns.values()].filter(({ field }) => field.column !== null)
    expect([...types.keys()].toSorted()).toEqual(
      [
        ...declared.flatMap(({ column, field }) => [column, field.keyColumn ?? []].flat()),
        ...attributeColumns,
        'sounds',
        'recording_states',
        'recording_duration',
        'version',
        'content_hash',
        'sent',
        'received_at',
        'seen_from',
        'seen_to',
      ].toSorted(),
    )
    for (const { name, column, field } of declared) {
      const storedKind = field.kind === 'list' ? 'text' : askedFields.get(name)?.storedKind
      expect(types.get(column)).toMatch(typeOfKind[storedKind ?? 'text'])
    }
  })

  it('are kept with the greatest number they may be', async () => {
    const declared: FieldTable = fields
    const greatest = Object.fromEntries(
      Object.entries(declared).flatMap(([name, { kind, sent }]): [string, number | null][] => {
        if (sent === undefined || sent.isIgnored) return []
        if (kind === 'duration') return [[name, Seconds.maxValue]]
        return kind === 'integer' ? [[name, sent.max ?? Number.MAX_SAFE_INTEGER]] : []
      }),
    )
    const customer = await test.customerWith([greatest])
    const ofCustomer = [{ field: 'customer', op: 'eq', values: [customer] }]
    const [sent] = await test.listCalls(ofCustomer, { columns: ['id'] })
    const call = await admin.ask({ path: getCall.path.replace('{id}', String(sent?.['id'])) })
    expect(call.json()).toMatchObject(greatest)
  })

  it('have one label in reports, their parameters, exports and the API', async () => {
    const asked = [...askedFields]
    const atOnce = 60
    for (let at = 0; at < asked.length; at += atOnce) {
      const some = asked.slice(at, at + atOnce)
      const definition = { columns: some.map(([name]) => name) }
      const answer = await admin.ask({
        path: runReport.path,
        body: { definition, parameters: { dateRange: { relative: 'today' } } },
        headers: { accept: 'text/csv' },
      })
      const [header = []] = csvRows(answer.text)
      const labels = header.map((title) => title.replace(/ \((seconds|UTC)\)$/, ''))
      const isNamed = (name: string, kind: string) =>
        name === 'customer' || kind === 'entity' || areaNames(name).size > 0
      expect(labels).toEqual(
        some.flatMap(([name, { label, kind }]) =>
          isNamed(name, kind) ? [`${label} code`, `${label} name`] : [label],
        ),
      )
    }
    for (const name of namesFor(fields, 'group')) {
      const [column] = columnsOf({
        dimensions: [{ field: name, grain: null }],
        measures: [],
        columns: [],
        pivotColumns: [],
        customerFields: noCustomerFields,
      })
      expect(column?.label).toBe(fields[name].label)
    }
    for (const name of parameterNames.filter((one) => isFieldName(one))) {
      expect(parameterLabel(name)).toBe(findField(name)?.label)
    }

    const api = OpenApi.parse((await test.ask({ path: '/api/openapi.json' })).json())
    const { properties } = api.paths[getCall.path].get.responses['200'].content['application/json'].schema
    expect(properties).toMatchObject(
      Object.fromEntries(
        callFields.map((name) => [name, { title: fields[name].label, description: fields[name].meaning }]),
      ),
    )
  })
})

const OpenApi = z.object({
  paths: z.object({
    [getCall.path]: z.object({
      get: z.object({
        responses: z.object({
          '200': z.object({
            content: z.object({
              'application/json': z.object({
                schema: z.object({ properties: z.record(z.string(), z.unknown()) }),
              }),
            }),
          }),
        }),
      }),
    }),
  }),
})

describe('a measure that counts', () => {
  const counts = measureNames.filter((name) => measures[name].figure === 'count')
  const period = { from: '2026-03-01T00:00:00.000Z', to: new Date(Date.now() + 86_400_000).toISOString() }
  let customer: { id: string }
  let figures: ReadonlyMap<string, unknown>
  let terms: MeasureTerms

  beforeAll(async () => {
    customer = await test.make.customer()
    const calls = callStatuses.flatMap((status) =>
      directions.flatMap((direction) =>
        [null, '+12125550111', '+12125550112'].map((callerNumber) =>
          buildCall({ status, direction, callerNumber, ...(status === 'in-progress' && goesOn) }),
        ),
      ),
    )
    const missed = (minutes: number) => {
      const startedAt = new Date(Date.now() - minutes * 60_000).toISOString()
      return buildCall({ startedAt, status: 'missed', callerNumber: `+1212555010${minutes % 7}` })
    }
    const returned = [
      buildCall({ status: 'missed', callerNumber: '+12125550113', leadStatus: 'Qualified' }),
      buildCall({ callerNumber: '+12125550113', startedAt: '2026-03-10T15:30:00.000Z', ringDuration: 20 }),
    ]
    const recorded = buildCall({
      recordings: [
        { id: randomUUID(), status: 'completed', duration: 60, channels: 2, redactionStatus: 'none' },
      ],
    })
    const talking = buildCall({ ...goesOn, status: 'in-progress', phase: 'talking' })
    const sent = [...calls, ...returned, recorded, talking, missed(30), missed(180)]
    await test.sendCalls(await test.make.apiKey(customer.id), sent)
    // It is noon: three hours ago was today.
    const toNoon = 12 - new Date().getUTCHours()
    const answer = await admin.ask({
      path: runReport.path,
      body: {
        definition: { measures: counts },
        parameters: { dateRange: period, customer: customer.id },
        timeZone: `Etc/GMT${toNoon < 0 ? '+' : '-'}${Math.abs(toNoon)}`,
      },
    })
    const { columns, rows, meta } = RunReportAnswer.parse(answer.json())
    terms = meta
    figures = new Map(columns.map(({ name }, at) => [name, rows[0]?.[at]]))
  })

  it.each(counts)('counts the calls behind its filters: %s', async (name) => {
    const filters = [
      { field: 'customer', op: 'eq', values: [customer.id] },
      ...measureFor(name, terms).filters,
    ]
    const answer = await admin.ask({
      path: callDetails.path,
      body: { ...period, filters, columns: ['id'], pageSize: 1, withTotal: true },
    })
    const { total } = z.object({ total: z.int() }).parse(answer.json())
    expect(total).toBe(figures.get(name))
    expect(total).toBeGreaterThan(0)
  })
})

const goesOn = { duration: null, endedAt: null }
