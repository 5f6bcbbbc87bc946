import { formatFilter, parseFilter } from '@callboard/contract/filter-text'
import type { Menu, MenuItem } from '@callboard/contract/menus'
import { isOwnPath, joined, nameOf } from '#web/app/shell/side-menu-items.tsx'

interface PageAddress {
  pathname: string
  search: string
}

interface OpenPage {
  /** The item of the open page; none when the page is in no menu. */
  keys: string[]
  parents: string[]
  /** Name of the item if it leads to a view of its page, as to the calls that pass a filter. */
  viewName: string | undefined
}

/**
 * The item whose address the page has, or most of whose parameters: the page may be narrowed further. Without one, the
 * item with the nearest path above it.
 */
export function findOpenPage(menus: readonly Menu[], page: PageAddress): OpenPage {
  const items = joined(menus).flatMap(({ tree }) => tree.flatMap((item) => withParents(item, [])))
  const [view] = items
    .map((item) => ({ ...item, asked: askedOf(item.url, page) }))
    .filter(({ asked }) => asked !== undefined)
    .toSorted((one, other) => (other.asked ?? 0) - (one.asked ?? 0))
  const nearest =
    view ??
    items
      .filter(({ url }) => page.pathname.startsWith(`${url}/`))
      .toSorted((one, other) => other.url.length - one.url.length)[0]
  if (nearest === undefined) return { keys: [], parents: [], viewName: undefined }
  const isView = view?.asked !== undefined && view.asked > 0
  return { keys: [nearest.id], parents: nearest.parents, viewName: isView ? view.name : undefined }
}

/** How many parameters a link has that the page has too; undefined if the link asks for something else. */
function askedOf(url: string, { pathname, search }: PageAddress): number | undefined {
  const link = new URL(url, location.origin)
  if (link.pathname !== pathname) return undefined
  const has = new Set(writtenParams(search))
  const wanted = writtenParams(link.search)
  return wanted.every((param) => has.has(param)) ? wanted.length : undefined
}

/** Filters are compared by what they mean: people write links by hand. */
function writtenParams(search: string): string[] {
  return [...new URLSearchParams(search)].map(([name, value]) => {
    const filter = name === 'filter' ? parseFilter(value) : undefined
    return `${name}=${filter === undefined ? value : formatFilter(filter)}`
  })
}

interface Placed {
  id: string
  name: string
  url: string
  parents: string[]
}

function withParents(item: MenuItem, parents: string[]): Placed[] {
  const { id, url, children } = item
  const below = children.flatMap((child) => withParents(child, [...parents, id]))
  return url === null || !isOwnPath(url) ? below : [{ id, name: nameOf(item), url, parents }, ...below]
}
