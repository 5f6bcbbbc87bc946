import type { menuIcons, menuSlugs } from '@callboard/contract/menus'
import type { Claim } from '@callboard/contract/claims'

export interface MenuToInstall {
  slug: (typeof menuSlugs)[number]
  name: string
  items: readonly ItemToInstall[]
}

export interface ItemToInstall {
  key: string
  label: string
  tooltip?: string
  ico?: (typeof menuIcons)[number]
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
          { key: 'home', label: 'Home', ico: 'shop', url: '/app/dashboard/default', claim: 'dashboard.view' },
          {
            key: 'call-details',
            label: 'Call details',
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
            url: '/reports/calldetails?filter=missedNotReturned:eq:true',
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
            ico: 'deployment-unit',
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
        ico: 'deployment-unit',
        url: '/manage',
        adminOnly: true,
      },
      {
        key: 'people',
        label: 'People',
        ico: 'deployment-unit',
        adminOnly: true,
        children: [
          { key: 'users', label: 'Users', url: '/manage/users' },
          { key: 'roles', label: 'Roles', url: '/manage/roles' },
        ],
      },
      {
        key: 'customers-entities',
        label: 'Customers and entities',
        ico: 'shop',
        children: [
          { key: 'customers', label: 'Customers', url: '/manage/customers', claim: 'client.view' },
          { key: 'entities', label: 'Entities', url: '/manage/entities', adminOnly: true },
          { key: 'entity-groups', label: 'Entity groups', url: '/manage/entitygroups', adminOnly: true },
        ],
      },
      {
        key: 'portal',
        label: 'Portal',
        ico: 'deployment-unit',
        adminOnly: true,
        children: [
          { key: 'menus', label: 'Menus', url: '/manage/menus' },
          { key: 'settings', label: 'Settings', url: '/manage/settings' },
          { key: 'email-templates', label: 'Email Templates', url: '/manage/emailtemplates' },
          { key: 'media', label: 'Media', url: '/manage/media' },
          { key: 'api-keys', label: 'API keys', url: '/manage/apikeys' },
          { key: 'change-tracking', label: 'Change tracking', url: '/manage/changetracking' },
        ],
      },
    ],
  },
  { slug: 'invoicing-menu', name: 'Invoicing', items: [] },
]
