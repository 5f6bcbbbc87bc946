import { fields } from './call-fields.ts'
import type { RecordType } from './record-types.ts'

export interface RecordField {
  /** What the field is called in forms and in the list of changes. */
  label: string
  /** Its value is the id of a record of this type. */
  of?: RecordType
}

const name = { label: 'Name' }
const description = { label: 'Description' }
const isActive = { label: 'Active' }
const customerId = { label: 'Customer', of: 'customer' } as const
const timeZone = { label: 'Time zone' }
const users = { label: 'User' }
const { tags, note, leadStatus, score, value, currency } = fields

/** Whether a field of a call stays as a person set it, whatever the source sends: changed while its value stays. */
function keptOf({ label }: { label: string }): RecordField {
  return { label: `${label} kept` }
}

/** Every field of a record whose changes are recorded, and of what is linked with it. */
export const recordFields: Readonly<Record<RecordType, Readonly<Record<string, RecordField>>>> = {
  user: {
    userName: { label: 'User name' },
    email: { label: 'E-mail' },
    firstName: { label: 'First name' },
    lastName: { label: 'Last name' },
    phone: { label: 'Phone' },
    timeZone,
    thumbnailUrl: { label: 'Picture' },
    customerId,
    legacyReportingCid: { label: 'Legacy reporting id' },
    loginProvider: { label: 'Signs in at' },
    providerSubject: { label: 'Id at the provider' },
    isAdmin: { label: 'Administrator' },
    isActive,
    isDeleted: { label: 'Deleted' },
    passwordHash: { label: 'Password' },
    totpSecret: { label: 'Second factor' },
    recoveryCodesSince: { label: 'Recovery codes since' },
    totpSince: { label: 'Second factor since' },
    properties: { label: 'Properties' },
    roles: { label: 'Role' },
    invitation: { label: 'Invitation' },
    viewed: { label: 'Viewed' },
  },
  role: { name, description, claims: { label: 'Right' }, isActive, dashboard: { label: 'Dashboard' } },
  customer: {
    name,
    code: { label: 'Code' },
    legacyReportingCid: { label: 'Legacy reporting id' },
    timeZone,
    currency: { label: 'Currency' },
    country: { label: 'Country' },
    isActive,
    keepCallsDays: { label: 'Days that calls are kept' },
    keepRecordingsDays: { label: 'Days that recordings are kept' },
    keepLogsDays: { label: 'Days that logs are kept' },
    requiresSpeechCheck: { label: 'Recordings wait for their transcript' },
    redactsForGood: { label: 'Originals of recordings are destroyed' },
    usesSpeechToText: { label: 'Transcripts by speech to text' },
    redactedNumbers: { label: 'Spoken numbers that are silenced' },
    redactsBirthDates: { label: 'Dates of birth are silenced' },
    redactsLicences: { label: 'Driving licences are silenced' },
    redactedAgain: { label: 'Recordings to be redacted again' },
    deletedCalls: { label: 'Deleted calls' },
    deletedRecordings: { label: 'Deleted recordings' },
    deletedLogs: { label: 'Deleted logs' },
  },
  entity: {
    type: { label: 'Type' },
    code: { label: 'Code' },
    name,
    customerId,
    parentId: { label: 'Parent', of: 'entity' },
    attributes: { label: 'Attributes' },
    isActive,
  },
  entityGroup: { name, description, isActive, entities: { label: 'Entity' }, users },
  report: {
    name,
    description,
    kind: { label: 'Kind' },
    definition: { label: 'Definition' },
    parameters: { label: 'Parameters' },
    exportTypes: { label: 'Export types' },
    isDashboardPart: { label: 'Part of the dashboard' },
    isActive,
  },
  reportSet: { name, description, sortOrder: { label: 'Order' }, isActive, reports: { label: 'Report' } },
  reportGroup: {
    name,
    description,
    isActive,
    users,
    customers: { label: 'Customer' },
    sets: { label: 'Report set' },
  },
  call: {
    tags,
    note,
    leadStatus,
    score,
    value,
    currency,
    tagsKept: keptOf(tags),
    noteKept: keptOf(note),
    leadStatusKept: keptOf(leadStatus),
    scoreKept: keptOf(score),
    valueKept: keptOf(value),
    hold: { label: 'Legal hold' },
    redactedStretch: { label: 'Redacted span' },
    originalRecording: { label: 'Original of a recording' },
    recordingFetch: { label: 'Recording to fetch' },
    transcript: { label: 'Transcript of a recording' },
    originalSentTo: { label: 'Original of a recording sent to' },
  },
  recordingComment: {
    recordingId: { label: 'Recording' },
    at: { label: 'Moment (seconds)' },
    text: { label: 'Text' },
  },
  savedReport: {
    name,
    reportId: { label: 'Report', of: 'report' },
    userId: { label: 'Owner', of: 'user' },
    definition: { label: 'Definition' },
    parameterUses: { label: 'Parameters' },
    parameters: { label: 'Values' },
    view: { label: 'View' },
    sharedWithGroupId: { label: 'Shared with', of: 'reportGroup' },
    isDeleted: { label: 'Deleted' },
  },
  subscription: {
    name,
    savedReportId: { label: 'Saved report', of: 'savedReport' },
    userId: { label: 'Owner', of: 'user' },
    schedule: { label: 'Schedule' },
    exportTypes: { label: 'Export types' },
    recipients: { label: 'Recipient' },
    subject: { label: 'Subject' },
    emailTemplateId: { label: 'Email template', of: 'emailTemplate' },
    condition: { label: 'Condition' },
    isActive,
    pausedReason: { label: 'Paused because' },
    isDeleted: { label: 'Deleted' },
  },
  alert: {
    name,
    userId: { label: 'Owner', of: 'user' },
    condition: { label: 'Condition' },
    recipients: { label: 'Recipient' },
    isActive,
    webhookUrl: { label: 'Webhook' },
    webhookSecret: { label: 'Webhook secret' },
    webhookForm: { label: 'Payload format' },
    pausedReason: { label: 'Paused because' },
    isDeleted: { label: 'Deleted' },
  },
  menu: { slug: { label: 'Slug' }, name, items: { label: 'Item' } },
  setting: {
    value: { label: 'Value' },
    secret: { label: 'Value' },
    isStopped: { label: 'Stopped' },
    isSending: { label: 'Sent' },
    failed: { label: 'Failed' },
  },
  emailTemplate: {
    key: { label: 'Kind' },
    name,
    description,
    subject: { label: 'Subject' },
    bodyHtml: { label: 'HTML' },
    bodyText: { label: 'Plain text' },
    isActive,
  },
  media: {
    name,
    fileName: { label: 'File' },
    thumbnailName: { label: 'Thumbnail' },
    contentType: { label: 'Format' },
    width: { label: 'Width' },
    height: { label: 'Height' },
    bytes: { label: 'Size in bytes' },
    isActive,
  },
  apiKey: {
    name,
    customerId,
    rights: { label: 'May' },
    secretHash: { label: 'Secret' },
    expiresAt: { label: 'Expires' },
    isActive,
  },
}

/** Fields of what a record holds or is linked with: an item of a menu, a role of a user. */
export const partFields: Readonly<Record<string, string>> = {
  start_at: 'from',
  expires_at: 'until',
  sort_order: 'place',
  label: 'label',
  title: 'title',
  tooltip: 'tooltip',
  ico: 'icon',
  url: 'address',
  claim: 'right',
  adminOnly: 'for administrators only',
  key: 'key',
  keptDays: 'kept days',
  op: 'is',
  hasRows: 'has rows',
  changedByPercent: 'changed by at least percent',
  lastMinutes: 'last minutes',
  lastDays: 'last days',
  timeZone: 'time zone',
  minimumCalls: 'minimum calls',
}

export function findRecordField(type: string, field: string): RecordField | undefined {
  const tables: Readonly<Record<string, Readonly<Record<string, RecordField>>>> = recordFields
  return Object.hasOwn(tables, type) ? tables[type]?.[field] : undefined
}
