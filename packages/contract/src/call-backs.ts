import { z } from 'zod'
import { CallDetailsQuery } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { exampleIds, idOf, withExample } from './examples.ts'
import { callStatuses } from './fields.ts'
import { pageOf, pageSizeLimit } from './paging.ts'
import { recalculatingNote } from './recalculating-note.ts'
import { Guid, Instant, isStorable } from './scalars.ts'

/** What became of a caller without an answered call. */
export const callBackOutcomes = ['calledBack', 'notNeeded'] as const
export type CallBackOutcome = (typeof callBackOutcomes)[number]

export const outcomeLabels: Readonly<Record<CallBackOutcome, string>> = {
  calledBack: 'Called back',
  notNeeded: 'Not needed',
}

/** Where the callers of the list stand: they wait, or until a reminder, or somebody closed them. */
export const listedStates = ['waiting', 'later', 'closed'] as const
export type ListedState = (typeof listedStates)[number]

/** Each with whether its largest values usually come first. */
export const callBackSorts = ['firstCallAt', 'lastCallAt', 'attempts', 'location', 'customer'] as const
export type CallBackSort = (typeof callBackSorts)[number]

export const callBackNoteLimit = 2000

export const CallBacksQuery = CallDetailsQuery.pick({
  from: true,
  to: true,
  period: true,
  timeZone: true,
  filters: true,
  entityGroups: true,
  keyword: true,
}).extend({
  show: z.enum(listedStates).default('waiting'),
  /** By when they were first missed unless given: who waits longest comes first. */
  sort: z.enum(callBackSorts).default('firstCallAt'),
  desc: z.boolean().default(false),
  page: z.int().min(1).max(10_000).default(1),
  pageSize: z.int().min(1).max(pageSizeLimit).default(50),
})
export type CallBacksQuery = z.infer<typeof CallBacksQuery>

const Person = z.strictObject({ id: Guid, name: z.string() })

/** What people have said of a caller who was missed. */
export const CallBack = z.strictObject({
  /** Who is about to call them; null when nobody is. */
  taken: z.strictObject({ by: Person, until: Instant }).nullable(),
  /** What was done last; null where nothing was. */
  last: z
    .strictObject({
      action: z.enum([...callBackOutcomes, 'remind', 'reopen']),
      by: Person,
      at: Instant,
      note: z.string().nullable(),
    })
    .nullable(),
  /** Until then the caller is listed under the reminders, unless they call again. */
  remindAt: Instant.nullable(),
})
export type CallBack = z.infer<typeof CallBack>

/** Where a caller stands: they wait, somebody is about to call them, or they are off the list. */
export const callBackStates = ['open', 'taken', 'done', 'notNeeded'] as const
export type CallBackState = (typeof callBackStates)[number]

export const MissedCaller = z.strictObject({
  /** In the path of what is said of them. */
  callerKey: z.string(),
  state: z.enum(callBackStates),
  customerId: Guid,
  customerName: z.string(),
  number: z.string(),
  /** As it came with their calls. */
  name: z.string().nullable(),
  /** How often they tried and were missed, without the calls that are closed or returned. */
  attempts: z.int(),
  /** When they were first missed, of these calls. */
  firstCallAt: Instant,
  lastCall: z.strictObject({
    id: Guid,
    startedAt: Instant,
    status: z.enum(callStatuses),
    trackingNumber: z.string(),
    location: z.string().nullable(),
    source: z.string().nullable(),
    campaign: z.string().nullable(),
    /** The newest note on one of these calls. */
    note: z.string().nullable(),
  }),
  callBack: CallBack.nullable(),
})
export type MissedCaller = z.infer<typeof MissedCaller>

const Counted = z.strictObject({ callers: z.int(), calls: z.int() })

export const CallBacksAnswer = pageOf(MissedCaller).extend({
  /**
   * Of all missed callers of the period, by where they stand; `reached` are those who were spoken to since, later than the measure
   * allows for. Their calls together are the measure "Missed, not returned".
   */
  counts: z.strictObject({ waiting: Counted, later: Counted, closed: Counted, reached: Counted }),
  /** Missed calls of the period that nobody can return, as their number was withheld. */
  withheldCalls: z.int(),
  isRecalculating: z.literal(true).optional().describe(recalculatingNote),
})
export type CallBacksAnswer = z.infer<typeof CallBacksAnswer>

export const listCallBacks = endpoint({
  method: 'POST',
  path: '/api/callback/search',
  summary:
    'Callers whose missed calls nobody returned, one row each, who waits longest first; of the last seven days unless a period is given. Withheld numbers are counted, and not listed. A caller leaves the list with the next answered call from or to their number.',
  body: withExample(CallBacksQuery, { period: { relative: 'last7Days' }, show: 'waiting', pageSize: 50 }),
  response: CallBacksAnswer,
  effect: 'read',
})

/** The caller of the examples. */
export const callBackExample = { number: '+12125550147', lastCallAt: '2026-11-02T15:04:05.000Z' }

/** Who a caller is: a number at a customer. */
export interface CallerKey {
  customerId: string
  number: string
}

/** `0193f0a0-0000-7000-8000-000000000003:+12125550147` */
export function writeCallerKey({ customerId, number }: CallerKey): string {
  return `${customerId}:${number}`
}

const WrittenCallerKey = withExample(
  z.string().regex(/^[\da-f-]{36}:\P{Cc}{1,64}$/iu, 'is not a customer and a number as CUSTOMER:NUMBER'),
  writeCallerKey({ customerId: exampleIds.customer, number: callBackExample.number }),
)

export function readCallerKey(key: string): CallerKey {
  const [customerId = ''] = key.split(':', 1)
  return { customerId: customerId.toLowerCase(), number: key.slice(customerId.length + 1) }
}

/** As which outcome a state is kept. */
export const outcomeOfState = { done: 'calledBack', notNeeded: 'notNeeded' } as const

export const CallBackChange = z.strictObject({
  state: withExample(z.enum(callBackStates), 'done'),
  /** With `open`: puts the caller off until then, under the reminders. */
  remindAt: Instant.nullish(),
  note: withExample(
    z
      .string()
      .trim()
      .max(callBackNoteLimit)
      .refine(isStorable, { error: 'contains an invalid character' })
      .optional(),
    'Asks for an appointment on Friday.',
  ),
  /** Whether the reminder comes as an email, too; in the portal it always does. */
  byEmail: z.boolean().default(true),
  /** The newest call that was seen: a later one is not closed or put off with it. The newest of all unless given. */
  lastCallAt: withExample(Instant.optional(), callBackExample.lastCallAt),
})
export type CallBackChange = z.infer<typeof CallBackChange>

export const updateCallBack = endpoint({
  method: 'PUT',
  path: '/api/callback/{callerKey}',
  summary:
    'Takes a caller, so that nobody else calls them back until they are released or the time that the settings say is over; closes them as done or not needed; with `open` releases them, puts them back on the list, or puts them off until `remindAt`. They are listed again when they call after `lastCallAt` and are missed. Fails with 409 and the name of whoever has them.',
  params: z.strictObject({ callerKey: WrittenCallerKey }),
  body: CallBackChange,
  response: CallBack,
})

/** A caller of whom the user wanted to be reminded by now. */
export const Reminder = z.strictObject({
  customerId: Guid,
  customerName: z.string(),
  number: z.string(),
  note: z.string().nullable(),
  dueAt: Instant,
})
export type Reminder = z.infer<typeof Reminder>

export const listReminders = endpoint({
  method: 'GET',
  path: '/api/callback/reminders',
  summary:
    'Callers of whom one wanted to be reminded, whose time has come and who still waited then: until one has seen it, or somebody takes, closes or puts off the caller. At most 20, the oldest first.',
  response: z.array(Reminder),
})

export const dismissReminder = endpoint({
  method: 'POST',
  path: '/api/callback/reminders/dismiss',
  summary: 'Says that one has seen a reminder. It is not shown again; the caller stays on the list.',
  body: z.strictObject({
    customerId: idOf('customer'),
    number: withExample(z.string().min(1).max(64), callBackExample.number),
  }),
})
