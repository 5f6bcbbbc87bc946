import { z } from 'zod'
import { Call, CallInput } from './calls.ts'
import { FieldChange } from './change-tracking.ts'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { Keyword } from './paging.ts'
import { Decimal, Guid, Instant, isStorable } from './scalars.ts'

/** What people say of a call. It wins over what the source sends, until somebody gives it back. */
export const annotationFields = ['tags', 'note', 'leadStatus', 'score', 'value'] as const
export type AnnotationField = (typeof annotationFields)[number]

/** The most calls that are edited at once. */
export const annotatedCallsLimit = 1000

/** As many as a source may send. */
export const tagsLimit = 50

const sent = CallInput.shape

/** A field that is left out stays as it is; null, and an empty list of tags, say that there is none. */
const AnnotationValues = z.strictObject({
  tags: storable(sent.tags),
  note: storable(sent.note),
  leadStatus: storable(sent.leadStatus),
  score: sent.score,
  /** In the call's currency; where its source names none, in the customer's. */
  // People send what they read: a text.
  value: Decimal.nullish().meta({ ...sent.value.meta() }),
})

const giveBack = z
  .array(z.enum(annotationFields))
  .max(annotationFields.length)
  .optional()
  .describe('Fields that are reset to the value of the source.')

export const AnnotationEdit = AnnotationValues.extend({
  giveBack,
  /** Of the annotation that was seen, 0 where nobody has edited the call yet: the edit fails when it is not the current one. */
  revision: z.int().min(0).optional(),
})
export type AnnotationEdit = z.infer<typeof AnnotationEdit>

const Tags = storable(z.array(z.string().trim().min(1).max(100)).max(tagsLimit))

const EditedIds = z.array(idOf('call')).min(1).max(annotatedCallsLimit)

export const AnnotationsEdit = AnnotationValues.extend({
  ids: EditedIds,
  /** To and from the tags that each of the calls has; not together with `tags`. */
  addTags: Tags.optional(),
  removeTags: Tags.optional(),
  giveBack,
})
export type AnnotationsEdit = z.infer<typeof AnnotationsEdit>

const read = Call.shape

const ReadValues = z.strictObject({
  tags: read.tags,
  note: read.note,
  leadStatus: read.leadStatus,
  score: read.score,
  value: read.value,
  currency: read.currency,
})

export const Annotation = ReadValues.extend({
  id: Guid,
  /** The fields that a person has set; all others are as the source sent them. */
  setFields: z.array(z.enum(annotationFields)),
  /** What the source says. */
  source: ReadValues,
  /** Rises with every edit, from 0. */
  revision: z.int(),
  /** The last edits, the newest first. */
  history: z.array(
    z.strictObject({
      id: Guid,
      at: Instant,
      userName: z.string(),
      fullName: z.string(),
      changes: z.array(FieldChange),
    }),
  ),
})
export type Annotation = z.infer<typeof Annotation>

/** By which an edit can be undone; null when it changed nothing. */
const change = z.int().nullable()

export const getAnnotation = endpoint({
  method: 'GET',
  path: '/api/calls/{id}/annotation',
  summary: 'What people say of a call, what its source says, and who edited it.',
  params: z.strictObject({ id: idOf('call') }),
  response: Annotation,
})

export const updateAnnotation = endpoint({
  method: 'PUT',
  path: '/api/calls/{id}/annotation',
  summary:
    'Edits the tags, note, lead status, score and value of a call. They win over what the source sends, now and later, until they are given back.',
  params: z.strictObject({ id: idOf('call') }),
  body: withExample(AnnotationEdit, { tags: ['new patient'], leadStatus: 'Qualified', value: '120.00' }),
  response: Annotation.extend({ change }),
})

export const updateAnnotations = endpoint({
  method: 'PUT',
  path: '/api/calls/annotations',
  summary: `The same for up to ${annotatedCallsLimit} calls: all of them, or none when one of them cannot be edited.`,
  body: withExample(AnnotationsEdit, {
    ids: ['0193f0a0-0000-7000-8000-00000000000c'],
    addTags: ['call back'],
    leadStatus: 'Open',
  }),
  response: z.strictObject({ changed: z.int(), unchanged: z.int(), change }),
})

/** What is said of a call now, by whomever. */
const CallValues = ReadValues.extend({ id: Guid })
export type CallValues = z.infer<typeof CallValues>

export const listAnnotations = endpoint({
  method: 'POST',
  path: '/api/calls/annotations/current',
  summary: `Tags, note, lead status, score and value of up to ${annotatedCallsLimit} calls as they are now: what an edit of them would replace.`,
  body: z.strictObject({
    ids: withExample(EditedIds, ['0193f0a0-0000-7000-8000-00000000000c']),
  }),
  response: z.strictObject({ items: z.array(CallValues) }),
  effect: 'read',
})

export const undoAnnotations = endpoint({
  method: 'POST',
  path: '/api/calls/annotations/undo',
  summary: 'Takes back an edit of one’s own, except of calls that somebody has edited since.',
  body: z.strictObject({ change: withExample(z.int().positive(), 1_767_225_600_000) }),
  response: z.strictObject({ changed: z.int(), unchanged: z.int(), change }),
})

/** Fields whose values people take from those that are in use. */
export const reusedFields = ['tags', 'leadStatus'] as const
export type ReusedField = (typeof reusedFields)[number]

export const listAnnotationValues = endpoint({
  method: 'GET',
  path: '/api/calls/annotations/{field}/values',
  summary: 'Tags or lead statuses of the calls of the last year that one may see, the most frequent first.',
  params: z.strictObject({ field: withExample(z.enum(reusedFields), 'tags') }),
  query: z.strictObject({ keyword: Keyword.optional() }),
  response: z.strictObject({ items: z.array(z.string()) }),
})

function storable<T extends z.ZodType>(schema: T): T {
  return schema.refine(
    (value) => [value].flat().every((part) => typeof part !== 'string' || isStorable(part)),
    {
      error: 'contains an invalid character',
    },
  )
}
