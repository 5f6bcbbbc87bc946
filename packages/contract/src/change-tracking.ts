import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { Keyword, keysetPageOf, keysetPageSizeLimit } from './paging.ts'
import { DayOrInstant, Period } from './period.ts'
import { recordTypeNames, recordTypes } from './record-types.ts'
import { Guid, Instant, TimeZone } from './scalars.ts'

/** What changes are recorded of. */
export const tableTypes = recordTypeNames.map((name) => ({ name, label: recordTypes[name].plural }))

export const FieldChange = z.strictObject({
  field: z.string(),
  /** As JSON; null where there was nothing. Secrets are replaced by dots. */
  from: z.unknown(),
  to: z.unknown(),
})

export const ChangeRecord = z.strictObject({
  id: Guid,
  tableType: z.string(),
  recordId: z.string(),
  recordName: z.string(),
  /** `create`, `update`, `delete`, `restore`, `mask`, … */
  action: z.string(),
  /** Null: the portal itself. */
  userId: Guid.nullable(),
  /** As it was then. */
  userName: z.string(),
  /** As it is now; the user name of those who are gone, and of those without. */
  fullName: z.string(),
  /** The user as whom they viewed the portal. */
  maskedUserId: Guid.nullable(),
  at: Instant,
  changes: z.array(FieldChange),
  requestId: z.string().nullable(),
  /** Names of the records whose ids stand in the values, by id; of one that is gone, the last that it had. */
  names: z.record(z.string(), z.string()),
})
export type ChangeRecord = z.infer<typeof ChangeRecord>

export const searchChanges = endpoint({
  method: 'POST',
  path: '/api/reporting/searchchangetracking',
  summary:
    'Who changed what, the newest first, in pages by cursor; as CSV everything, a line for each field.',
  body: withExample(
    z.strictObject({
      tableType: z.enum(recordTypeNames).optional(),
      /** With `tableType: user`, changes of who is in groups are among those of the user. */
      recordId: z.string().min(1).max(textLimits.recordId).optional(),
      userId: Guid.optional(),
      /** By people, or by the portal itself: set-up, demo data, jobs; by both unless given. */
      by: z.enum(['people', 'portal']).optional(),
      maskedUserId: Guid.optional(),
      /** From, inclusive, and to, exclusive: days or instants, one of them or both; or a period by name. */
      from: DayOrInstant.optional(),
      to: DayOrInstant.optional(),
      period: Period.optional(),
      /** In which days are read; the caller's own unless given. */
      timeZone: TimeZone.optional(),
      /** In the names of the record and the user, in values, in the names or labels of changed fields, or the name of the type. */
      keyword: Keyword.optional(),
      cursor: z.string().max(500).optional(),
      pageSize: z.int().min(1).max(keysetPageSizeLimit).default(50),
      withTotal: z.boolean().default(false),
    }),
    { tableType: 'user', period: { relative: 'last7Days' }, pageSize: 50 },
  ),
  response: keysetPageOf(ChangeRecord),
  alsoProduces: ['text/csv'],
  effect: 'read',
})

export const listTableTypes = endpoint({
  method: 'GET',
  path: '/api/reporting/changetracking/tabletypes',
  summary: 'What changes are recorded of.',
  response: z.array(z.strictObject({ name: z.string(), label: z.string() })),
  calledBy: 'programs',
})

/** A change record that is not as it was sealed. */
export const ChainError = z.strictObject({
  /**
   * `changed`: its content is another one. `removed`: it is gone. `cut`: the end of the chain is gone. `notSealed`: it
   * was written around the portal, or its seal is gone.
   */
  kind: z.enum(['changed', 'removed', 'cut', 'notSealed']),
  /** Place in the chain, where that is known. */
  position: z.int().nullable(),
  /** Id of the change record. */
  changeId: Guid.nullable(),
  tableType: z.string().nullable(),
  recordName: z.string().nullable(),
})
export type ChainError = z.infer<typeof ChainError>

export const ChainCheck = z.strictObject({
  isWhole: z.boolean(),
  /** How many seals were checked. */
  checked: z.int(),
  /** Records of the last seconds that are not sealed yet. */
  waiting: z.int(),
  /** The first 100. */
  errors: z.array(ChainError),
  /** SHA-256 of the last seal in hex, to compare with a copy kept elsewhere; null for an empty chain. */
  head: z.string().nullable(),
})
export type ChainCheck = z.infer<typeof ChainCheck>

export const checkChain = endpoint({
  method: 'POST',
  path: '/api/reporting/changetracking/check',
  summary: 'Checks all change records, and names each that was changed, removed or cut off.',
  response: ChainCheck,
  effect: 'read',
})
