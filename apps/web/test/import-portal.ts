import type { Customer } from '@callboard/contract/customers'
import type { Import } from '@callboard/contract/imports'
import type { Mapping, MappingGuess, MappingPreview, SourceMapping } from '@callboard/contract/mappings'
import type { Source, SourceKind } from '@callboard/contract/sources'
import { fireEvent, screen } from '@testing-library/react'
import { answerCalls, type Sent } from './answers.ts'
import { buildCustomer } from './build-customer.ts'

export const customer = buildCustomer({ timeZone: 'Europe/Berlin' })
export const otherCustomer = buildCustomer({
  id: '01990000-0000-7000-8000-0000000000a2',
  name: 'Ripe Plumbing',
  code: 'ripe',
  timeZone: 'America/Denver',
})

const kind = (name: string, label: string, endings: string[]): SourceKind => ({
  kind: name,
  label,
  description: '',
  guide: '',
  ways: endings.length === 0 ? ['webhook'] : ['file'],
  settings: [],
  endings,
})
const kinds = [
  kind('asterisk', 'Asterisk, FreePBX', ['.csv']),
  kind('freeswitch', 'FreeSWITCH', ['.json']),
  kind('twilio', 'Twilio', []),
  kind('mapped', 'Any other system', ['.csv', '.xlsx']),
]

export function buildSource(changes: Partial<Source> = {}): Source {
  return {
    id: '01990000-0000-7000-8000-0000000000c1',
    name: 'March calls',
    customerId: customer.id,
    customerName: customer.name,
    kind: 'mapped',
    kindLabel: 'Any other system',
    sourceSystem: 'March calls',
    timeZone: 'Europe/Berlin',
    country: null,
    ownNumbers: [],
    statusWords: [],
    isNumberFirst: false,
    settings: {},
    secretsSet: [],
    isActive: true,
    createdAt: '2026-11-02T15:04:05.000Z',
    lastReceivedAt: null,
    problem: null,
    revision: 1,
    ...changes,
  }
}

/** Says a field by one column. */
export function ruleOfColumn(column: string) {
  return { origin: { kind: 'columns' as const, columns: [column] }, words: [] }
}

export function buildMapping(changes: Partial<Mapping> = {}): Mapping {
  return {
    format: 'csv',
    encoding: 'utf-8',
    separator: ',',
    quote: '"',
    hasBackslashes: false,
    skipLines: 0,
    hasHeader: true,
    rowsPath: '',
    columns: ['Start', 'Duration'],
    timeFormats: ['iso'],
    zone: { kind: 'source' },
    hasDecimalComma: false,
    numbers: { as: 'fields' },
    fields: { startedAt: [ruleOfColumn('Start')], duration: [ruleOfColumn('Duration')] },
    legsBy: [],
    leaveOut: [],
    ...changes,
  }
}

const mapping = buildMapping()
const columns = mapping.columns.map((name) => ({ name, samples: [], filled: 1, values: [] }))
const guess: MappingGuess = { mapping, reasons: [], columns, rows: 1 }
const preview: MappingPreview = {
  problem: null,
  columns,
  rows: [{ line: 2, legs: 1, call: { startedAt: '2026-11-03T08:15:00.000Z' }, problems: [], raw: null }],
  counts: { rows: 1, calls: 1, rejected: 0, leftOut: 0 },
  warnings: [],
}
const unmapped: SourceMapping = { version: null, mapping: null, versions: [] }
const mapped: SourceMapping = {
  version: 1,
  mapping,
  versions: [{ version: 1, createdAt: '2026-11-02T15:04:05.000Z', createdByName: 'Ada Byron' }],
}

export const doneImport: Import = {
  id: '01990000-0000-7000-8000-0000000000e1',
  sourceId: buildSource().id,
  sourceName: 'March calls',
  customerId: customer.id,
  customerName: customer.name,
  sourceSystem: 'March calls',
  name: 'march_calls.csv',
  way: 'upload',
  state: 'done',
  isDryRun: false,
  userId: null,
  userName: null,
  fullName: null,
  createdAt: '2026-11-02T15:04:05.000Z',
  startedAt: null,
  endedAt: null,
  bytes: 20,
  bytesReceived: 20,
  bytesRead: 0,
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  rejections: [],
  rowsPerSecond: null,
  secondsLeft: null,
  warnings: [],
  error: null,
  sameAs: null,
  firstCallAt: null,
  lastCallAt: null,
  keptUntil: null,
  undo: null,
  revision: 1,
}

interface Portal {
  sources?: readonly Source[]
  customers?: readonly Customer[]
  create?: (sent: Sent) => { status?: number; body?: unknown }
  upload?: () => { status?: number; body?: unknown }
}

function listed<T>(items: readonly T[]) {
  return { body: { items, total: items.length, page: 1, pageSize: 100 } }
}

/** A portal into which files are imported, whose mappings are as they were saved. */
export function answerImports({ sources = [], customers = [customer], create, upload }: Portal = {}) {
  const made = buildSource()
  let saved = unmapped
  return answerCalls({
    'POST /api/import/search': listed([]),
    'POST /api/import': upload ?? { status: 201, body: doneImport },
    [`GET /api/import/${doneImport.id}`]: { body: doneImport },
    'GET /api/source/kinds': { body: { items: kinds } },
    'POST /api/source/search': listed(sources),
    'POST /api/source': create ?? { status: 201, body: made },
    'POST /api/customer/search': listed(customers),
    ...Object.fromEntries(customers.map((one) => [`GET /api/customer/${one.id}`, { body: one }])),
    ...Object.fromEntries([made, ...sources].map((one) => [`GET /api/source/${one.id}`, { body: one }])),
    [`GET /api/source/${made.id}/mapping`]: () => ({ body: saved }),
    [`PUT /api/source/${made.id}/mapping`]: () => {
      saved = mapped
      return { body: saved }
    },
    'POST /api/attribute/search': listed([]),
    'POST /api/source/mapping/guess': { body: guess },
    'POST /api/source/mapping/preview': { body: preview },
  })
}

export const csvFile = new File(['Start,Duration\n2026-11-03 09:15,60\n'], 'march_calls.csv', {
  type: 'text/csv',
})

/** Drops a file where one is asked for. */
export function chooseFile(file: File) {
  const field = document.querySelector('input[type=file]')
  if (!(field instanceof HTMLInputElement)) throw new Error('there is no place for a file')
  fireEvent.change(field, { target: { files: [file] } })
}

/** Of the list of sources, by its name. */
export async function chooseSource(name: string) {
  fireEvent.mouseDown(await screen.findByLabelText('Source', { selector: '#import_source' }))
  fireEvent.click(await screen.findByTitle(name))
}
