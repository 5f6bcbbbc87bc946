import { z } from 'zod'

export const pageSizeLimit = 200
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
