import { Attribute } from '@callboard/contract/attributes'
import { MappingGuess, MappingPreview } from '@callboard/contract/mappings'
import { beforeAll, expect, it } from 'vitest'
import { SourceClient } from '#test/clients/sources.ts'
import { expectOk } from '#test/expect-errors.ts'

let test: SourceClient

const rows = [
  'Call ID;Start;Caller;Called;Result;Treatment;Seats offered;Note',
  'a-1;2026-03-10 09:15:00;+14155550123;+12125550100;Answered;Check-Up;1.204,5;first',
  'a-2;2026-03-10 09:25:00;+14155550124;+12125550100;Missed;;;second',
  'a-3;2026-03-10 09:35:00;+14155550125;+12125550100;Answered;Wizardry;twelve;third',
]
const sample = { base64: Buffer.from(rows.join('\n')).toString('base64') }

async function ask(path: string, body: object, method: 'POST' | 'PUT' = 'POST') {
  return await test.portal.admin.ask({ path, body, method })
}

async function declare(body: object): Promise<Attribute> {
  const answer = await ask('/api/attribute', { customerId: test.customerId, ...body })
  return Attribute.parse(answer.json())
}

beforeAll(async () => {
  test = await SourceClient.open()
  const choices = [{ value: 'checkup', label: 'Check-up' }]
  await declare({ key: 'treatment', name: 'Treatment', type: 'choice', choices })
  await declare({ key: 'seats', name: 'Seats offered', type: 'number' })
})

it('columns that are called as attributes are guessed, shown with what is wrong, and imported', async () => {
  const { id, ...source } = await test.make({ kind: 'mapped' })
  const guessed = MappingGuess.parse(
    expectOk(await ask('/api/source/mapping/guess', { sourceId: id, sample })),
  )
  expect(Object.keys(guessed.mapping.fields)).toEqual(
    expect.arrayContaining(['attributes.treatment', 'attributes.seats']),
  )
  const { mapping } = guessed
  expect(mapping.hasDecimalComma).toBe(true)
  const preview = MappingPreview.parse(
    expectOk(await ask('/api/source/mapping/preview', { sourceId: id, sample, mapping })),
  )
  expect(preview.rows.map(({ call }) => call?.attributes)).toEqual([
    { treatment: 'checkup', seats: '1204.5' },
    undefined,
    undefined,
  ])
  expect(preview.rows[2]?.problems).toMatchObject([
    {
      code: 'invalidAttribute',
      field: 'attributes.treatment',
      column: 'Treatment',
      description:
        'The value of “Treatment” is not one of the choices of Treatment: say in the mapping what it means.',
      value: 'Wizardry',
    },
    { code: 'invalidAttribute', field: 'attributes.seats', column: 'Seats offered' },
  ])
  expectOk(await ask(`/api/source/${id}/mapping`, { mapping }, 'PUT'))
  const ended = await test.import({ id }, rows.join('\n'))
  expect(ended).toMatchObject({ created: 2, rejected: 1 })
  const calls = await test.callsOf(source)
  expect(calls.find(({ externalCallId }) => externalCallId === 'a-1')).toMatchObject({
    attributes: { treatment: 'checkup', seats: 1204.5 },
  })
})

it('rows fail that have an attribute of which the customer knows nothing', async () => {
  const { id } = await test.make({ kind: 'mapped' })
  const { mapping } = MappingGuess.parse(
    expectOk(await ask('/api/source/mapping/guess', { sourceId: id, sample })),
  )
  const rule = { origin: { kind: 'columns', columns: ['Note'] } }
  const unknown = { ...mapping, fields: { ...mapping.fields, 'attributes.insurer': [rule] } }
  const { rows: shown } = MappingPreview.parse(
    expectOk(await ask('/api/source/mapping/preview', { sourceId: id, sample, mapping: unknown })),
  )
  expect(shown[1]?.problems).toMatchObject([
    { code: 'unknownAttribute', description: 'The customer has no attribute with the key insurer.' },
  ])
})

it('of an inactive attribute values are kept, and no column is guessed to be it', async () => {
  const { id, ...source } = await test.make({ kind: 'mapped' })
  const { name, choices, revision, ...seats } = await declare({ key: 'note2', name: 'Note', type: 'text' })
  const guess = async () => {
    const answer = await ask('/api/source/mapping/guess', { sourceId: id, sample })
    return MappingGuess.parse(expectOk(answer)).mapping
  }
  const mapping = await guess()
  const given = { name, choices, revision, isActive: false }
  expectOk(await ask(`/api/attribute/${seats.id}`, given, 'PUT'))
  expect(Object.keys((await guess()).fields)).not.toContain('attributes.note2')
  const fields = {
    ...mapping.fields,
    'attributes.note2': [{ origin: { kind: 'columns', columns: ['Note'] } }],
  }
  expectOk(await ask(`/api/source/${id}/mapping`, { mapping: { ...mapping, fields } }, 'PUT'))
  expect(await test.import({ id }, rows.join('\n'))).toMatchObject({ created: 2, rejected: 1 })
  expect(await test.callsOf(source)).toHaveLength(2)
})
