import { type Claim, entityTypes } from './claims.ts'
import { portalRecordTypes } from './portal-record-types.ts'
import type { DeclaredType } from './record-declaration.ts'

/**
 * Every type of record, in the order of menus and lists. Changes of a record are recorded under the key of its type.
 * Pages, search, change tracking, labels, examples, and the tests of rights and of changes are derived from this declaration.
 */
export const recordTypes = {
  user: {
    label: 'User',
    plural: 'Users',
    apiPath: '/api/user',
    access: 'admin',
    page: { path: 'users', about: 'Users of the portal and their access', hasRecords: true },
    guide: 'users',
    exampleId: '0193f0a0-0000-7000-8000-000000000001',
    labels: {
      email: 'Email',
      thumbnailUrl: 'Picture',
      legacyReportingCid: 'Legacy reporting id',
      loginProvider: 'Signs in at',
      providerSubject: 'Id at the provider',
      isAdmin: 'Administrator',
      passwordHash: 'Password',
      totpSecret: 'Second factor',
      totpSince: 'Second factor since',
      roles: 'Role',
    },
    references: { customerId: 'customer' },
  },
  role: {
    label: 'Role',
    plural: 'Roles',
    apiPath: '/api/role',
    access: 'admin',
    page: {
      path: 'roles',
      about: 'Sets of rights, assigned to users for a period',
      hasRecords: true,
      counted: 'roles',
    },
    guide: 'users',
    exampleId: '0193f0a0-0000-7000-8000-000000000002',
    unique: { field: 'name' },
    labels: { claims: 'Right' },
  },
  customer: {
    label: 'Customer',
    plural: 'Customers',
    apiPath: '/api/customer',
    access: ['client.view'],
    page: { path: 'customers', about: 'Whose calls these are', hasRecords: true, counted: 'customers' },
    guide: 'users',
    exampleId: '0193f0a0-0000-7000-8000-000000000003',
    unique: { field: 'code' },
    labels: {
      legacyReportingCid: 'Legacy reporting id',
      keepCallsDays: 'Days that calls are kept',
      keepRecordingsDays: 'Days that recordings are kept',
      keepLogsDays: 'Days that logs are kept',
      requiresSpeechCheck: 'Recordings wait for their transcript',
      redactsForGood: 'Originals of recordings are destroyed',
      usesSpeechToText: 'Transcripts by speech to text',
      channelOrder: 'Channels of stereo recordings',
      redactedNumbers: 'Spoken numbers that are silenced',
      redactsBirthDates: 'Dates of birth are silenced',
      redactsLicences: 'Driver’s licenses are silenced',
      redactedAgain: 'Recordings to be redacted again',
      rejectedRow: 'Rejected row',
      rejectedRows: 'Rejected rows',
    },
  },
  entity: {
    label: 'Entity',
    plural: 'Entities',
    apiPath: '/api/reportingentity/entity',
    access: entityTypes.map((type): Claim => `${type}.view`),
    // Its records have pages below those of their entity types.
    page: {
      path: 'entities',
      about: 'Numbers, locations, routes and more',
      hasRecords: false,
      counted: 'entities',
    },
    guide: 'whose-calls-a-user-sees',
    exampleId: '0193f0a0-0000-7000-8000-000000000004',
    unique: { field: 'code', within: 'this type' },
    references: { customerId: 'customer', parentId: 'entity', mergedIntoId: 'entity' },
  },
  numberAssignment: {
    label: 'Number Assignment',
    plural: 'Number Assignments',
    apiPath: '/api/numberassignment',
    access: ['number.view'],
    exampleId: '0193f0a0-0000-7000-8000-000000000024',
    labels: {
      entityId: 'Number',
      fromAt: 'From',
      untilAt: 'Until',
      rotationgroup: 'Rotation group',
      monthlyCost: 'Monthly cost',
    },
    references: { entityId: 'entity', customerId: 'customer' },
  },
  entityGroup: {
    label: 'Entity Group',
    plural: 'Entity Groups',
    apiPath: '/api/reportingentity/entitygroup',
    access: 'admin',
    page: {
      path: 'entitygroups',
      about: 'Limit the calls that users see',
      hasRecords: true,
      counted: 'entityGroups',
    },
    guide: 'whose-calls-a-user-sees',
    exampleId: '0193f0a0-0000-7000-8000-000000000005',
    labels: { entities: 'Entity', users: 'User' },
  },
  attribute: {
    label: 'Attribute',
    plural: 'Attributes',
    apiPath: '/api/attribute',
    access: 'admin',
    page: {
      path: 'attributes',
      about: 'Fields of calls that a customer adds',
      hasRecords: true,
      counted: 'attributes',
    },
    guide: 'attributes-of-calls',
    exampleId: '0193f0a0-0000-7000-8000-000000000023',
    unique: { field: 'key', within: 'this customer' },
    references: { customerId: 'customer' },
  },
  report: {
    label: 'Report',
    plural: 'Reports',
    apiPath: '/api/reporting',
    access: 'admin',
    page: {
      path: 'reports',
      about: 'Reports on calls, for the library',
      hasRecords: true,
      counted: 'reports',
    },
    guide: 'building-a-report',
    exampleId: '0193f0a0-0000-7000-8000-000000000010',
    labels: { isDashboardPart: 'Part of the dashboard' },
  },
  reportSet: {
    label: 'Report Set',
    plural: 'Report Sets',
    apiPath: '/api/reporting/reportset',
    access: 'admin',
    page: {
      path: 'reportsets',
      about: 'Reports that are assigned together',
      hasRecords: true,
      counted: 'reportSets',
    },
    guide: 'reports-sets-and-groups',
    exampleId: '0193f0a0-0000-7000-8000-000000000011',
    labels: { sortOrder: 'Order', reports: 'Report' },
  },
  reportGroup: {
    label: 'Group',
    plural: 'Groups',
    apiPath: '/api/reporting/groups',
    access: 'admin',
    page: {
      path: 'groups',
      about: 'Give users reports and calls of customers',
      hasRecords: true,
      counted: 'reportGroups',
    },
    guide: 'reports-sets-and-groups',
    exampleId: '0193f0a0-0000-7000-8000-000000000006',
    labels: { users: 'User', customers: 'Customer', sets: 'Report set' },
  },
  call: {
    label: 'Call',
    plural: 'Calls',
    apiPath: '/api/calls',
    access: ['reporting.call.details'],
    exampleId: '0193f0a0-0000-7000-8000-00000000000c',
    labels: {
      hold: 'Legal hold',
      redactedStretch: 'Redacted span',
      originalRecording: 'Original of a recording',
      recordingFetch: 'Recording to fetch',
      transcript: 'Transcript of a recording',
      originalSentTo: 'Original of a recording sent to',
    },
  },
  recordingComment: {
    label: 'Recording Comment',
    plural: 'Recording Comments',
    access: ['reporting.call.details'],
    exampleId: '0193f0a0-0000-7000-8000-000000000019',
    labels: { at: 'Moment (seconds)' },
  },
  callBack: {
    label: 'Call Back',
    plural: 'Call Backs',
    access: ['reporting.call.details'],
    exampleId: '0193f0a0-0000-7000-8000-00000000001e',
    labels: {
      customerId: 'Customer',
      takenBy: 'Taken by',
      takenUntil: 'Taken until',
      closedTo: 'Closed, calls up to',
      remindAt: 'Reminder at',
      laterTo: 'Put off, calls up to',
    },
    references: { customerId: 'customer', takenBy: 'user' },
  },
  linkedCaller: {
    label: 'Linked Caller',
    plural: 'Linked Callers',
    access: ['reporting.call.details'],
    exampleId: '0193f0a0-0000-7000-8000-000000000025',
    references: { customerId: 'customer' },
  },
  savedReport: {
    label: 'Saved Report',
    plural: 'Saved Reports',
    apiPath: '/api/reporting/savereport',
    access: ['reporting.view'],
    exampleId: '0193f0a0-0000-7000-8000-000000000012',
    labels: {
      userId: 'Owner',
      parameters: 'Values',
      parameterUses: 'Parameters',
      sharedWithGroupId: 'Shared with',
    },
    references: { reportId: 'report', userId: 'user', sharedWithGroupId: 'reportGroup' },
  },
  subscription: {
    label: 'Subscription',
    plural: 'Subscriptions',
    apiPath: '/api/reporting/subscription',
    access: ['reporting.view'],
    exampleId: '0193f0a0-0000-7000-8000-00000000001b',
    labels: { userId: 'Owner', recipients: 'Recipient', pausedReason: 'Paused because' },
    references: { savedReportId: 'savedReport', userId: 'user', emailTemplateId: 'emailTemplate' },
  },
  alert: {
    label: 'Alert',
    plural: 'Alerts',
    apiPath: '/api/alerts',
    access: ['reporting.view'],
    exampleId: '0193f0a0-0000-7000-8000-00000000001d',
    labels: {
      userId: 'Owner',
      recipients: 'Recipient',
      webhookUrl: 'Webhook',
      webhookForm: 'Payload format',
      pausedReason: 'Paused because',
    },
    references: { userId: 'user' },
  },
  ...portalRecordTypes,
} as const satisfies Record<string, DeclaredType>

export type RecordType = keyof typeof recordTypes

export const recordTypeNames = typesOf(recordTypes)

const typesByName: ReadonlyMap<string, RecordType> = new Map(recordTypeNames.map((name) => [name, name]))

export function findRecordType(name: string): RecordType | undefined {
  return typesByName.get(name)
}

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
