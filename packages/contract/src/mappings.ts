import { z } from 'zod'
import { AttributeKey } from './attribute-key.ts'
import { fields } from './call-fields.ts'
import { CallInput } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { exampleIds, idOf, withExample } from './examples.ts'
import type { FieldDeclaration } from './field-declaration.ts'
import { isSafePattern } from './safe-pattern.ts'
import { Instant, TimeZone } from './scalars.ts'

/** What rows are read from. JSON: a document, a call on each line, or the body of a webhook, also one sent as a form. */
export const mappingFormats = ['csv', 'xlsx', 'json'] as const
export type MappingFormat = (typeof mappingFormats)[number]

export const mappingEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type MappingEncoding = (typeof mappingEncodings)[number]

export const durationUnits = [
  'seconds',
  'minutes',
  'hours',
  'milliseconds',
  'm:ss',
  'h:mm:ss',
  'h:mm',
] as const
export type DurationUnit = (typeof durationUnits)[number]

const nameLimit = 200
const columnLimit = 1000

/** A name in the header, `Column 3` where there is none, or a path into JSON: `data.payload.from`, `legs.0.id`, `people[role=agent].name`. */
const ColumnName = z.string().min(1).max(nameLimit)

export const conditionOperators = ['is', 'isNot', 'contains', 'startsWith', 'isEmpty', 'isNotEmpty'] as const
export type ConditionOperator = (typeof conditionOperators)[number]

/** Case does not matter. Of several values any one will do; for `isNot`, none may be it. */
export const RowCondition = z.strictObject({
  column: ColumnName,
  op: z.enum(conditionOperators),
  values: z.array(z.string().max(500)).max(100).default([]),
})
export type RowCondition = z.infer<typeof RowCondition>

const Columns = z.array(ColumnName).min(1).max(10)

/** Where the text of a value comes from. */
export const ValueOrigin = z.discriminatedUnion('kind', [
  /** The first of them that is not empty. */
  z.strictObject({ kind: z.literal('columns'), columns: Columns }),
  z.strictObject({ kind: z.literal('constant'), value: z.string().max(500) }),
  /** Columns in braces: `{First name} {Last name}`. */
  z.strictObject({ kind: z.literal('template'), template: z.string().min(1).max(1000) }),
  /** Of durations and amounts. */
  z.strictObject({ kind: z.literal('sum'), columns: Columns }),
  /** The same for the same values: the id of calls that have none. */
  z.strictObject({ kind: z.literal('hash'), columns: z.array(ColumnName).min(1).max(30) }),
  /** The direction, by which side is the customer’s own. */
  z.strictObject({ kind: z.literal('ownNumbers'), from: ColumnName, to: ColumnName }),
])
export type ValueOrigin = z.infer<typeof ValueOrigin>

/** What a word of the system means; `*` stands for any text. Case does not matter. */
export const WordMeaning = z.strictObject({ word: z.string().max(500), value: z.string().max(500) })
export type WordMeaning = z.infer<typeof WordMeaning>

/** What formats are called that are no patterns such as `D/M/YYYY H:mm`. */
export const timeFormatNames: Readonly<Record<string, string>> = {
  iso: 'ISO 8601',
  epochSeconds: 'seconds since 1970',
  epochMilliseconds: 'milliseconds since 1970',
  epochMicroseconds: 'microseconds since 1970',
}

const TimeFormats = z.array(z.string().min(1).max(60)).max(10)

/** How a value of a call is found in a row. */
export const MappingRule = z.strictObject({
  origin: ValueOrigin,
  /** Only of rows for which this holds. */
  when: RowCondition.optional(),
  /** A regular expression: the value is its first group, or all that it finds. */
  extract: z
    .string()
    .max(200)
    .refine(isSafePattern, { error: 'is not a regular expression that is read in a short time' })
    .optional(),
  words: z.array(WordMeaning).max(500).default([]),
  /** The meaning of every word that is not among them; the word itself where this is left out. */
  otherwise: z.string().max(500).optional(),
  /** Of durations: what figures without a unit are. */
  unit: z.enum(durationUnits).optional(),
  /** Of instants, instead of those of the mapping. */
  timeFormats: TimeFormats.optional(),
})
export type MappingRule = z.infer<typeof MappingRule>

const Rules = z.array(MappingRule).min(1).max(10)

/** Which numbers a row has: what is written to a call’s own number fields comes before it. */
export const MappedNumbers = z.discriminatedUnion('as', [
  z.strictObject({ as: z.literal('fields') }),
  z.strictObject({ as: z.literal('fromAndTo'), from: MappingRule, to: MappingRule }),
  z.strictObject({ as: z.literal('contactAndOwn'), contact: MappingRule, own: MappingRule }),
])
export type MappedNumbers = z.infer<typeof MappedNumbers>

export const MappingZone = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('source') }),
  z.strictObject({ kind: z.literal('fixed'), timeZone: TimeZone }),
  /** An IANA name, an abbreviation such as EST, or an offset. */
  z.strictObject({ kind: z.literal('column'), column: ColumnName }),
])
export type MappingZone = z.infer<typeof MappingZone>

function isMapped(name: string, { kind, sent }: FieldDeclaration): boolean {
  if (sent === undefined || kind === 'list') return false
  if (name === 'externalCallId' || name === 'revision') return true
  return sent.isIdentity !== true && kind !== 'boolean' && name !== 'parentCallId'
}

/** The fields of a call that a mapping says, in the order of their declaration. */
export const mappedFields: readonly string[] = Object.entries<FieldDeclaration>(fields)
  .filter(([name, field]) => isMapped(name, field))
  .map(([name]) => name)

const attributePrefix = 'attributes.'

/** How a mapping names an attribute of the customer’s own. */
export function mappedAttribute(key: string): string {
  return `${attributePrefix}${key}`
}

/** The key of the attribute that a mapping names so; undefined for any other field. */
export function attributeKeyOf(name: string): string | undefined {
  return name.startsWith(attributePrefix) ? name.slice(attributePrefix.length) : undefined
}

function isTarget(name: string): boolean {
  const key = attributeKeyOf(name)
  return key === undefined ? mappedFields.includes(name) : AttributeKey.safeParse(key).success
}

/** How rows of another system become calls. */
export const Mapping = z.strictObject({
  format: z.enum(mappingFormats),
  encoding: z.enum(mappingEncodings).default('utf-8'),
  /** Between the fields of a line. */
  separator: z.string().min(1).max(3).default(','),
  /** Around fields; '' where there is none. */
  quote: z.enum(['"', "'", '']).default('"'),
  /** A backslash takes the meaning from the character after it. */
  hasBackslashes: z.boolean().default(false),
  /** Lines, or rows of a sheet, before the header. */
  skipLines: z.int().min(0).max(1000).default(0),
  hasHeader: z.boolean().default(true),
  /** Of a workbook: the first one where it is left out. */
  sheet: z.string().max(100).optional(),
  /** Of JSON: the path to the array of the calls; '' for the document itself. */
  rowsPath: z.string().max(nameLimit).default(''),
  /** Names of the columns as the sample had them. Where there is no header, they are called so. */
  columns: z.array(ColumnName).max(columnLimit).default([]),
  timeFormats: TimeFormats.default(['iso']),
  zone: MappingZone.default({ kind: 'source' }),
  hasDecimalComma: z.boolean().default(false),
  numbers: MappedNumbers.default({ as: 'fields' }),
  /** By the names of the fields of a call, and `attributes.` with the key of an attribute: rules of which the first that gives a value counts. */
  fields: z.record(z.string().max(100), Rules).refine((rules) => Object.keys(rules).every(isTarget), {
    error: 'names a field that calls do not have',
  }),
  /** Rows with the same values of these columns are legs of one call. */
  legsBy: z.array(ColumnName).max(5).default([]),
  /** Column that tells which of several rows of a call is newer; their times where it is left out. */
  orderBy: ColumnName.optional(),
  /** Rows for which one of these holds are no calls. */
  leaveOut: z.array(RowCondition).max(50).default([]),
})
export type Mapping = z.infer<typeof Mapping>

/** The parts of a mapping that a guess gives its reasons for: of fields `fields.<name>`. */
export const GuessReason = z.strictObject({
  part: z.string(),
  confidence: z.enum(['sure', 'likely', 'unsure']),
  why: z.string(),
})
export type GuessReason = z.infer<typeof GuessReason>

/** A column of a sample. */
export const SampleColumn = z.strictObject({
  name: z.string(),
  /** Its first different values. */
  samples: z.array(z.string()),
  /** Of how many rows it is not empty. */
  filled: z.int(),
  /** All its values with their number, where they are few: what can be translated. */
  values: z.array(z.strictObject({ value: z.string(), count: z.int() })),
})
export type SampleColumn = z.infer<typeof SampleColumn>

export const sampleBytesLimit = 1 << 20
/** A workbook can only be read whole. */
export const workbookBytesLimit = 8 << 20
/** How many rows of a sample are shown as calls. */
export const previewRows = 200

const Base64Sample = z.base64().max(Math.ceil((workbookBytesLimit * 4) / 3) + 4)

/** The beginning of a file, or the body of a webhook. */
export const MappingSample = z.strictObject({
  /** Of the file; '' where a text was pasted. */
  name: z.string().max(300).default(''),
  base64: Base64Sample,
  /** More follows in the file. */
  isCut: z.boolean().default(false),
})
export type MappingSample = z.infer<typeof MappingSample>

export const MappingGuess = z.strictObject({
  mapping: Mapping,
  reasons: z.array(GuessReason),
  columns: z.array(SampleColumn),
  rows: z.int(),
})
export type MappingGuess = z.infer<typeof MappingGuess>

/** Why a row is no call. */
export const RowProblem = z.strictObject({
  code: z.string(),
  /** Without the value, so that rows with the same mistake are counted together. */
  description: z.string(),
  /** What cannot be read, as it stands in the row and cut short; null where nothing is there. */
  value: z.string().nullable(),
  field: z.string().nullable(),
  column: z.string().nullable(),
})
export type RowProblem = z.infer<typeof RowProblem>

export const PreviewRow = z.strictObject({
  /** From 1. */
  line: z.int(),
  /** How many rows the call is made of. */
  legs: z.int(),
  call: CallInput.partial().nullable(),
  problems: z.array(RowProblem),
  /** The row as it stands, where it is no call. */
  raw: z.string().nullable(),
})
export type PreviewRow = z.infer<typeof PreviewRow>

export const MappingPreview = z.strictObject({
  /** Why nothing can be read, where that is so. */
  problem: z.string().nullable(),
  columns: z.array(SampleColumn),
  rows: z.array(PreviewRow),
  /** Of the rows that were read: those shown, and others of the sample. */
  counts: z.strictObject({ rows: z.int(), calls: z.int(), rejected: z.int(), leftOut: z.int() }),
  warnings: z.array(z.string()),
})
export type MappingPreview = z.infer<typeof MappingPreview>

/** `Id;Start;From;To;Result;Talk`, and a line with a call. */
const exampleSample =
  'SWQ7U3RhcnQ7RnJvbTtUbztSZXN1bHQ7VGFsawoxOzMvMTEvMjAyNiAwOToxNTsrMTMxMjU1NTAxNDI7KzE4MDA1NTUwMTAwO0FOU1dFUkVEOzI6MzUK'

function column(name: string) {
  return { origin: { kind: 'columns' as const, columns: [name] } }
}

const exampleMapping: z.input<typeof Mapping> = {
  format: 'csv',
  separator: ';',
  columns: ['Id', 'Start', 'From', 'To', 'Result', 'Talk'],
  timeFormats: ['D/M/YYYY H:mm'],
  numbers: { as: 'fromAndTo', from: column('From'), to: column('To') },
  fields: {
    externalCallId: [column('Id')],
    startedAt: [column('Start')],
    direction: [{ origin: { kind: 'constant', value: 'inbound' } }],
    status: [{ ...column('Result'), words: [{ word: 'ANSWERED', value: 'answered' }], otherwise: 'missed' }],
    talkDuration: [{ ...column('Talk'), unit: 'm:ss' }],
  },
}

export const guessMapping = endpoint({
  method: 'POST',
  path: '/api/source/mapping/guess',
  summary:
    'Guesses from the beginning of a file, or the body of a webhook, how its rows become calls, and says why; for admins.',
  body: withExample(z.strictObject({ sample: MappingSample, sourceId: idOf('source') }), {
    sample: { name: 'calls.csv', base64: exampleSample },
    sourceId: exampleIds.source,
  }),
  response: MappingGuess,
  effect: 'read',
})

export const previewMapping = endpoint({
  method: 'POST',
  path: '/api/source/mapping/preview',
  summary: `The first ${previewRows} rows of a sample as the calls that they become by a mapping, with the reasons of those that do not; for admins.`,
  body: withExample(z.strictObject({ sample: MappingSample, mapping: Mapping, sourceId: idOf('source') }), {
    sample: { name: 'calls.csv', base64: exampleSample },
    mapping: exampleMapping,
    sourceId: exampleIds.source,
  }),
  response: MappingPreview,
  effect: 'read',
})

/** A mapping as it was saved. */
const MappingVersion = z.strictObject({
  version: z.int(),
  createdAt: Instant,
  /** The full name, or the user name of those without; null when the user is no more. */
  createdByName: z.string().nullable(),
})

export const SourceMapping = z.strictObject({
  /** Null while there is none. */
  version: z.int().nullable(),
  mapping: Mapping.nullable(),
  /** The newest first. */
  versions: z.array(MappingVersion),
})
export type SourceMapping = z.infer<typeof SourceMapping>

const sourceId = z.strictObject({ id: idOf('source') })

export const getSourceMapping = endpoint({
  method: 'GET',
  path: '/api/source/{id}/mapping',
  summary: 'How the files and webhooks of a source become calls, and its older versions; for admins.',
  params: sourceId,
  query: z.strictObject({
    version: z.coerce.number().int().min(1).optional().describe('An older version; the newest unless given.'),
  }),
  response: SourceMapping,
})

export const saveSourceMapping = endpoint({
  method: 'PUT',
  path: '/api/source/{id}/mapping',
  summary:
    'Saves a mapping as the newest version, which applies at once; `after` is the version it was made from, and another one may have been saved since: 409; for admins.',
  params: sourceId,
  body: withExample(z.strictObject({ mapping: Mapping, after: z.int().min(0).optional() }), {
    mapping: exampleMapping,
  }),
  response: SourceMapping,
})
