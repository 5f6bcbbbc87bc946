import { z } from 'zod'
import { textLimits } from './limits.ts'

export const defaultPageSize = 25
export const pageSizeLimit = 200

/** More than the rows of other lists: a page names all of a customer's locations with one request. */
export const parameterValuesLimit = 1000
export const keysetPageSizeLimit = 1000

/** A page of a list that is counted. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({
    items: z.array(item),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  })
}

/** A page of a list without end: `nextCursor` opens the next one, null says that this was the last. */
export function keysetPageOf<T extends z.ZodType>(item: T) {
  return z.strictObject({
    items: z.array(item),
    nextCursor: z.string().nullable(),
    total: z.int().nullable(),
  })
}

/** `true` and `false` in a query string. */
export const QueryFlag = z.enum(['true', 'false']).transform((text) => text === 'true')

export const QueryPage = z.coerce.number().int().min(1)
export const QueryPageSize = z.coerce.number().int().min(1).max(pageSizeLimit)

/** What is typed into the search field of a list. */
export const Keyword = z.string().trim().max(textLimits.keyword)

/** The query of a list by GET: sorted by the first of `sorts` unless asked otherwise, active records only. */
export function listQueryOf<const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sorts: S,
  filters: F,
) {
  return z.strictObject({
    page: QueryPage.default(1),
    pagesize: QueryPageSize.default(defaultPageSize),
    keyword: Keyword.optional(),
    sort: z.enum(sorts).optional(),
    desc: QueryFlag.default(false),
    activeonly: QueryFlag.default(true),
    ...filters,
  })
}

/** The same as the body of a list by POST. */
export function searchBodyOf<const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sorts: S,
  filters: F,
) {
  return z.strictObject({
    page: z.int().min(1).default(1),
    pageSize: z.int().min(1).max(pageSizeLimit).default(defaultPageSize),
    keyword: Keyword.optional(),
    sort: z.enum(sorts).optional(),
    desc: z.boolean().default(false),
    activeOnly: z.boolean().default(true),
    ...filters,
  })
}
