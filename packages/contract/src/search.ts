import { z } from 'zod'
import { entityTypes } from './claims.ts'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'
import { callStatuses, directions } from './fields.ts'
import { Keyword } from './paging.ts'
import { Instant } from './scalars.ts'

/** A short piece of what was searched, in parts. */
export const SearchExcerpt = z.array(z.strictObject({ text: z.string(), isMatch: z.boolean() }))
export type SearchExcerpt = z.infer<typeof SearchExcerpt>

export const SearchItem = z.strictObject({
  id: z.string(),
  title: z.string(),
  subtitle: z.string().nullable(),
  /** Path of a page of the portal. */
  url: z.string(),
  /** Why it was found, where neither title nor subtitle say so. Of transcripts it has redacted words alone. */
  excerpt: SearchExcerpt.optional(),
  /** Of a recording: when its call began, which is its title. */
  startedAt: Instant.optional(),
  /** Of a call: what its title and subtitle say, to be written as the reader writes times and numbers. */
  call: z
    .strictObject({
      startedAt: Instant,
      direction: z.enum(directions),
      status: z.enum(callStatuses),
      /** Who called, or was called; empty when withheld. */
      contactNumber: z.string(),
      /** Empty when withheld. */
      callerNumber: z.string(),
      trackingNumber: z.string(),
    })
    .optional(),
})
export type SearchItem = z.infer<typeof SearchItem>

export const SearchAnswer = z.strictObject({
  groups: z.array(
    z.strictObject({
      type: z.string(),
      label: z.string(),
      /** Of all results; `items` holds some of them, the first unless asked otherwise. */
      total: z.int(),
      items: z.array(SearchItem),
      /** Lists of the portal that have all of them. */
      lists: z
        .array(
          z.strictObject({ label: z.string(), url: z.string(), entityType: z.enum(entityTypes).optional() }),
        )
        .optional(),
      /** What was not searched. */
      note: z.string().optional(),
    }),
  ),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

/** Nobody reads on so far. */
export const searchOffsetLimit = 100_000

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  summary:
    'What a keyword finds, by kind: users, customers, phone numbers by any part and in any spelling, calls by number or id, recordings by words that were said, reports with their sets and groups, entities, settings, menus, pages.',
  query: z.strictObject({
    keyword: withExample(Keyword.min(1, 'is missing'), 'Northside'),
    /** Of one kind alone, such as `phoneNumbers`. */
    type: z.string().max(40).optional(),
    /** Results of each kind that are left out: those that were shown already. */
    offset: z.coerce.number().int().min(0).max(searchOffsetLimit).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(6),
  }),
  response: SearchAnswer,
})
