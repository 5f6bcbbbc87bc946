import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exampleIds, idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { lineOf } from './names.ts'
import { Day, Guid, Instant, InstantWithOffset, TimeZone } from './scalars.ts'

export const maxRoutingVersions = 200
export const maxTargets = 100
export const maxWeight = 1000
export const maxHours = 50
export const maxSpecialDays = 400

/** Types of entities that say how they route calls. */
export const routedTypes = ['rotationgroup', 'tod'] as const
export type RoutedType = (typeof routedTypes)[number]

export function isRoutedType(type: string): type is RoutedType {
  return routedTypes.some((one) => one === type)
}

const Text = (max: number) =>
  lineOf(max)
    .transform((text) => (text === '' ? null : text))
    .nullable()
    .default(null)

/** What rings, as calls carry it, and how many of the group’s calls it gets: its weight of the weights of all. */
const Target = z.strictObject({
  /** A phone number is kept as E.164. */
  target: withExample(z.string().trim().min(1, 'is missing').max(textLimits.entityCode), '+18005550101'),
  name: withExample(Text(textLimits.entityName), 'Front desk'),
  weight: withExample(z.int().min(1).max(maxWeight), 2),
})
export type RotationTarget = z.output<typeof Target>

/** `HH:mm` on the clock of the zone. */
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time such as 08:00')

/** Up to the next day where it does not end after it begins; all day from 00:00 until 00:00. */
const TimeSpan = z.strictObject({
  from: withExample(Time, '08:00'),
  /** Exclusive. */
  until: withExample(Time, '18:00'),
})
export type TimeSpan = z.infer<typeof TimeSpan>

const Hours = TimeSpan.extend({
  /** 1 Monday to 7 Sunday, on which it begins. */
  days: withExample(
    z
      .array(z.int().min(1).max(7))
      .min(1, 'are missing')
      .max(7)
      .transform((days) => [...new Set(days)].toSorted((one, other) => one - other)),
    [1, 2, 3, 4, 5],
  ),
})
export type Hours = z.output<typeof Hours>

/** A day with hours of its own; none: it does not apply. */
const SpecialDay = z.strictObject({
  day: withExample(Day, '2026-12-25'),
  name: withExample(Text(textLimits.entityName), 'Christmas Day'),
  hours: z.array(TimeSpan).max(maxHours).default([]),
})
export type SpecialDay = z.output<typeof SpecialDay>

const ofVersion = {
  /** From then until the next one; null: it always did. */
  from: Instant.nullable(),
  note: Text(textLimits.description),
}
const ofGivenVersion = {
  ...ofVersion,
  /** A day begins at midnight in the customer’s time zone. */
  from: withExample(z.union([Day, InstantWithOffset]).nullable().default(null), '2026-01-01'),
}
const ofRotation = { targets: z.array(Target).max(maxTargets) }
const ofHours = {
  timeZone: TimeZone,
  hours: z.array(Hours).max(maxHours),
  specialDays: z.array(SpecialDay).max(maxSpecialDays).default([]),
}

/** The targets of a rotation group; none: it had none then. */
export const RotationVersion = z.strictObject({ ...ofVersion, ...ofRotation })
export type RotationVersion = z.output<typeof RotationVersion>

/** When a time-of-day rule applies. */
export const HoursVersion = z.strictObject({ ...ofVersion, ...ofHours })
export type HoursVersion = z.output<typeof HoursVersion>

const GivenRotation = z.strictObject({ ...ofGivenVersion, ...ofRotation })
const GivenHours = z.strictObject({ ...ofGivenVersion, ...ofHours })
export type GivenVersion = z.output<typeof GivenRotation> | z.output<typeof GivenHours>

const ofEntity = {
  entityId: Guid,
  /** In which its days begin. */
  timeZone: z.string(),
  /** Of the entity. */
  revision: z.int(),
}

/** How an entity routed calls and routes them now, in the order of time. */
export const Routing = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('rotationgroup'), ...ofEntity, versions: z.array(RotationVersion) }),
  z.strictObject({ type: z.literal('tod'), ...ofEntity, versions: z.array(HoursVersion) }),
])
export type Routing = z.output<typeof Routing>

/** What routed a call, as it was when the call started; no version: nobody has said. */
const ofCall = {
  entityId: Guid,
  code: z.string(),
  name: z.string(),
  /** In which its days begin. */
  timeZone: z.string(),
  /** When the next version begins. */
  until: Instant.nullable(),
}
export const CallRouting = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('rotationgroup'), ...ofCall, version: RotationVersion.nullable() }),
  z.strictObject({
    type: z.literal('tod'),
    ...ofCall,
    version: HoursVersion.nullable(),
    /** Whether the call started within its hours; null where nobody has said them. */
    isWithin: z.boolean().nullable(),
  }),
])
export type CallRouting = z.output<typeof CallRouting>

export const shareDays = 365

/** The inbound calls that a group had while a version was in force, of the last year. */
export const VersionShares = z.strictObject({
  /** Of the version. */
  from: Instant.nullable(),
  calls: z.int(),
  /** The most called first. */
  targets: z.array(z.strictObject({ target: z.string(), calls: z.int() })).max(maxTargets),
})
export type VersionShares = z.infer<typeof VersionShares>

const params = z.strictObject({ id: idOf('entity') })
const path = '/api/reportingentity/entity/{id}/routing'

export const getRouting = endpoint({
  method: 'GET',
  path,
  summary: 'The targets of a rotation group, or the hours of a time-of-day rule, now and earlier.',
  params,
  response: Routing,
})

export const updateRouting = endpoint({
  method: 'PUT',
  path,
  summary:
    'Replaces all that is said of how a rotation group or a time-of-day rule routes calls. No call changes: it explains how they were routed.',
  params,
  body: z
    .discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('rotationgroup'),
        revision: z.int().optional(),
        versions: z.array(GivenRotation).max(maxRoutingVersions),
      }),
      z.strictObject({
        type: z.literal('tod'),
        revision: z.int().optional(),
        versions: z.array(GivenHours).max(maxRoutingVersions),
      }),
    ])
    .meta({
      example: {
        type: 'rotationgroup',
        versions: [
          { from: '2026-01-01', targets: [{ target: '+18005550101', name: 'Front desk', weight: 2 }] },
        ],
      },
    }),
  response: Routing,
})

export const listTargetShares = endpoint({
  method: 'GET',
  path: `${path}/shares`,
  summary:
    'How the calls of a rotation group went to its targets, for each of its versions in the last year.',
  params,
  response: z.array(VersionShares),
})

export const getCallRouting = endpoint({
  method: 'GET',
  path: '/api/calls/{id}/routing',
  summary:
    'The time-of-day rule and the rotation group of a call as they were when it started, of those that the caller may see.',
  params: z.strictObject({ id: withExample(Guid, exampleIds.call) }),
  response: z.array(CallRouting).max(routedTypes.length),
})
