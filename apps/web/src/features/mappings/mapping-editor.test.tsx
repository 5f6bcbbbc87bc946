import type { Attribute } from '@callboard/contract/attributes'
import type { MappingGuess, MappingPreview, SourceMapping } from '@callboard/contract/mappings'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, changesOf } from '../../../test/answers.ts'
import { buildMapping, buildSource, ruleOfColumn } from '../../../test/import-portal.ts'
import { fill, findButton, openPage, press } from '../../../test/show.tsx'

const source = buildSource({
  name: 'Zentrale',
  customerName: 'Northside Dental',
  sourceSystem: 'Zentrale',
  country: 'DE',
})

const mapping = buildMapping({
  separator: ';',
  columns: ['Wann', 'Ergebnis'],
  timeFormats: ['D/M/YYYY H:mm'],
  fields: {
    startedAt: [ruleOfColumn('Wann')],
    status: [{ ...ruleOfColumn('Ergebnis'), words: [{ word: 'Beantwortet', value: 'answered' }] }],
  },
})

const columns = [
  { name: 'Wann', samples: ['3/11/2026 09:15'], filled: 2, values: [] },
  {
    name: 'Ergebnis',
    samples: ['Beantwortet'],
    filled: 2,
    values: [
      { value: 'Beantwortet', count: 1 },
      { value: 'Blafasel', count: 1 },
    ],
  },
  { name: 'Wer', samples: ['Ada'], filled: 1, values: [] },
  { name: 'Leer', samples: [], filled: 0, values: [] },
]

const guess: MappingGuess = {
  mapping,
  reasons: [
    { part: 'separator', confidence: 'sure', why: 'With a semicolon, all lines have 2 columns.' },
    { part: 'fields.status', confidence: 'unsure', why: 'Say what “Blafasel” means.' },
  ],
  columns,
  rows: 2,
}

const preview: MappingPreview = {
  problem: null,
  columns,
  rows: [
    {
      line: 2,
      legs: 1,
      call: { startedAt: '2026-11-03T08:15:00.000Z', status: 'answered', externalCallId: 'A-1' },
      problems: [],
      raw: null,
    },
    {
      line: 3,
      legs: 1,
      call: null,
      problems: [
        {
          code: 'unknownWord',
          description: 'The value of “Ergebnis” is not a known status.',
          value: 'Blafasel',
          field: 'status',
          column: 'Ergebnis',
        },
      ],
      raw: '4/11/2026 09:15;Blafasel',
    },
  ],
  counts: { rows: 2, calls: 1, rejected: 1, leftOut: 0 },
  warnings: [],
}

const attribute: Attribute = {
  id: '01990000-0000-7000-8000-0000000000d1',
  customerId: source.customerId,
  customerName: source.customerName,
  key: 'treatment',
  name: 'Treatment asked for',
  type: 'choice',
  choices: [{ value: 'implant', label: 'Implant' }],
  isActive: true,
  revision: 1,
}

const none: SourceMapping = { version: null, mapping: null, versions: [] }
const address = `/manage/sources/${source.id}/mapping`

beforeEach(() => localStorage.clear())

function answer(saved: SourceMapping = none) {
  return answerCalls({
    [`GET /api/source/${source.id}`]: { body: source },
    [`GET /api/source/${source.id}/mapping`]: { body: saved },
    [`PUT /api/source/${source.id}/mapping`]: { body: { ...none, version: 1, mapping } },
    'POST /api/attribute/search': { body: { items: [attribute], total: 1, page: 1, pageSize: 30 } },
    'POST /api/source/mapping/guess': { body: guess },
    'POST /api/source/mapping/preview': { body: preview },
  })
}

async function paste(text: string) {
  fireEvent.change(await screen.findByLabelText('Or paste what your system posts'), {
    target: { value: text },
  })
  await press('Look at this text')
}

async function rowsShown() {
  const table = within(await screen.findByRole('region', { name: 'Rows as calls' }))
  return table.getAllByRole('rowheader').map(({ textContent }) => textContent)
}

it('guesses from a sample, shows its rows as calls, and saves what was changed', async () => {
  const calls = answer()
  openPage(address)
  await paste('Wann;Ergebnis\n3/11/2026 09:15;Beantwortet')
  expect(await screen.findByText('Say what “Blafasel” means.')).toBeTruthy()
  expect(await rowsShown()).toEqual(['2', '3'])
  expect(screen.getByText('1 row fails')).toBeTruthy()
  expect(screen.getByText('Nothing is taken from “Wer”.')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Only those that fail'))
  expect(await rowsShown()).toEqual(['3'])
  expect(screen.getByText('The value of “Ergebnis” is not a known status: “Blafasel”')).toBeTruthy()

  fireEvent.mouseDown(screen.getByLabelText('Status: Blafasel'))
  fireEvent.click(await screen.findByTitle('Missed'))
  // What somebody has said is no guess any longer.
  expect(screen.queryByText('Say what “Blafasel” means.')).toBeNull()
  const tried = () => calls.filter(({ path }) => path === '/api/source/mapping/preview')
  await expect.poll(() => tried().length).toBe(2)
  await press('Save')
  await expect.poll(() => changesOf(calls).filter(({ method }) => method === 'PUT')).toHaveLength(1)
  const saved = changesOf(calls).find(({ method }) => method === 'PUT')
  expect(saved?.body).toMatchObject({
    after: 0,
    mapping: {
      fields: {
        status: [
          {
            words: [
              { word: 'Beantwortet', value: 'answered' },
              { word: 'Blafasel', value: 'missed' },
            ],
          },
        ],
      },
    },
  })
})

it('maps attributes of the customer as fields of the call, and shows those that are gone', async () => {
  const fields = { ...mapping.fields, 'attributes.insurer': [ruleOfColumn('Ergebnis')] }
  const versions = [{ version: 4, createdAt: '2026-11-02T15:04:05.000Z', createdByName: 'Ada Byron' }]
  const calls = answer({ version: 4, mapping: { ...mapping, fields }, versions })
  openPage(address)
  expect(await screen.findByText('No active attribute of the customer.')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Remove insurer'))
  fireEvent.mouseDown(screen.getByLabelText('Add a field'))
  fireEvent.change(screen.getByLabelText('Add a field'), { target: { value: 'Treatment' } })
  fireEvent.click(await screen.findByText('An attribute of the calls of Northside Dental.'))
  expect(await screen.findByLabelText('Remove Treatment asked for')).toBeTruthy()
  await press('Save')
  const saved = () => changesOf(calls).find(({ method }) => method === 'PUT')
  await expect
    .poll(() => saved()?.body)
    .toMatchObject({ mapping: { fields: { 'attributes.treatment': [{ origin: { kind: 'columns' } }] } } })
  expect(saved()?.body).not.toHaveProperty(['mapping', 'fields', 'attributes.insurer'])
})

it('asks before a mapping that is not saved is left', async () => {
  answer()
  openPage(address)
  await paste('Wann;Ergebnis\n3/11/2026 09:15;Beantwortet')
  await rowsShown()
  fireEvent.click(screen.getByRole('link', { name: 'Sources' }))
  expect(await screen.findByText('Your changes will be lost.')).toBeTruthy()
  await press('Stay')
  expect(await rowsShown()).toEqual(['2', '3'])
})

it('tries a mapping that there is on a sample, without guessing anew', async () => {
  const versions = [{ version: 4, createdAt: '2026-11-02T15:04:05.000Z', createdByName: 'Ada Byron' }]
  const calls = answer({ version: 4, mapping, versions })
  openPage(address)
  await paste('Wann;Ergebnis\n3/11/2026 09:15;Beantwortet')
  expect(await rowsShown()).toEqual(['2', '3'])
  expect(changesOf(calls).map(({ path }) => path)).not.toContain('/api/source/mapping/guess')
  expect((await findButton('Guess again')).disabled).toBe(false)
})

it('calls formats of times by their names', async () => {
  const versions = [{ version: 4, createdAt: '2026-11-02T15:04:05.000Z', createdByName: 'Ada Byron' }]
  answer({ version: 4, mapping: { ...mapping, timeFormats: ['iso', 'D/M/YYYY H:mm'] }, versions })
  openPage(address)
  expect(await screen.findByText('ISO 8601')).toBeTruthy()
  expect(screen.getByText('D/M/YYYY H:mm')).toBeTruthy()
  expect(screen.queryByText('iso')).toBeNull()
})

it('says what is to be filled in before it can be saved', async () => {
  const template = { origin: { kind: 'template' as const, template: '{Wann}' }, words: [] }
  const versions = [{ version: 4, createdAt: '2026-11-02T15:04:05.000Z', createdByName: 'Ada Byron' }]
  const fields = { ...mapping.fields, startedAt: [template] }
  answer({ version: 4, mapping: { ...mapping, fields }, versions })
  openPage(address)
  const field = await screen.findByLabelText(/: template$/)
  const isDisabled = async () => (await findButton('Save')).disabled
  expect(await isDisabled()).toBe(false)
  fill(field, '')
  expect(await screen.findByText('Choose a column for “Started at” first.')).toBeTruthy()
  expect(await isDisabled()).toBe(true)
  fill(field, '{Wann}')
  expect(await isDisabled()).toBe(false)
  expect(screen.queryByText(/ first\.$/)).toBeNull()
})
