import { z } from 'zod'
import { Country } from './country.ts'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { callStatuses } from './fields.ts'
import { textLimits } from './limits.ts'
import { nameOf } from './names.ts'
import { searchBodyOf } from './paging.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { Day, Guid, Instant, TimeZone } from './scalars.ts'

/** How calls of a source reach the portal, beside what programs send to `/api/calls`. */
export const sourceWays = ['file', 'webhook', 'fetch', 'connection'] as const
export type SourceWay = (typeof sourceWays)[number]

/** How a setting of a source is entered. */
export const sourceSettingTypes = [
  'text',
  'longText',
  /** The name or address of a machine, without a port. */
  'host',
  /** As `2026-11-27`. */
  'day',
  'number',
  'switch',
  'choice',
  /** Several words, such as the contexts of a dial plan. */
  'words',
  /** Never answered; only whether it is set. */
  'secret',
] as const

/** A setting that sources of a kind have: what the form asks for. */
export const SourceSetting = z.strictObject({
  name: z.string(),
  type: z.enum(sourceSettingTypes),
  label: z.string(),
  /** In a sentence: what it is, and where it stands in the other system. */
  description: z.string(),
  isRequired: z.boolean().optional(),
  /** The name of another setting that is of no use without this one. */
  requiredWith: z.string().optional(),
  /** What a text or a secret looks like: a regular expression, and how it is said, as `must be AC and 32 hex digits`. */
  form: z.strictObject({ pattern: z.string(), words: z.string() }).optional(),
  /** Of a `choice`. */
  choices: z.array(z.strictObject({ value: z.string(), label: z.string() })).optional(),
  /** Of a number. */
  min: z.number().optional(),
  max: z.number().optional(),
  /** While nothing was entered. */
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  placeholder: z.string().optional(),
  /** Which way needs it: it is asked for where that is used. */
  way: z.enum(sourceWays).optional(),
})
export type SourceSetting = z.infer<typeof SourceSetting>

export const SourceSettingValue = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(200)).max(1000),
])
export type SourceSettingValue = z.infer<typeof SourceSettingValue>

/** A word of the system's own for the outcome of a call, and what it means. */
export const StatusWord = z.strictObject({
  word: z.string().trim().min(1).max(100),
  status: z.enum(callStatuses),
})
export type StatusWord = z.infer<typeof StatusWord>

/** What a source brought on a day, in the portal's time zone. */
export const SourceDay = z.strictObject({
  day: Day,
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
})
export type SourceDay = z.infer<typeof SourceDay>

export const SourceProblem = z.strictObject({ at: Instant, message: z.string() })
export type SourceProblem = z.infer<typeof SourceProblem>

/** A phone system of a customer whose calls the portal takes. */
export const Source = z.strictObject({
  id: Guid,
  name: z.string(),
  customerId: Guid,
  customerName: z.string(),
  /** Which system it is: one of those that `/api/source/kinds` lists. */
  kind: z.string(),
  kindLabel: z.string(),
  /** Under which its calls are known: `sourceSystem` of a call. It stays the same when the source is renamed. */
  sourceSystem: z.string(),
  /** Of times without an offset. */
  timeZone: z.string(),
  /** Of numbers without a calling code; null: as of the customer. */
  country: z.string().nullable(),
  ownNumbers: z.array(z.string()),
  statusWords: z.array(StatusWord),
  /** Where a tracking number stands for something, that wins over what the source says of a call. */
  isNumberFirst: z.boolean(),
  settings: z.record(z.string(), SourceSettingValue),
  /** Names of the secrets that are set. */
  secretsSet: z.array(z.string()),
  isActive: z.boolean(),
  createdAt: Instant,
  /** When something last came from it, and what went wrong since; null: nothing. */
  lastReceivedAt: Instant.nullable(),
  problem: z.string().nullable(),
  revision: z.int(),
})
export type Source = z.infer<typeof Source>

const settingName = z.string().max(64)

/** E.164, or its beginning and `*`. */
const OwnNumber = z
  .string()
  .trim()
  .regex(/^\+\d{1,15}\*?$/, 'must be a number such as +13125550100, or its first digits and *')

const sourceFields = {
  name: withExample(nameOf(textLimits.sourceName), 'Front desk PBX'),
  timeZone: TimeZone,
  country: Country.nullable(),
  ownNumbers: withExample(
    z
      .array(OwnNumber)
      .max(1000)
      .transform((given) => [...new Set(given)]),
    ['+18005550100', '+1312555*'],
  ),
  statusWords: z.array(StatusWord).max(100),
  settings: z.record(settingName, SourceSettingValue),
  secrets: z
    .record(settingName, z.string().max(5000).nullable())
    .describe('Secrets to set, by name; null removes one. They are never answered.'),
  isNumberFirst: z.boolean(),
  isActive: z.boolean(),
}

export const sourceSorts = ['name', 'customerName', 'kind', 'lastReceivedAt'] as const

const plain = recordEndpoints('source', {
  record: Source,
  search: searchBodyOf(sourceSorts, {
    customerId: Guid.optional(),
    kind: z.string().max(40).optional(),
  }),
  fields: sourceFields,
  ofNew: {
    customerId: idOf('customer'),
    kind: withExample(z.string().max(40), 'api'),
    sourceSystem: nameOf(textLimits.sourceName)
      .optional()
      .describe('Only where calls came under another name before; the name unless given.'),
    country: sourceFields.country.default(null),
    ownNumbers: sourceFields.ownNumbers.default([]),
    statusWords: sourceFields.statusWords.default([]),
    settings: sourceFields.settings.default({}),
    secrets: sourceFields.secrets.default({}),
    isNumberFirst: sourceFields.isNumberFirst.default(false),
    isActive: sourceFields.isActive.default(true),
  },
  example: { name: 'Front desk PBX', timeZone: 'America/Chicago', ownNumbers: ['+18005550100'] },
  summaries: {
    update: 'Changes a source. Settings are replaced as a whole; of the secrets, those that are named.',
    remove: 'Makes a source inactive: nothing is taken from it any longer, and its calls stay.',
  },
})

export const sourceEndpoints = {
  ...plain,
  remove: endpoint({ ...plain.remove, calledBy: 'programs' }),
}

export const {
  search: searchSources,
  create: createSource,
  get: getSource,
  update: updateSource,
} = sourceEndpoints

/** A phone system that the portal understands. */
export const SourceKind = z.strictObject({
  kind: z.string(),
  label: z.string(),
  description: z.string(),
  guide: z.string(),
  ways: z.array(z.enum(sourceWays)),
  settings: z.array(SourceSetting),
  /** Of its files. */
  endings: z.array(z.string()),
})
export type SourceKind = z.infer<typeof SourceKind>

export const listSourceKinds = endpoint({
  method: 'GET',
  path: '/api/source/kinds',
  summary: 'The phone systems that the portal understands, with the settings of their sources; for admins.',
  response: z.strictObject({ items: z.array(SourceKind) }),
})

/** `waiting`: it failed, and is made again after a pause. */
export const connectionStates = ['connecting', 'connected', 'waiting'] as const
export type ConnectionState = (typeof connectionStates)[number]

/** What happens at a source. */
export const SourceActivity = z.strictObject({
  lastReceivedAt: Instant.nullable(),
  /** Start of its newest call. */
  lastCallAt: Instant.nullable(),
  /** The last 30 days, the oldest first, in the portal's time zone. */
  days: z.array(SourceDay),
  /** The newest. */
  problem: SourceProblem.nullable(),
  /** Said when nothing has come for longer than usual. */
  silence: z.string().nullable(),
  /** What the other system posts to, where it does. */
  addresses: z.array(z.strictObject({ label: z.string(), url: z.string() })),
  /** Events that came and are not yet part of a call. */
  waiting: z.int(),
  /** Where calls are fetched: when last, and when next; null until the source says enough for it. */
  fetching: z.strictObject({ fetchedAt: Instant.nullable(), nextAt: Instant.nullable() }).nullable(),
  /** To a switch that tells of calls while they happen, and since when it is so; null until the source says enough for it. */
  connection: z.strictObject({ state: z.enum(connectionStates), since: Instant.nullable() }).nullable(),
})
export type SourceActivity = z.infer<typeof SourceActivity>

export const getSourceActivity = endpoint({
  method: 'GET',
  path: '/api/source/{id}/activity',
  summary: 'What a source brought lately, what went wrong, and where its system sends calls; for admins.',
  params: plain.get.params,
  response: SourceActivity,
})

export const testSource = endpoint({
  method: 'POST',
  path: '/api/source/{id}/test',
  summary: 'Looks whether calls can come from a source, and says what is in the way; for admins.',
  params: plain.get.params,
  response: z.strictObject({
    checks: z.array(z.strictObject({ isFine: z.boolean(), text: z.string() })),
  }),
  effect: 'read',
})

export const fetchSourceNow = endpoint({
  method: 'POST',
  path: '/api/source/{id}/fetch',
  summary: 'Looks for new calls at a source at once instead of when it is due; for admins.',
  params: plain.get.params,
})

/** Bodies that systems post; what a kind takes of them says its adapter. */
export const webhookContentTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/x-www-form-base64-encoded',
] as const

const webhook = {
  method: 'POST',
  params: z.strictObject({ id: idOf('source') }),
  query: z.looseObject({}),
  body: z.unknown(),
  consumes: webhookContentTypes,
  contents: {
    'application/json': z.unknown().meta({ example: { event: 'call.ended', id: 'pbx-1001' } }),
    'application/x-www-form-urlencoded': z.string().meta({ example: 'CallSid=CA1001&CallStatus=completed' }),
    'application/x-www-form-base64-encoded': z.string().meta({ example: 'cdr=eyJ2YXJpYWJsZXMiOnt9fQ==' }),
  },
  calledBy: 'programs',
} as const

export const receiveCallEvent = endpoint({
  ...webhook,
  path: '/api/in/{id}',
  summary:
    'Takes what the phone system of a source posts about calls: signed as that system signs, else 403. It is on disk before the answer.',
})

export const receiveRecordingEvent = endpoint({
  ...webhook,
  path: '/api/in/{id}/recording',
  summary: 'The same about recordings, for systems that post these to an address of their own.',
})
