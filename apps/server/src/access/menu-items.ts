import type { Claim } from '@callboard/contract/claims'
import type { MenuIcon } from '@callboard/contract/menus'
import { type ManagedType, recordTypes } from '@callboard/contract/record-types'

/** The groups of the menus of a new portal. */
type MenuGroup =
  | 'main'
  | 'reporting'
  | 'administration'
  | 'people'
  | 'customers-entities'
  | 'report-library'
  | 'portal'

/** What leads to a page in the menus of a new portal; administrators may change them. */
export interface MenuItem {
  group: MenuGroup
  /** Where it stands in its group. */
  order: number
  /** One of its own among all menus: by it a portal of before is given what is new, once. */
  key: string
  label: string
  tooltip?: string
  ico: MenuIcon
  url: string
  claim?: Claim
  adminOnly?: boolean
}

/** Leads to the list of a record type. */
export function listItem(
  type: ManagedType,
  item: Omit<MenuItem, 'key' | 'label' | 'url'> & { key?: string },
): MenuItem {
  const { plural, page } = recordTypes[type]
  return {
    key: plural.toLowerCase().replaceAll(' ', '-'),
    label: plural,
    url: `/manage/${page.path}`,
    ...item,
  }
}
