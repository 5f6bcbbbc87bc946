import { attributeField } from '@callboard/contract/attribute-fields'
import type { Attribute } from '@callboard/contract/attributes'
import { Call, IngestAnswer } from '@callboard/contract/calls'
import { listParameterValues } from '@callboard/contract/reports'
import { emptyGuid } from '@callboard/contract/scalars'
import { beforeAll, describe, expect, it } from 'vitest'
import { AttributeClient } from '#test/clients/attribute-client.ts'
import { csvRows } from '#test/csv-rows.ts'
import { expectError, expectOk } from '#test/expect-errors.ts'
import { buildCall, type Sender } from '#test/factory.ts'
import type { Portal } from '#test/portal.ts'

const march = { from: '2026-03-01', to: '2026-04-01' }

let attributes: AttributeClient
let test: Portal
let dentist: Sender
let optician: Sender
let treatment: Attribute
let seats: Attribute
let remark: Attribute

const fieldOf = ({ id }: Attribute) => attributeField(id)

beforeAll(async () => {
  attributes = await AttributeClient.open()
  test = attributes.portal
  dentist = await test.make.sender({ name: 'Northside Dental' })
  optician = await test.make.sender({ name: 'Wren Optics' })
  // The other customer has the same columns for what is something else.
  await attributes.declare(optician.id, { key: 'lens', name: 'Lens' })
  treatment = await attributes.declare(dentist.id, {
    key: 'treatment',
    name: 'Treatment',
    type: 'choice',
    choices: [
      { value: 'implant', label: 'Implant surgery' },
      { value: 'checkup', label: 'Check-up' },
    ],
  })
  seats = await attributes.declare(dentist.id, { key: 'seats', name: 'Seats', type: 'number' })
  remark = await attributes.declare(dentist.id, { key: 'remark', name: 'Remark' })
  await test.sendCalls(dentist.key, [
    buildCall({ externalCallId: 'a', attributes: { treatment: 'implant', seats: 2, remark: 'Asked twice' } }),
    buildCall({ externalCallId: 'b', attributes: { treatment: 'implant', seats: '10.50' } }),
    buildCall({ externalCallId: 'c', attributes: { treatment: 'checkup', remark: 'in a hurry' } }),
    buildCall({ externalCallId: 'd', attributes: { treatment: null, remark: '' } }),
  ])
  await test.sendCalls(optician.key, [buildCall({ externalCallId: 'e', attributes: { lens: 'implant' } })])
})

const found = async (filters: readonly object[]) => {
  const items = await test.listCalls(filters, { columns: ['externalCallId'] })
  return items.map(({ externalCallId }) => String(externalCallId)).toSorted()
}

describe('a call with attributes', () => {
  it('is read with them, by their keys', async () => {
    const [id] = await test.callIds(['a'])
    const asked = { path: `/api/calls/${id}`, token: test.admin.token }
    expect(Call.parse(expectOk(await test.ask(asked))).attributes).toEqual({
      treatment: 'implant',
      seats: 2,
      remark: 'Asked twice',
    })
    const listed = await test.listCalls([], { columns: ['externalCallId', 'attributes'] })
    expect(Object.fromEntries(listed.map((call) => [call['externalCallId'], call['attributes']]))).toEqual({
      a: { treatment: 'implant', seats: 2, remark: 'Asked twice' },
      b: { treatment: 'implant', seats: 10.5 },
      c: { treatment: 'checkup', remark: 'in a hurry' },
      d: {},
      e: { lens: 'implant' },
    })
  })

  it('that is sent again is unchanged, also where a number is spelled otherwise', async () => {
    const same = buildCall({
      externalCallId: 'b',
      attributes: { seats: 10.5, treatment: 'implant', remark: null },
    })
    expect(await test.sendCalls(dentist.key, [same])).toMatchObject({ unchanged: 1 })
    const sender = await test.make.sender()
    await attributes.declare(sender.id, { key: 'plan' })
    const send = async (plan: string) =>
      await test.sendCalls(sender.key, [buildCall({ externalCallId: 'x', attributes: { plan } })])
    expect(await send('gold')).toMatchObject({ created: 1 })
    expect(await send('silver')).toMatchObject({ updated: 1 })
    expect(await send('silver')).toMatchObject({ unchanged: 1 })
  })

  it('is rejected where a value does not fit, in a sentence that names it', async () => {
    const rows = [
      [{ plan: 'gold' }, 'attributes.plan is no attribute of this customer.'],
      [{ treatment: 'Implant' }, 'attributes.treatment is not one of implant, checkup.'],
      [{ treatment: 3 }, 'attributes.treatment is not a text.'],
      [{ seats: 'two' }, 'attributes.seats is not a number with at most 11 digits and 4 decimal places.'],
      [
        { seats: '123456789012' },
        'attributes.seats is not a number with at most 11 digits and 4 decimal places.',
      ],
      [{ remark: 7 }, 'attributes.remark is not a text.'],
      [{ constructor: 'x' }, 'attributes.constructor is no attribute of this customer.'],
    ] as const
    const calls = rows.map(([values]) => buildCall({ attributes: values }))
    const answer = IngestAnswer.parse(expectOk(await test.postCalls(dentist, calls)))
    expect(answer.rejected.map(({ description }) => description)).toEqual(rows.map(([, why]) => why))
  })

  it('is rejected where a key cannot be kept, or a value is nothing of the sort', async () => {
    const calls = [{ 'a\0b': 'x' }, { remark: true }, { remark: 'x'.repeat(501) }, ['x']].map((values) => ({
      ...buildCall(),
      attributes: values,
    }))
    const answer = IngestAnswer.parse(expectOk(await test.postCalls(dentist, calls)))
    expect(answer.rejected).toHaveLength(4)
  })

  it('may have an inactive one, which is not shown until it is active again', async () => {
    const sender = await test.make.sender()
    const { id } = await attributes.declare(sender.id, { key: 'plan', isActive: false })
    await test.sendCalls(sender.key, [buildCall({ externalCallId: 'y', attributes: { plan: 'gold' } })])
    const shown = async () => {
      const filters = [{ field: 'customer', op: 'in', values: [sender.id] }]
      const [call] = await test.listCalls(filters, { columns: ['attributes'] })
      return call?.['attributes']
    }
    expect(await shown()).toEqual({})
    const filters = [{ field: `attribute:${id}`, op: 'eq', values: ['gold'] }]
    const body = { ...march, filters }
    const asked = { path: '/api/reporting/calldetails', body, token: test.admin.token }
    expectError(await test.ask(asked), 400, 'unknownReportField')
    await attributes.put(id, { isActive: true })
    expect(await shown()).toEqual({ plan: 'gold' })
    expect(await found(filters)).toEqual(['y'])
  })
})

describe('a filter by an attribute', () => {
  it('finds calls of its customer alone, by what suits its type', async () => {
    for (const [attribute, op, values, names] of [
      [treatment, 'eq', ['implant'], ['a', 'b']],
      [treatment, 'in', ['checkup', null], ['c', 'd']],
      [treatment, 'notIn', ['implant'], ['c', 'd']],
      [seats, 'ge', [2], ['a', 'b']],
      [seats, 'gt', ['2'], ['b']],
      [seats, 'eq', [10.5], ['b']],
      [seats, 'isNull', [], ['c', 'd']],
      [remark, 'contains', ['TWICE'], ['a']],
      [remark, 'notContains', ['TWICE'], ['b', 'c', 'd']],
      [remark, 'startsWith', ['in '], ['c']],
      [remark, 'notNull', [], ['a', 'c']],
    ] as const) {
      const ofDentist = { field: 'customer', op: 'in', values: [dentist.id] }
      expect(await found([ofDentist, { field: fieldOf(attribute), op, values }])).toEqual(names)
    }
    expect(await found([{ field: fieldOf(treatment), op: 'eq', values: ['implant'] }])).toEqual(['a', 'b'])
  })

  it('offers the values that calls have, to those alone who see its customer', async () => {
    const offered = async (attribute: Attribute, token: string) => {
      const path = `/api/reporting/${fieldOf(attribute)}/${emptyGuid}`
      return listParameterValues.response.parse(expectOk(await test.ask({ path, token }))).items
    }
    const { token } = test.admin
    expect(await offered(remark, token)).toEqual([
      { value: 'Asked twice', label: 'Asked twice' },
      { value: 'in a hurry', label: 'in a hurry' },
    ])
    expect(await offered(treatment, token)).toEqual([
      { value: 'implant', label: 'Implant surgery' },
      { value: 'checkup', label: 'Check-up' },
    ])
    expect(await offered(seats, token)).toEqual([])
    const stranger = await test.make.user({ customerId: optician.id, claims: ['reporting.view'] })
    expect(await offered(remark, stranger.token)).toEqual([])
  })

  it('that asks for what its type has not is refused', async () => {
    for (const filter of [
      { field: fieldOf(seats), op: 'contains', values: ['1'] },
      { field: fieldOf(seats), op: 'eq', values: ['two'] },
      { field: fieldOf(remark), op: 'ge', values: ['a'] },
      { field: fieldOf(remark), op: 'eq', values: [7] },
    ]) {
      const body = { ...march, filters: [filter] }
      const asked = { path: '/api/reporting/calldetails', body, token: test.admin.token }
      expectError(await test.ask(asked), 400, 'invalid')
    }
  })

  it('of a customer whose calls one does not see is refused like an unknown field', async () => {
    const user = await test.make.user({
      customerId: optician.id,
      claims: ['reporting.call.details', 'reporting.view', 'reporting.save'],
    })
    const refused = async (field: string) => {
      const filters = [{ field, op: 'eq', values: ['implant'] }]
      return [
        await user.ask({ path: '/api/reporting/calldetails', body: { ...march, filters } }),
        await user.ask({
          path: '/api/reporting/runreport',
          body: { definition: { measures: ['calls'], dimensions: [{ field }] } },
        }),
      ].map(({ status, text }) => [status, text.replaceAll(field, 'the field')])
    }
    const unknown = await refused('attribute:0193f0a0-0000-7000-8000-0000000000ff')
    expect(unknown.map(([status]) => status)).toEqual([400, 400])
    expect(await refused(fieldOf(treatment))).toEqual(unknown)
  })
})

describe('a report by an attribute', () => {
  const report = async (definition: object) => {
    const reportId = await test.make.report({ definition, parameters: [{ name: 'dateRange' }] })
    return await test.runReport({ reportId, parameters: { dateRange: march } })
  }

  it('counts the calls of other customers as without a value, and names its customer and its choices', async () => {
    const answer = await report({
      dimensions: [{ field: fieldOf(treatment) }],
      measures: ['calls'],
      sort: [{ field: 'calls', desc: true }],
      filters: [{ field: 'customer', op: 'in', values: [dentist.id, optician.id] }],
    })
    expect(answer.columns[0]).toMatchObject({
      name: fieldOf(treatment),
      label: 'Treatment (Northside Dental)',
      valueLabels: { implant: 'Implant surgery', checkup: 'Check-up' },
    })
    expect(answer.rows).toEqual([
      ['implant', 2],
      [null, 2],
      ['checkup', 1],
    ])
    expect(answer.totals).toEqual([null, 5])
  })

  it('of somebody who sees one customer is named after the attribute alone', async () => {
    const { token } = await test.make.user({
      customerId: dentist.id,
      claims: ['reporting.view', 'reporting.save'],
    })
    const definition = { dimensions: [{ field: fieldOf(seats) }], measures: ['calls'] }
    const answer = await test.runReport({ definition }, token)
    expect(answer.columns[0]?.label).toBe('Seats')
  })

  it('has numbers in their order, also across', async () => {
    const filters = [{ field: fieldOf(treatment), op: 'notNull', values: [] }]
    const byNumber = await report({
      dimensions: [{ field: fieldOf(seats) }],
      measures: ['calls'],
      sort: [{ field: fieldOf(seats), desc: false }],
      filters,
    })
    expect(byNumber.rows).toEqual([
      [2, 1],
      [10.5, 1],
      [null, 1],
    ])
    const across = await report({
      dimensions: [{ field: 'status' }],
      measures: ['calls'],
      pivot: { field: fieldOf(treatment) },
      filters,
    })
    expect(across.pivot?.label).toBe('Treatment (Northside Dental)')
    expect(across.rows).toEqual([['answered', 2, 1, 3]])
  })

  it('leads from each figure to as many calls', async () => {
    const { rows, columns } = await report({ dimensions: [{ field: fieldOf(seats) }], measures: ['calls'] })
    expect(rows.length).toBeGreaterThan(1)
    for (const [value, count] of rows) {
      const filter = { field: columns[0]?.name, op: 'in', values: [value] }
      expect(await found([filter])).toHaveLength(Number(count))
    }
  })

  it('is a file with the name of the attribute as a heading', async () => {
    const definition = { dimensions: [{ field: fieldOf(treatment) }], measures: ['calls' as const] }
    const reportId = await test.make.report({ definition, parameters: [{ name: 'dateRange' }] })
    const answer = await test.admin.ask({
      path: '/api/reporting/runreport',
      body: { reportId, parameters: { dateRange: march } },
      headers: { accept: 'text/csv' },
    })
    const [head, ...rows] = csvRows(answer.text.replace(/^\ufeff/, ''))
    expect(head).toEqual(['Treatment (Northside Dental)', 'Calls'])
    expect(rows.map(([value]) => value)).toContain('Implant surgery')
  })

  it('with a row for each call has attributes as columns, and is sorted by them', async () => {
    const definition = {
      columns: ['externalCallId', fieldOf(treatment), fieldOf(seats), fieldOf(remark)],
      sort: [{ field: fieldOf(seats), desc: true }],
      filters: [{ field: 'customer', op: 'in' as const, values: [dentist.id] }],
    }
    const reportId = await test.make.report({
      kind: 'details',
      definition,
      parameters: [{ name: 'dateRange' }],
    })
    const answer = await test.runReport({ reportId, parameters: { dateRange: march } })
    expect(answer.rows.slice(0, 2)).toEqual([
      ['b', 'implant', 10.5, null],
      ['a', 'implant', 2, 'Asked twice'],
    ])
    const asked = { reportId, parameters: { dateRange: march } }
    const ndjson = await test.admin.ask({
      path: '/api/reporting/runreport',
      body: asked,
      headers: { accept: 'application/x-ndjson' },
    })
    expect(JSON.parse(ndjson.text.split('\n')[1] ?? '')).toEqual({
      externalCallId: 'a',
      attribute_treatment: 'implant',
      attribute_seats: 2,
      attribute_remark: 'Asked twice',
    })
  })
})

it('a file of the call list has a column for each attribute that is asked for', async () => {
  const body = {
    ...march,
    filters: [{ field: 'customer', op: 'in', values: [dentist.id] }],
    columns: ['externalCallId', fieldOf(treatment), fieldOf(seats)],
  }
  const asked = {
    path: '/api/reporting/calldetails',
    token: test.admin.token,
    headers: { accept: 'text/csv' },
  }
  const answer = await test.ask({ ...asked, body })
  const [head, ...rows] = csvRows(answer.text.replace(/^\ufeff/, ''))
  expect(head).toEqual(['External id', 'Treatment (Northside Dental)', 'Seats (Northside Dental)'])
  expect(rows.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))).toEqual([
    ['a', 'Implant surgery', '2'],
    ['b', 'Implant surgery', '10.5'],
    ['c', 'Check-up', ''],
    ['d', '', ''],
  ])
  for (const column of ['attributes', 'attribute:0193f0a0-0000-7000-8000-0000000000ff'])
    expect((await test.ask({ ...asked, body: { ...body, columns: [column] } })).status).toBe(400)
})

it('an alert and the list of callers are asked by an attribute as well', async () => {
  const filters = [{ field: fieldOf(treatment), op: 'eq', values: ['implant'] }]
  const callers = await test.admin.ask({ path: '/api/reporting/callers', body: { ...march, filters } })
  expect(callers.status, callers.text).toBe(200)
  const alert = await test.admin.ask({
    path: '/api/alerts',
    body: {
      name: 'Implants',
      condition: { measure: 'missed', window: { lastMinutes: 60 }, op: 'gt', value: 5, filters },
      recipients: [(await test.make.user({ isAdmin: true, email: 'reader@example.com' })).id],
    },
  })
  expect(alert.status, alert.text).toBe(201)
})
