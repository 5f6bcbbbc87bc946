import type { MenuItem } from '../access/menu-items.ts'
import { features } from '../features.ts'
import type { Feature } from '../feature.ts'
import type { ItemToInstall, MenuToInstall } from './standard-menu-items.ts'

const declaring: readonly Feature[] = features
const declared = declaring.flatMap(({ menuItems = [] }) => menuItems)

/** The menus of a new portal, with what features declare; administrators may change them. */
export const menusToInstall: readonly MenuToInstall[] = [
  { slug: 'main-menu', name: 'Main', items: [groupOf('main', { label: 'Main' })] },
  {
    slug: 'reporting-menu',
    name: 'Reporting',
    items: [groupOf('reporting', { label: 'Reporting' })],
  },
  {
    slug: 'admin-menu',
    name: 'Administration',
    items: [
      ...itemsOf('administration'),
      groupOf('people', { label: 'People', ico: 'team', adminOnly: true }),
      groupOf('customers-entities', { label: 'Customers and Entities', ico: 'shop' }),
      groupOf('report-library', { label: 'Reports and Groups', ico: 'file-text', adminOnly: true }),
      groupOf('portal', { label: 'Portal', ico: 'tool', adminOnly: true }),
    ],
  },
  { slug: 'invoicing-menu', name: 'Invoicing', items: [] },
]

function groupOf(key: MenuItem['group'], group: Omit<ItemToInstall, 'key'>): ItemToInstall {
  return { ...group, key, children: itemsOf(key) }
}

function itemsOf(key: MenuItem['group']): MenuItem[] {
  return declared.filter(({ group }) => group === key).toSorted((one, other) => one.order - other.order)
}
