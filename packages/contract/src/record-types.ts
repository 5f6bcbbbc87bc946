import { type Claim, entityTypes } from './claims.ts'

interface Declared {
  /** Of one record, as in "Add Role". */
  label: string
  plural: string
  /** Where its endpoints begin, once it has some. */
  apiPath?: string
  /** Who may see the list: administrators alone, or whoever holds one of these claims. */
  access: 'admin' | readonly Claim[]
  /** The page of its list under `/manage`. */
  page?: {
    path: string
    /** What the administration dashboard says of it. */
    about: string
    /** Whether each record has a page of its own, under its id. */
    hasRecords: boolean
  }
}

/**
 * Every type of record, in the order of menus and lists. Changes of a record are recorded under the key of its type.
 * Menus, pages, search, change tracking, and the tests of rights and of changes are derived from this declaration.
 */
export const recordTypes = {
  user: {
    label: 'User',
    plural: 'Users',
    apiPath: '/api/user',
    access: 'admin',
    page: { path: 'users', about: 'Who signs in, and what they may do', hasRecords: true },
  },
  role: {
    label: 'Role',
    plural: 'Roles',
    apiPath: '/api/role',
    access: 'admin',
    page: { path: 'roles', about: 'Sets of rights that users have for a time', hasRecords: true },
  },
  customer: {
    label: 'Customer',
    plural: 'Customers',
    apiPath: '/api/customer',
    access: ['client.view'],
    page: { path: 'customers', about: 'Whose calls these are', hasRecords: true },
  },
  entity: {
    label: 'Entity',
    plural: 'Entities',
    apiPath: '/api/reportingentity/entity',
    access: entityTypes.map((type): Claim => `${type}.view`),
    // Its records have pages below those of their entity types.
    page: { path: 'entities', about: 'Numbers, locations, routes and the rest', hasRecords: false },
  },
  entityGroup: {
    label: 'Entity Group',
    plural: 'Entity Groups',
    apiPath: '/api/reportingentity/entitygroup',
    access: 'admin',
    page: { path: 'entitygroups', about: 'Limit the calls that users see', hasRecords: true },
  },
  report: {
    label: 'Report',
    plural: 'Reports',
    apiPath: '/api/reporting',
    access: 'admin',
    page: { path: 'reports', about: 'Questions that people ask of the calls', hasRecords: true },
  },
  reportSet: {
    label: 'Report Set',
    plural: 'Report Sets',
    apiPath: '/api/reporting/reportset',
    access: 'admin',
    page: { path: 'reportsets', about: 'Reports that are given together', hasRecords: true },
  },
  reportGroup: {
    label: 'Group',
    plural: 'Groups',
    apiPath: '/api/reporting/groups',
    access: 'admin',
    page: { path: 'groups', about: 'Who finds which reports, and whose calls', hasRecords: true },
  },
  call: {
    label: 'Call',
    plural: 'Calls',
    apiPath: '/api/calls',
    access: ['reporting.call.details'],
  },
  recordingComment: {
    label: 'Recording Comment',
    plural: 'Recording Comments',
    access: ['reporting.call.details'],
  },
  savedReport: {
    label: 'Saved Report',
    plural: 'Saved Reports',
    apiPath: '/api/reporting/savereport',
    access: ['reporting.view'],
  },
  subscription: {
    label: 'Subscription',
    plural: 'Subscriptions',
    apiPath: '/api/reporting/subscription',
    access: ['reporting.view'],
  },
  alert: {
    label: 'Alert',
    plural: 'Alerts',
    apiPath: '/api/alerts',
    access: ['reporting.view'],
  },
  menu: {
    label: 'Menu',
    plural: 'Menus',
    apiPath: '/api/settings/menu',
    access: 'admin',
    page: { path: 'menus', about: 'What is in the side menu', hasRecords: true },
  },
  setting: {
    label: 'Setting',
    plural: 'Settings',
    apiPath: '/api/settings',
    access: 'admin',
    page: { path: 'settings', about: 'Name, zone, sessions, mail', hasRecords: false },
  },
  emailTemplate: {
    label: 'Email Template',
    plural: 'Email Templates',
    apiPath: '/api/emailtemplate',
    access: 'admin',
    page: { path: 'emailtemplates', about: 'What is sent, and how it looks', hasRecords: true },
  },
  media: {
    label: 'Image',
    plural: 'Media',
    apiPath: '/api/media',
    access: 'admin',
    page: { path: 'media', about: 'Logo and images of emails', hasRecords: false },
  },
  apiKey: {
    label: 'API Key',
    plural: 'API Keys',
    apiPath: '/api/apikey',
    access: 'admin',
    page: { path: 'apikeys', about: 'For programs that send and read calls', hasRecords: true },
  },
} as const satisfies Record<string, Declared>

export type RecordType = keyof typeof recordTypes

export const recordTypeNames = typesOf(recordTypes)

/** A record type with a page under `/manage`. */
export type ManagedType = {
  [T in RecordType]: (typeof recordTypes)[T] extends { page: object } ? T : never
}[RecordType]

export const managedTypes = recordTypeNames.filter(isManaged)

export function isManaged(type: RecordType): type is ManagedType {
  return 'page' in recordTypes[type]
}

function typesOf<T extends string>(types: Record<T, unknown>): T[] {
  const names: T[] = []
  for (const name in types) names.push(name)
  return names
}
