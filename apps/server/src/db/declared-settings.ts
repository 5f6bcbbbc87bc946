import { nameOf } from '@callboard/contract/names'
import { KeptDays } from '@callboard/contract/retention'
import { TimeZone } from '@callboard/contract/scalars'
import { z } from 'zod'
import { ImapUrl } from '../lib/outside/imap-url.ts'
import { MailAddress, MailFrom, SmtpUrl } from '../lib/outside/mail-server.ts'
import { backupSettings } from './backup-settings.ts'
import { callSettings } from './call-settings.ts'
import { day, type DeclaredSetting, hostNames, hours, whole } from './setting-declaration.ts'

const service = { key: 'speechToText', values: ['service'] }

/** Every setting, in the order in which they are shown. */
export const declaredSettings = {
  productName: {
    type: 'text',
    group: 'Portal',
    label: 'Name of the portal',
    description: 'Shown next to the logo, in page titles and in emails.',
    schema: z.string().trim().min(1, 'is missing').max(60).default('Callboard'),
    newValue: nameOf(60),
  },
  logoUrl: {
    type: 'image',
    group: 'Portal',
    label: 'Logo',
    description: 'Shown in the top bar and on the sign-in page. Choose an image from the library.',
    schema: z.string().max(300).nullable().default(null),
  },
  defaultTimeZone: {
    type: 'timeZone',
    group: 'Times',
    label: 'Time zone',
    description: 'Used for days and times unless a user chooses another time zone.',
    schema: TimeZone.default('America/New_York'),
  },
  /** 1 Monday to 7 Sunday. */
  weekStartsOn: {
    type: 'weekDay',
    group: 'Times',
    label: 'First day of the week',
    description: 'The day on which weeks start in reports and calendars.',
    schema: z.int().min(1).max(7).default(1),
  },
  twoFactor: {
    type: 'choice',
    group: 'Sign-in',
    label: 'Two-factor sign-in',
    description: 'Users who need it and have not set it up do so at their next sign-in.',
    choices: [
      { value: 'optional', label: 'Optional for everyone' },
      { value: 'admins', label: 'Required for administrators' },
      { value: 'all', label: 'Required for everyone' },
    ],
    schema: z.enum(['optional', 'admins', 'all']).default('optional'),
  },
  sessionIdleHours: {
    type: 'hours',
    group: 'Sign-in',
    label: 'Idle session timeout',
    description: 'Users must sign in again after this much time without activity.',
    schema: hours(0.25, 90 * day).default(12),
    // A longer one would never pass.
    atMost: 'sessionTotalHours',
  },
  sessionTotalHours: {
    type: 'hours',
    group: 'Sign-in',
    label: 'Maximum session length',
    description: 'Users must sign in again after this time, even if they are active.',
    schema: hours(0.25, 365 * day).default(7 * day),
  },
  signInRecordDays: {
    type: 'days',
    group: 'Sign-in',
    label: 'Keep sign-in history for',
    description: 'How long sign-ins and failed attempts are kept. Older records are deleted every night.',
    schema: whole('days', 1, 3650).default(365),
  },
  ...callSettings,
  backgroundExportRows: {
    type: 'rows',
    group: 'Reports',
    label: 'Background exports from',
    description: 'Files with more rows are created in the background and kept under Exports for a day.',
    schema: whole('rows', 1, 10_000_000).default(100_000),
  },
  missedSubscriptionHours: {
    type: 'hours',
    group: 'Reports',
    label: 'Catch up on missed subscriptions within',
    description:
      'If the portal was not running at a scheduled time, the last missed run is sent if it is no older than this. 0 turns this off.',
    schema: hours(0, 31 * day).default(24),
  },
  outsideRecipients: {
    type: 'choice',
    group: 'Reports',
    label: 'Recipients of subscriptions',
    description:
      'Who can receive reports by email. External addresses get the rows of the user who sends to them.',
    choices: [
      { value: 'off', label: 'Users of the portal only' },
      { value: 'on', label: 'Users and addresses at the domains below' },
    ],
    schema: z.enum(['off', 'on']).default('off'),
  },
  outsideDomains: {
    type: 'text',
    group: 'Reports',
    label: 'External recipient domains',
    description: 'For example example.com, or *.example.com for all subdomains, separated by spaces.',
    schema: z
      .string()
      .trim()
      .toLowerCase()
      .max(4000)
      .regex(
        /^((\*\.)?[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)+(\s+|$))+$/,
        'must be domains such as example.com or *.example.com, separated by spaces',
      )
      .nullable()
      .default(null),
  },
  recordingReason: {
    type: 'choice',
    group: 'Recordings',
    label: 'Reason to hear an original',
    description:
      'Originals can be played only after entering a reason. It is recorded with the name of the listener.',
    choices: [
      { value: 'optional', label: 'Do not ask for a reason' },
      { value: 'originals', label: 'Ask everyone for a reason' },
    ],
    schema: z.enum(['optional', 'originals']).default('optional'),
  },
  redactedSound: {
    type: 'choice',
    group: 'Recordings',
    label: 'Redacted spans',
    description: 'What is played in place of redacted speech. Applies to recordings redacted from now on.',
    choices: [
      { value: 'silence', label: 'Silence' },
      { value: 'beep', label: 'Beep' },
    ],
    schema: z.enum(['silence', 'beep']).default('silence'),
  },
  usualOriginalsPerHour: {
    type: 'recordings',
    group: 'Recordings',
    label: 'Originals played per hour',
    description:
      'Users who play more originals than this within an hour are listed on the administration dashboard for a day.',
    schema: whole('recordings', 1, 100_000).default(30),
  },
  ...backupSettings,
  quarantineMail: {
    type: 'choice',
    group: 'Mail',
    label: 'Email about rejected rows',
    description:
      'Tells administrators how many rows wait in quarantine, and why. No email is sent on days on which none were added.',
    choices: [
      { value: 'never', label: 'Never' },
      { value: 'daily', label: 'Daily' },
    ],
    schema: z.enum(['never', 'daily']).default('never'),
  },
  /** Null for nowhere. */
  webhookHosts: {
    type: 'text',
    group: 'Mail',
    label: 'Webhook hosts',
    description:
      'Hosts that alerts can send webhooks to, such as hooks.example.com, or *.example.com for all subdomains, separated by spaces. Uses https; prefix a host with http:// to also allow http, for alerts and for webhooks of calls. Never to private addresses.',
    schema: hostNames.nullable().default(null),
  },
  /** Null for nowhere. */
  recordingHosts: {
    type: 'text',
    group: 'Recordings',
    label: 'Recording hosts',
    description:
      'Hosts that recordings are fetched from when a call includes an address, such as api.example.com, or *.example.com for all subdomains, separated by spaces. Uses https; prefix a host with http:// to also allow http. Never from private addresses.',
    schema: hostNames.nullable().default(null),
  },
  recordingHostKeys: {
    type: 'secret',
    group: 'Recordings',
    label: 'Recording host credentials',
    description:
      'User name and password per host, such as name:password@api.example.com, separated by spaces.',
    schema: z
      .string()
      .trim()
      .regex(/^([^\s:@]+:\S+@[^\s@/]+(\s+|$))+$/, 'must be as name:password@api.example.com')
      .max(4000),
  },
  speechToText: {
    type: 'choice',
    group: 'Recordings',
    label: 'Speech to text',
    description:
      'Transcribes each new recording that arrives without a transcript. The complete original is sent to the engine, and the call’s change history records it.',
    choices: [
      { value: 'none', label: 'Off' },
      { value: 'service', label: 'External service' },
      { value: 'command', label: 'Command set in the environment' },
    ],
    schema: z.enum(['none', 'service', 'command']).default('none'),
  },
  /** Where it may be is for `speechAddressError` to say. */
  speechUrl: {
    type: 'text',
    group: 'Recordings',
    label: 'Service URL',
    description:
      'An OpenAI-compatible transcription endpoint, such as https://speech.example.com/v1/audio/transcriptions. Private addresses and http need a host that the environment allows.',
    only: service,
    schema: z.string().trim().min(1, 'is missing').max(500).nullable().default(null),
  },
  speechKey: {
    type: 'secret',
    group: 'Recordings',
    label: 'Service API key',
    description: 'Sent only to the service URL.',
    only: service,
    schema: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]+$/, 'must be a word without spaces')
      .max(1000),
  },
  speechModel: {
    type: 'text',
    group: 'Recordings',
    label: 'Model',
    description: 'The model name used by the service. It must return a timestamp for each sentence.',
    only: service,
    schema: z.string().trim().min(1, 'is missing').max(100).default('whisper-1'),
  },
  speechLanguage: {
    type: 'text',
    group: 'Recordings',
    label: 'Language of the recordings',
    description:
      'A language code such as en or es. Leave empty to detect it, which can fail for short calls.',
    only: { key: 'speechToText', values: ['service', 'command'] },
    schema: z
      .string()
      .trim()
      .regex(/^[a-z]{2,3}$/, 'must be a language code such as en or es')
      .nullable()
      .default(null),
  },
  speechWaitMinutes: {
    type: 'minutes',
    group: 'Recordings',
    label: 'Wait for the source’s transcript',
    description: 'How long to wait for the source to send a transcript before using speech to text.',
    only: { key: 'speechToText', values: ['service', 'command'] },
    schema: whole('minutes', 0, day * 60).default(2),
  },
  keepCallsDays: {
    type: 'days',
    group: 'Retention',
    label: 'Calls kept for',
    description:
      'Older calls are deleted every night, with their recordings and edits. 0 keeps them forever. Customers can have their own retention period.',
    schema: KeptDays.default(0),
  },
  keepRecordingsDays: {
    type: 'days',
    group: 'Retention',
    label: 'Recordings kept for',
    description:
      'Recordings of older calls are deleted every night. 0 keeps recordings as long as their calls.',
    schema: KeptDays.default(0),
  },
  keepLogsDays: {
    type: 'days',
    group: 'Retention',
    label: 'Logs kept for',
    description: 'Older listening records are deleted every night. 0 keeps them forever.',
    schema: KeptDays.default(0),
  },
  keepImportsDays: {
    type: 'days',
    group: 'Retention',
    label: 'Imported files kept for',
    description:
      'Files of imports are deleted this long after the import ended. Until then the import can be undone.',
    schema: whole('days', 1, 3650).default(7),
  },
  keepMailsDays: {
    type: 'days',
    group: 'Retention',
    label: 'Emails kept for',
    description:
      'Older sent and failed emails, subscription deliveries and alert notifications are deleted every night. 0 keeps them forever.',
    schema: KeptDays.default(0),
  },
  keepRejectedDays: {
    type: 'days',
    group: 'Retention',
    label: 'Rejected rows kept for',
    description: 'Older rows in quarantine are deleted every night. 0 keeps them forever.',
    schema: KeptDays.default(90),
  },
  webhookLogDays: {
    type: 'days',
    group: 'Retention',
    label: 'Webhook deliveries kept for',
    description:
      'Older deliveries of webhooks that were sent or have failed are deleted every night. What waits is kept until it is sent.',
    schema: whole('days', 1, 365).default(14),
  },
  /** Null for the one that the environment names. */
  mailFrom: {
    type: 'text',
    group: 'Mail',
    label: 'Sender',
    description: 'The sender of all emails, such as Callboard <callboard@example.com>.',
    schema: MailFrom.nullable().default(null),
  },
  smtpUrl: {
    type: 'secret',
    group: 'Mail',
    label: 'Mail server',
    description:
      'For example smtps://user:password@mail.example.com. Without a mail server, emails wait in the outbox.',
    schema: SmtpUrl,
  },
  bounceSecret: {
    type: 'secret',
    group: 'Mail',
    label: 'Bounce webhook secret',
    description:
      'Mail services that report bounces to /api/mail/bounce send it as “Authorization: Bearer …”. 16 characters or more.',
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 letters, digits and signs, without spaces'),
  },
  bounceAddress: {
    type: 'text',
    group: 'Mail',
    label: 'Bounce address (Return-Path)',
    description: 'Mail servers return undeliverable emails to this address. Leave empty to use the sender.',
    schema: MailAddress.nullable().default(null),
  },
  bounceMailboxUrl: {
    type: 'secret',
    group: 'Mail',
    label: 'Bounce mailbox (IMAP)',
    description:
      'The mailbox of the bounce address or sender, read once a minute, such as imaps://user:password@imap.example.com/INBOX.',
    schema: ImapUrl,
  },
  mailConnections: {
    type: 'connections',
    group: 'Mail',
    label: 'Mail server connections',
    description: 'How many emails are sent at the same time.',
    schema: whole('connections', 1, 50).default(5),
  },
  mailAttachmentMb: {
    type: 'megabytes',
    group: 'Mail',
    label: 'Maximum size of attachments',
    description:
      'Total size of the files in one email. Larger files are kept for 7 days and linked instead; the link requires sign-in. 0 never attaches files.',
    schema: whole('megabytes', 0, 100).default(10),
  },
  mailsPerMinute: {
    type: 'mails',
    group: 'Mail',
    label: 'Emails per minute',
    description: 'For mail servers with a rate limit. 0 means no limit.',
    schema: whole('emails', 0, 60_000).default(0),
  },
} as const satisfies Record<string, DeclaredSetting>

export type SettingKey = keyof typeof declaredSettings

/** Settings that can be written, and are never shown. */
export type SecretKey = {
  [K in SettingKey]: (typeof declaredSettings)[K]['type'] extends 'secret' ? K : never
}[SettingKey]
