import { textLimits } from '@callboard/contract/limits'
import { defaultPageSize, pageSizeLimit } from '@callboard/contract/paging'
import { z } from 'zod'

export const listPageSizes = [defaultPageSize, 50, 100, pageSizeLimit] as const

const Flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .default(false)

/** The state of a list in the address, without filters of its own. */
export interface ListState {
  keyword?: string | undefined
  page: number
  size: number
  sort?: string | undefined
  desc: boolean
  /** Includes those that are not active. */
  all: boolean
}

/** What reads the address of a list, and says what the list can be sorted by. */
export type ListSearch<S extends ListState> = z.ZodType<S> & {
  shape: { sort: { unwrap: () => { options: readonly string[] } } }
}

/** Reads the address of a list that can be sorted by these names. */
export function listSearchOf<const S extends readonly [string, ...string[]], F extends z.ZodRawShape>(
  sorts: S,
  filters: F,
) {
  return z.object({
    keyword: z.string().max(textLimits.keyword).optional(),
    page: z.coerce.number().int().min(1).default(1),
    size: z.coerce
      .number()
      .refine((size) => listPageSizes.some((one) => one === size))
      .default(defaultPageSize),
    sort: z.enum(sorts).optional(),
    desc: Flag,
    all: Flag,
    ...filters,
  })
}

/** The state of a list as the body of its search. */
export function searchBody<S extends string>({
  keyword,
  page,
  size,
  sort,
  desc,
  all,
}: ListState & { sort?: S | undefined }) {
  return { page, pageSize: size, keyword, sort, desc, activeOnly: !all }
}

/** The same as the query of a list by GET. */
export function listQuery<S extends string>({
  keyword,
  page,
  size,
  sort,
  desc,
  all,
}: ListState & { sort?: S | undefined }) {
  const flag = (is: boolean) => (is ? ('true' as const) : ('false' as const))
  return { page, pagesize: size, keyword, sort, desc: flag(desc), activeonly: flag(!all) }
}
