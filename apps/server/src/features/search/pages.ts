import { managedTypes, recordTypes } from '@callboard/contract/record-types'
import type { Search } from '../../access/record-search.ts'

interface FoundPage {
  title: string
  subtitle: string
  url: string
}

/** Those whose label the specification names. */
const withAddPage = ['user', 'role', 'reportGroup'] as const

/** Pages of the portal that a search finds by title. */
const pages: readonly FoundPage[] = [
  { title: 'Dashboard', subtitle: 'Home', url: '/app/dashboard/default' },
  { title: 'Call Details', subtitle: 'Every call, with filters', url: '/reports/calldetails' },
  { title: 'Reports', subtitle: 'All reports of your groups', url: '/reports' },
  { title: 'Manage Your Profile', subtitle: 'Names, password, sessions', url: '/app/user' },
  { title: 'Administration Dashboard', subtitle: 'Where administrators begin', url: '/manage' },
  ...managedTypes.flatMap((type): FoundPage[] => {
    const { label, plural, page } = recordTypes[type]
    const url = `/manage/${page.path}`
    const list = { title: plural, subtitle: 'Administration', url }
    const add = { title: `Add ${label}`, subtitle: `Administration, ${plural}`, url: `${url}/add` }
    return withAddPage.some((one) => one === type) ? [list, add] : [list]
  }),
  { title: 'Sign-ins', subtitle: 'Administration, Users', url: '/manage/users/signins' },
  { title: 'Retention', subtitle: 'Administration', url: '/manage/retention' },
  { title: 'Change Tracking', subtitle: 'Administration', url: '/manage/changetracking' },
]

export const findPages: Search = async ({ keyword }) => {
  const wanted = keyword.toLowerCase()
  const found = pages.filter(({ title }) => title.toLowerCase().includes(wanted))
  const items = found.map((page) => ({ id: page.url, ...page }))
  return await Promise.resolve([{ type: 'pages', label: 'Pages', total: found.length, items }])
}
