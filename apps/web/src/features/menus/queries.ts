import type { Input } from '@callboard/contract/endpoint'
import * as endpoints from '@callboard/contract/menus'
import { pageSizeLimit } from '@callboard/contract/paging'
import { searchRoles } from '@callboard/contract/roles'
import { send } from '#web/lib/api/api.ts'
import { type AnswerQuery, endpointQuery } from '#web/lib/api/endpoint-query.ts'
import type { ListState } from '#web/lib/urls/list-url.ts'
import type { Page } from '#web/records/lists/RecordList.tsx'

/** There are few menus: they are fetched all at once, those of the side menu first and in its order. */
export function menusQuery({ keyword = '', page, size }: ListState): AnswerQuery<Page<endpoints.Menu>> {
  return {
    queryKey: ['menu', 'list', { keyword, page, size }],
    queryFn: async ({ signal }) => {
      const menus = await send(endpoints.listMenus, { query: { all: 'true' } }, signal)
      const found = menus
        .filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(keyword.toLowerCase()))
        .toSorted(byPlace)
      return { items: found.slice((page - 1) * size, page * size), total: found.length }
    },
  }
}

/** Whether the side menu shows it. */
export function isStandard(menu: Pick<endpoints.Menu, 'slug'> | undefined): boolean {
  return endpoints.menuSlugs.some((slug) => slug === menu?.slug)
}

/** Those of the side menu first, and in its order. */
export function byPlace(one: endpoints.Menu, other: endpoints.Menu): number {
  return placeOf(one) - placeOf(other)
}

function placeOf(menu: endpoints.Menu): number {
  const place = endpoints.menuSlugs.findIndex((slug) => slug === menu.slug)
  return place === -1 ? endpoints.menuSlugs.length : place
}

export type MenuDraft = NonNullable<NonNullable<Input<typeof endpoints.previewMenus>['body']>['draft']>

/** What the side menu shows of a draft to somebody with this role alone. */
export function menuPreviewQuery(roleId: string, draft: MenuDraft) {
  return endpointQuery('menu', endpoints.previewMenus, { body: { roleId, draft } })
}

/** For which rights they have; of more than these nobody reads the names. */
export const activeRolesQuery = endpointQuery('role', searchRoles, { body: { pageSize: pageSizeLimit } })

export const allMenusQuery = endpointQuery('menu', endpoints.listMenus, { query: { all: 'true' } })
