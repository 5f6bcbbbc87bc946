import type { Filter } from '@callboard/contract/calls'
import type { MenuIcon, menuSlugs } from '@callboard/contract/menus'
import type { Claim } from '@callboard/contract/claims'
import { formatFilter } from '@callboard/contract/filter-text'
import { measures } from '@callboard/contract/measures'
import { type ManagedType, recordTypes } from '@callboard/contract/record-types'

export interface MenuToInstall {
  slug: (typeof menuSlugs)[number]
  name: string
  items: readonly ItemToInstall[]
}

export interface ItemToInstall {
  /** One of its own among all menus: by it a portal of before is given what is new, once. */
  key: string
  label: string
  tooltip?: string
  ico?: MenuIcon
  url?: string
  claim?: Claim
  adminOnly?: boolean
  children?: readonly ItemToInstall[]
}

/** The menus of a new portal; administrators may change them. */
export const menusToInstall: readonly MenuToInstall[] = [
  {
    slug: 'main-menu',
    name: 'Main',
    items: [
      {
        key: 'main',
        label: 'Main',
        children: [
          { key: 'home', label: 'Home', ico: 'home', url: '/app/dashboard/default', claim: 'dashboard.view' },
          {
            key: 'call-details',
            label: 'Call Details',
            tooltip: 'Every call, with filters',
            ico: 'phone',
            url: '/reports/calldetails',
            claim: 'reporting.call.details',
          },
          {
            key: 'missed-not-returned',
            label: 'Missed, not returned',
            tooltip: 'Callers who are still waiting for a call back',
            ico: 'clock-circle',
            url: `/reports/calldetails?${filterQuery(measures.missedNotReturned)}`,
            claim: 'reporting.call.details',
          },
        ],
      },
    ],
  },
  {
    slug: 'reporting-menu',
    name: 'Reporting',
    items: [
      {
        key: 'reporting',
        label: 'Reporting',
        claim: 'reporting.view',
        children: [
          {
            key: 'reports',
            label: 'Reports',
            tooltip: 'All reports you may run',
            ico: 'bar-chart',
            url: '/reports',
            claim: 'reporting.view',
          },
        ],
      },
    ],
  },
  {
    slug: 'admin-menu',
    name: 'Administration',
    items: [
      {
        key: 'administration',
        label: 'Administration Dashboard',
        tooltip: 'Where administrators begin',
        ico: 'appstore',
        url: '/manage',
        adminOnly: true,
      },
      {
        key: 'people',
        label: 'People',
        ico: 'team',
        adminOnly: true,
        children: [listItem('user', 'user'), listItem('role', 'safety-certificate')],
      },
      {
        key: 'customers-entities',
        label: 'Customers and Entities',
        ico: 'shop',
        children: [
          { ...listItem('customer', 'bank'), claim: 'client.view' },
          { ...listItem('entity', 'deployment-unit'), adminOnly: true },
          { ...listItem('entityGroup', 'apartment'), adminOnly: true },
        ],
      },
      {
        key: 'report-library',
        label: 'Reports and Groups',
        ico: 'file-text',
        adminOnly: true,
        children: [
          // Below the item `reports` are the links to one's own.
          { ...listItem('report', 'bar-chart'), key: 'manage-reports' },
          listItem('reportSet', 'wallet'),
          listItem('reportGroup', 'link'),
        ],
      },
      {
        key: 'portal',
        label: 'Portal',
        ico: 'tool',
        adminOnly: true,
        children: [
          listItem('menu', 'menu'),
          listItem('setting', 'setting'),
          listItem('emailTemplate', 'mail'),
          listItem('media', 'picture'),
          listItem('apiKey', 'key'),
          { key: 'deliveries', label: 'Deliveries', ico: 'clock-circle', url: '/manage/deliveries' },
          { key: 'outbox', label: 'Outbox', ico: 'send', url: '/manage/outbox' },
          { key: 'retention', label: 'Retention', ico: 'calendar', url: '/manage/retention' },
          { key: 'change-tracking', label: 'Change Tracking', ico: 'audit', url: '/manage/changetracking' },
        ],
      },
    ],
  },
  { slug: 'invoicing-menu', name: 'Invoicing', items: [] },
]

/** Leads to the list of a record type. */
function listItem(type: ManagedType, ico: MenuIcon): ItemToInstall {
  const { plural, page } = recordTypes[type]
  return { key: plural.toLowerCase().replaceAll(' ', '-'), label: plural, ico, url: `/manage/${page.path}` }
}

/** The filters of the call list that shows the calls behind a count. */
function filterQuery({ filters }: { filters: readonly Filter[] }): string {
  return filters.map((filter) => `filter=${formatFilter(filter)}`).join('&')
}
