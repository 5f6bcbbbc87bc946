import { recordTypes } from '@callboard/contract/record-types'
import type { MenuItem } from '../../access/menu-items.ts'
import type { Search } from '../../access/record-search.ts'

interface FoundPage {
  title: string
  subtitle: string | null
  url: string
}

/** Those whose label the specification names. */
const withAddPage = ['user', 'role', 'reportGroup'] as const

/** Pages to which no item of a menu leads, or one by another name. */
const others: readonly FoundPage[] = [
  { title: 'Dashboard', subtitle: 'Home', url: '/app/dashboard/default' },
  { title: 'Manage Your Profile', subtitle: 'Names, password, sessions', url: '/app/user' },
  ...withAddPage.map((type): FoundPage => {
    const { label, plural, page } = recordTypes[type]
    return {
      title: `Add ${label}`,
      subtitle: `Administration, ${plural}`,
      url: `/manage/${page.path}/add`,
    }
  }),
  { title: 'Sign-ins', subtitle: 'Administration, Users', url: '/manage/users/signins' },
]

/** Finds pages by title. Only administrators search, who see every item of the menus: none is left out by its right. */
export function findPages({ menuItems }: { menuItems: readonly MenuItem[] }): Search {
  const pages = [...others, ...menuItems.map(pageOf)]
  return async ({ keyword }) => {
    const wanted = keyword.toLowerCase()
    const found = pages.filter(({ title }) => title.toLowerCase().includes(wanted))
    const items = found
      .filter(({ url }, at) => found.findIndex((page) => page.url === url) === at)
      .map((page) => ({ id: page.url, ...page }))
    return await Promise.resolve([{ type: 'pages', label: 'Pages', total: items.length, items }])
  }
}

function pageOf({ label, tooltip, url }: MenuItem): FoundPage {
  return { title: label, subtitle: tooltip ?? (url.startsWith('/manage/') ? 'Administration' : null), url }
}
