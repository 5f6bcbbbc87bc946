import { nameOf } from '@callboard/contract/names'
import { KeptDays } from '@callboard/contract/retention'
import { TimeZone } from '@callboard/contract/scalars'
import type { Setting } from '@callboard/contract/settings'
import { z } from 'zod'
import { ImapUrl } from '../lib/outside/imap-url.ts'
import { MailAddress, MailFrom, SmtpUrl } from '../lib/outside/mail-server.ts'

export interface DeclaredSetting extends Pick<
  Setting,
  'type' | 'group' | 'label' | 'description' | 'choices' | 'only'
> {
  /** Of its value; with its default, unless it is a secret. */
  schema: z.ZodType<Setting['value']>
  /** Of a new value, where that has to be more than can be read. */
  newValue?: z.ZodType<Setting['value']>
}

const hostNames = z
  .string()
  .trim()
  .max(4000)
  .regex(
    /^((http:\/\/)?(\*\.)?[a-zA-Z\d-]+(\.[a-zA-Z\d-]+)*(:\d{1,5})?(\s+|$))+$/,
    'must be hosts such as api.example.com or *.example.com, separated by spaces',
  )

const day = 24

function hours(min: number, max: number) {
  return z
    .number(`must be a number of hours`)
    .min(min, `must be at least ${min} hours`)
    .max(max, `must be at most ${max} hours`)
}

function whole(unit: string, min: number, max: number) {
  const least = min === 1 ? `1 ${unit.slice(0, -1)}` : `${min} ${unit}`
  return z
    .int(`must be a whole number of ${unit}`)
    .min(min, `must be at least ${least}`)
    .max(max, `must be at most ${max} ${unit}`)
}

const service = { key: 'speechToText', values: ['service'] }

/** Every setting, in the order in which they are shown. */
export const declaredSettings = {
  productName: {
    type: 'text',
    group: 'Portal',
    label: 'Name of the portal',
    description: 'Beside the logo, in the titles of pages and in emails.',
    schema: z.string().trim().min(1, 'is missing').max(60).default('Callboard'),
    newValue: nameOf(60),
  },
  logoUrl: {
    type: 'image',
    group: 'Portal',
    label: 'Logo',
    description: 'In the top bar and on the page to sign in; an image of the library.',
    schema: z.string().max(300).nullable().default(null),
  },
  defaultTimeZone: {
    type: 'timeZone',
    group: 'Times',
    label: 'Time zone',
    description: 'In which days and times are read by everybody who has chosen no other.',
    schema: TimeZone.default('America/New_York'),
  },
  /** 1 Monday to 7 Sunday. */
  weekStartsOn: {
    type: 'weekDay',
    group: 'Times',
    label: 'First day of the week',
    description: 'Where weeks begin in reports and calendars.',
    schema: z.int().min(1).max(7).default(1),
  },
  twoFactor: {
    type: 'choice',
    group: 'Sign-in',
    label: 'Two-factor sign-in',
    description: 'Whoever must have it and has not sets it up at the next sign-in.',
    choices: [
      { value: 'optional', label: 'Nobody must have it' },
      { value: 'admins', label: 'Administrators must have it' },
      { value: 'all', label: 'Everybody must have it' },
    ],
    schema: z.enum(['optional', 'admins', 'all']).default('optional'),
  },
  sessionIdleHours: {
    type: 'hours',
    group: 'Sign-in',
    label: 'Idle session timeout',
    description: 'After this long without activity, the user has to sign in again.',
    schema: hours(0.25, 90 * day).default(12),
  },
  sessionTotalHours: {
    type: 'hours',
    group: 'Sign-in',
    label: 'Maximum session length',
    description: 'After this long, everybody has to sign in again, active or not.',
    schema: hours(0.25, 365 * day).default(7 * day),
  },
  signInRecordDays: {
    type: 'days',
    group: 'Sign-in',
    label: 'Keep sign-in history for',
    description: 'Who signed in, from where, and who tried to. Older records are deleted every night.',
    schema: whole('days', 1, 3650).default(365),
  },
  returnedWithinHours: {
    type: 'hours',
    group: 'Calls',
    label: 'Missed call returned within',
    description:
      'A missed call counts as returned when the caller was reached within this time. A change holds for all calls, also older ones: they are recalculated in the background.',
    schema: hours(0.25, 31 * day).default(24),
  },
  callBackTakenMinutes: {
    type: 'minutes',
    group: 'Calls',
    label: 'Callers taken for a call back are held for',
    description:
      'Whoever takes a caller under Call Back keeps others from calling them, too, until the call back is done or this time is over.',
    schema: whole('minutes', 1, 24 * 60).default(30),
  },
  backgroundExportRows: {
    type: 'rows',
    group: 'Reports',
    label: 'Exports in the background from',
    description:
      'Files with more rows are written in the background, and found under “My exports” for a day.',
    schema: whole('rows', 1, 10_000_000).default(100_000),
  },
  missedSubscriptionHours: {
    type: 'hours',
    group: 'Reports',
    label: 'Missed subscriptions sent within',
    description:
      'When the portal did not run at a due time, the last one that was missed is made up for if it is no older than this. With 0 none is.',
    schema: hours(0, 31 * day).default(24),
  },
  outsideRecipients: {
    type: 'choice',
    group: 'Reports',
    label: 'Recipients of subscriptions',
    description: 'Who may get reports by email. An address outside gets the rows of whoever subscribed it.',
    choices: [
      { value: 'off', label: 'Users of the portal alone' },
      { value: 'on', label: 'Also addresses of the domains below' },
    ],
    schema: z.enum(['off', 'on']).default('off'),
  },
  outsideDomains: {
    type: 'text',
    group: 'Reports',
    label: 'Domains of recipients outside',
    description: 'As example.com, or *.example.com for all below it, separated by spaces.',
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
    description: 'An original is played only after a reason is entered, which is kept with who listened.',
    choices: [
      { value: 'optional', label: 'Nobody is asked for a reason' },
      { value: 'originals', label: 'Everybody is asked for a reason' },
    ],
    schema: z.enum(['optional', 'originals']).default('optional'),
  },
  redactedSound: {
    type: 'choice',
    group: 'Recordings',
    label: 'Redacted spans',
    description:
      'What is heard in the place of what must not be heard, in recordings that are redacted from now on. Earlier ones stay as they are.',
    choices: [
      { value: 'silence', label: 'Are silent' },
      { value: 'beep', label: 'Beep' },
    ],
    schema: z.enum(['silence', 'beep']).default('silence'),
  },
  usualOriginalsPerHour: {
    type: 'recordings',
    group: 'Recordings',
    label: 'Originals heard in an hour',
    description:
      'Whoever plays more than so many originals within an hour is shown on the administration dashboard for a day.',
    schema: whole('recordings', 1, 100_000).default(30),
  },
  /** Null for nowhere. */
  webhookHosts: {
    type: 'text',
    group: 'Mail',
    label: 'Hosts of webhooks',
    description:
      'To where alerts may be posted: hooks.example.com, or *.example.com for all below it, separated by spaces. By https; one that begins with http:// also without. Never to private addresses.',
    schema: hostNames.nullable().default(null),
  },
  /** Null for nowhere. */
  recordingHosts: {
    type: 'text',
    group: 'Recordings',
    label: 'Hosts of recordings',
    description:
      'From where recordings are fetched whose address is sent with a call: api.example.com, or *.example.com for all below it, separated by spaces. By https; one that begins with http:// also without. Never from private addresses.',
    schema: hostNames.nullable().default(null),
  },
  recordingHostKeys: {
    type: 'secret',
    group: 'Recordings',
    label: 'Keys of these hosts',
    description: 'Name and password for a host, as name:password@api.example.com, separated by spaces.',
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
      'Makes the transcript of each new recording that comes without one. The original goes there, with all that is said in it, and that it did is in the changes of its call.',
    choices: [
      { value: 'none', label: 'Off' },
      { value: 'service', label: 'A service' },
      { value: 'command', label: 'The command that the environment names' },
    ],
    schema: z.enum(['none', 'service', 'command']).default('none'),
  },
  /** Where it may be is for `speechAddressError` to say. */
  speechUrl: {
    type: 'text',
    group: 'Recordings',
    label: 'Address of the service',
    description:
      'One that takes sound as OpenAI’s does: https://speech.example.com/v1/audio/transcriptions. At private addresses, or by http, only hosts that the environment names.',
    only: service,
    schema: z.string().trim().min(1, 'is missing').max(500).nullable().default(null),
  },
  speechKey: {
    type: 'secret',
    group: 'Recordings',
    label: 'Key of the service',
    description: 'Sent to that address alone.',
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
    description: 'As the service calls it. It has to say when each sentence is said.',
    only: service,
    schema: z.string().trim().min(1, 'is missing').max(100).default('whisper-1'),
  },
  speechLanguage: {
    type: 'text',
    group: 'Recordings',
    label: 'Language of the recordings',
    description: 'As en or es. Empty: it is recognised, which may go wrong in short calls.',
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
    label: 'Wait for the transcript of the source',
    description:
      'So long after a recording was examined, whoever sent it may still send its transcript: then the recording goes to no speech to text.',
    only: { key: 'speechToText', values: ['service', 'command'] },
    schema: whole('minutes', 0, day * 60).default(2),
  },
  keepCallsDays: {
    type: 'days',
    group: 'Retention',
    label: 'Calls kept for',
    description:
      'Older calls are deleted every night, with their recordings and what people said of them. 0 keeps them forever; customers may have a time of their own.',
    schema: KeptDays.default(0),
  },
  keepRecordingsDays: {
    type: 'days',
    group: 'Retention',
    label: 'Recordings kept for',
    description: 'Recordings of older calls are deleted every night. 0 keeps them as long as their calls.',
    schema: KeptDays.default(0),
  },
  keepLogsDays: {
    type: 'days',
    group: 'Retention',
    label: 'Logs kept for',
    description:
      'Older rows that were rejected, and who listened to recordings before, are deleted every night. 0 keeps them forever.',
    schema: KeptDays.default(0),
  },
  keepMailsDays: {
    type: 'days',
    group: 'Retention',
    label: 'Emails kept for',
    description:
      'Older emails that were sent or failed, deliveries of subscriptions, and notifications of alerts are deleted every night. 0 keeps them forever.',
    schema: KeptDays.default(0),
  },
  /** Null for the one that the environment names. */
  mailFrom: {
    type: 'text',
    group: 'Mail',
    label: 'Sender',
    description: 'The sender of all emails, as Callboard <callboard@example.com>.',
    schema: MailFrom.nullable().default(null),
  },
  smtpUrl: {
    type: 'secret',
    group: 'Mail',
    label: 'Mail server',
    description: 'As smtps://user:password@mail.example.com. Without one, emails wait in the outbox.',
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
    description:
      'Where mail servers return what they cannot deliver. Without one, they return it to the sender.',
    schema: MailAddress.nullable().default(null),
  },
  bounceMailboxUrl: {
    type: 'secret',
    group: 'Mail',
    label: 'Bounce mailbox (IMAP)',
    description:
      'Read once a minute by IMAP, as imaps://user:password@imap.example.com/INBOX. It belongs to the bounce address, or to the sender.',
    schema: ImapUrl,
  },
  mailConnections: {
    type: 'connections',
    group: 'Mail',
    label: 'Connections to the mail server',
    description: 'How many emails are sent at a time.',
    schema: whole('connections', 1, 50).default(5),
  },
  mailAttachmentMb: {
    type: 'megabytes',
    group: 'Mail',
    label: 'Maximum size of attachments',
    description:
      'For all files of an email together. Larger files are kept for 7 days, and the email links to them; the link needs a sign-in. 0: nothing is attached.',
    schema: whole('megabytes', 0, 100).default(10),
  },
  mailsPerMinute: {
    type: 'mails',
    group: 'Mail',
    label: 'Emails per minute',
    description: 'For mail servers that reject more than this. 0: no limit.',
    schema: whole('emails', 0, 60_000).default(0),
  },
} as const satisfies Record<string, DeclaredSetting>

export type SettingKey = keyof typeof declaredSettings

/** Settings that can be written, and are never shown. */
export type SecretKey = {
  [K in SettingKey]: (typeof declaredSettings)[K]['type'] extends 'secret' ? K : never
}[SettingKey]
