import { listMenus, menuSlugs } from '@callboard/contract/menus'
import { menuColumns } from '#web/features/menus/columns.tsx'
import { send } from '#web/lib/api.ts'
import { listSearchOf, type ListState } from '#web/lib/list-url.ts'
import { RecordListPage } from '#web/records/RecordListPage.tsx'

const MenusSearch = listSearchOf(['name'], {})
const places: readonly string[] = menuSlugs

export function MenusPage() {
  return (
    <RecordListPage
      kind="menus"
      noun="menus"
      title="Menus"
      description="What the side menu shows, and to whom"
      addLabel="Add menu"
      hasInactive={false}
      search={MenusSearch}
      load={load}
      columns={menuColumns}
    />
  )
}

/** There are a few: they come all at once, those of the side menu first and in its order. */
async function load({ keyword = '', page, size }: ListState, signal: AbortSignal) {
  const menus = await send(listMenus, { query: { all: 'true' } }, signal)
  const found = menus
    .filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(keyword.toLowerCase()))
    .toSorted((one, other) => placeOf(one.slug) - placeOf(other.slug))
  return { items: found.slice((page - 1) * size, page * size), total: found.length }
}

function placeOf(slug: string): number {
  const place = places.indexOf(slug)
  return place === -1 ? places.length : place
}
