import { z } from 'zod'
import { attributedFields } from './attributed-fields.ts'
import { fields } from './call-fields.ts'
import { endpoint } from './endpoint.ts'
import { exampleIds, idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { pageOf, pageSizeLimit, searchBodyOf } from './paging.ts'
import { Day, Decimal, Guid, Instant, InstantWithOffset } from './scalars.ts'

export const maxAssignments = 500
/** Of a file, in characters. */
export const maxCsvLength = 25_000_000
/** Of a file. */
export const maxFileLines = 100_000
/** Of a change that is no file. */
export const maxChangedNumbers = 10_000
export const shownCalls = 10

/** What calls of a number get where their source does not say it itself; null: nothing. */
const StandsFor = z.strictObject({
  source: textOf('source'),
  medium: textOf('medium'),
  campaign: textOf('campaign'),
  keyword: textOf('keyword'),
  /** Code of a location, as calls carry it. */
  location: textOf('location'),
  rotationgroup: textOf('rotationgroup'),
  network: textOf('network'),
  /** At which its calls ring; E.164. */
  targetNumber: textOf('targetNumber'),
})

function textOf(name: (typeof attributedFields)[number]) {
  return z
    .string()
    .trim()
    .max(fields[name].sent.max)
    .regex(/^\P{Cc}*$/u, 'contains characters that cannot be printed')
    .transform((text) => (text === '' ? null : text))
    .nullable()
}

const AssignmentValues = StandsFor.extend({
  /** In the customer’s currency. */
  monthlyCost: Decimal.regex(/^\d/, 'must not be below 0').nullable(),
  note: z
    .string()
    .trim()
    .max(textLimits.description)
    .transform((text) => (text === '' ? null : text))
    .nullable(),
})
export type AssignmentValues = z.infer<typeof AssignmentValues>
export const assignmentValues = AssignmentValues.keyof().options

/** What a tracking number stands for, from when to when. */
export const Assignment = AssignmentValues.extend({
  id: Guid,
  /** Null: it always stood for that. */
  from: Instant.nullable(),
  /** Exclusive; null while it has no end. */
  until: Instant.nullable(),
})
export type Assignment = z.infer<typeof Assignment>

/** A day begins at midnight in the customer’s time zone. */
const Moment = z.union([Day, InstantWithOffset])

/** What is left out is null. One with an id is that one, changed. */
export const GivenAssignment = AssignmentValues.partial().extend({
  id: Guid.optional(),
  from: withExample(Moment.nullish(), '2026-01-01'),
  /** Exclusive. */
  until: withExample(Moment.nullish(), null),
  source: withExample(AssignmentValues.shape.source.optional(), 'Billboard'),
  campaign: withExample(AssignmentValues.shape.campaign.optional(), 'Winter'),
})
export type GivenAssignment = z.infer<typeof GivenAssignment>

/** What a number stands for, from then to then. */
export const NumberLine = GivenAssignment.omit({ id: true }).extend({
  number: z.string().trim().min(1, 'is missing').max(64),
})

const NumberIds = z.array(idOf('entity')).min(1).max(maxChangedNumbers)

/** What is to become of numbers of one customer. */
export const NumberEdit = z.discriminatedUnion('kind', [
  /** All assignments of a number, in the place of those that it has. */
  z.strictObject({
    kind: z.literal('timeline'),
    numberId: idOf('entity'),
    /** Of the timeline that it was made from. */
    revision: z.int().optional(),
    assignments: z.array(GivenAssignment).max(maxAssignments),
  }),
  /** These values from then to then; all else stays as it stands. */
  z.strictObject({
    kind: z.literal('set'),
    numberIds: NumberIds,
    from: Moment.nullish(),
    until: Moment.nullish(),
    values: AssignmentValues.partial().refine((values) => Object.keys(values).length > 0, {
      error: 'are missing',
    }),
  }),
  /** Lines of a spreadsheet: each is what its number stands for, from then to then. A number that is unknown is added. */
  z.strictObject({
    kind: z.literal('lines'),
    customerId: idOf('customer'),
    lines: z.array(NumberLine).min(1).max(maxChangedNumbers),
  }),
  /** The same as a CSV file with a header: `number`, `from`, `last day`, `source`, `campaign`, … */
  z.strictObject({
    kind: z.literal('file'),
    customerId: idOf('customer'),
    csv: z.string().min(1).max(maxCsvLength),
  }),
])
export type NumberEdit = z.infer<typeof NumberEdit>

/** A tracking number of a customer and what it stands for. */
export const NumberTimeline = z.strictObject({
  /** Of the entity. */
  id: Guid,
  /** E.164, as calls carry it. */
  number: z.string(),
  name: z.string(),
  customerId: Guid,
  customerName: z.string(),
  /** In which its days begin. */
  timeZone: z.string(),
  currency: z.string(),
  isActive: z.boolean(),
  /** 0: nothing was ever said. */
  revision: z.int(),
  /** Earlier calls are being attributed to what was changed last. */
  isPending: z.boolean(),
  /** In the order of time; none overlaps another. */
  assignments: z.array(Assignment),
})
export type NumberTimeline = z.infer<typeof NumberTimeline>

export const activityDays = 30

/** The inbound calls of a number. */
export const NumberActivity = z.strictObject({
  id: Guid,
  /** Of the last 30 days, each of 24 hours; the last one ends now. */
  days: z.array(z.int()).length(activityDays),
  /** Within the last year. */
  lastCallAt: Instant.nullable(),
  /** What it cost in 30 days of the customer’s calendar, of which the last is today; in the customer’s currency. */
  cost: Decimal,
})
export type NumberActivity = z.infer<typeof NumberActivity>

/** How a call would change, or has changed. */
const ChangedCall = z.strictObject({
  id: Guid,
  number: z.string(),
  startedAt: Instant,
  changes: z.array(
    z.strictObject({
      field: z.enum(attributedFields),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
  ),
})

export const NumberPreview = z.strictObject({
  /** How many calls get other values. */
  calls: z.int(),
  /** The newest of them; none for those who may not see calls. */
  examples: z.array(ChangedCall).max(shownCalls),
  /** How many numbers would have other assignments. */
  numbers: z.int(),
  /** Numbers that are unknown and would be added. */
  added: z.array(z.string()),
})
export type NumberPreview = z.infer<typeof NumberPreview>

export const NumberChange = z.strictObject({
  id: Guid,
  customerId: Guid,
  customerName: z.string(),
  madeAt: Instant,
  /** The user name; null when that user is gone. */
  madeBy: z.string().nullable(),
  /** Of the same user. */
  fullName: z.string().nullable(),
  numbers: z.int(),
  /** As many calls as it was to change when it was made. */
  calls: z.int(),
  /** That are still to be written. */
  numbersLeft: z.int(),
  isUndone: z.boolean(),
  /** Whether its numbers still are as it left them, so that it can be undone. */
  canBeUndone: z.boolean(),
})
export type NumberChange = z.infer<typeof NumberChange>

const ChangedNumbers = z.strictObject({
  /** Null when nothing was changed. */
  change: Guid.nullable(),
  calls: z.int(),
  numbers: z.int(),
  /** That are still to be written: very many are not all written at once. */
  numbersLeft: z.int(),
  added: z.array(z.string()),
})

const apiPath = '/api/number'
const ofNumber = z.strictObject({ id: idOf('entity') })
const editExample = {
  kind: 'set',
  numberIds: [exampleIds.entity],
  from: '2026-01-01',
  values: { source: 'Billboard', campaign: 'Winter' },
} as const

export const numberSorts = ['number', 'name'] as const
/** What numbers stand for now; `silent`: something, and no call has come for as many days as the setting says. */
export const standings = ['something', 'nothing', 'silent'] as const

export const searchNumbers = endpoint({
  method: 'POST',
  path: `${apiPath}/search`,
  summary:
    'Tracking numbers of customers with all that they stood for and stand for; as CSV all that are found, a line for each assignment, which can be imported again.',
  body: searchBodyOf(numberSorts, {
    customerId: Guid.optional(),
    /** Whether they stand for something now. */
    standsFor: z.enum(standings).optional(),
  }),
  response: pageOf(NumberTimeline),
  alsoProduces: ['text/csv'],
  effect: 'read',
})

export const listNumberActivity = endpoint({
  method: 'POST',
  path: `${apiPath}/activity`,
  summary:
    'How many calls numbers have had by day, as far as the caller sees calls, and when the last one came.',
  body: z.strictObject({ numberIds: z.array(idOf('entity')).min(1).max(pageSizeLimit) }),
  response: z.array(NumberActivity),
  effect: 'read',
})

export const getNumber = endpoint({
  method: 'GET',
  path: `${apiPath}/{id}`,
  summary: 'A tracking number with all that it stood for and stands for.',
  params: ofNumber,
  response: NumberTimeline,
})

export const previewNumberEdit = endpoint({
  method: 'POST',
  path: `${apiPath}/edit/preview`,
  summary: 'How many calls an edit of numbers would change, and ten of them. Nothing is changed.',
  body: NumberEdit.meta({ example: editExample }),
  response: NumberPreview,
  effect: 'read',
})

export const editNumbers = endpoint({
  method: 'POST',
  path: `${apiPath}/edit`,
  summary:
    'Changes what tracking numbers stand for, also for the past. Calls follow within seconds or minutes, all of a customer at once.',
  body: NumberEdit.meta({ example: editExample }),
  response: ChangedNumbers,
})

export const searchNumberChanges = endpoint({
  method: 'POST',
  path: `${apiPath}/change/search`,
  summary: 'Edits of numbers, the newest first.',
  body: z.strictObject({
    customerId: Guid.optional(),
    /** Of this number. */
    numberId: Guid.optional(),
    /** Those that are still being written, or that are not. */
    isPending: z.boolean().optional(),
    page: z.int().min(1).default(1),
    pageSize: z.int().min(1).max(200).default(25),
  }),
  response: pageOf(NumberChange),
  effect: 'read',
})

export const undoNumberChange = endpoint({
  method: 'POST',
  path: `${apiPath}/change/{id}/undo`,
  summary: 'Gives numbers back what they stood for before an edit, and their calls likewise.',
  params: z.strictObject({ id: withExample(Guid, exampleIds.numberChange) }),
  response: ChangedNumbers,
})
