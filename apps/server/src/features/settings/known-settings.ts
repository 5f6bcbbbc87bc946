import { createHash } from 'node:crypto'
import { nameOf } from '@callboard/contract/names'
import type { Setting } from '@callboard/contract/settings'
import { z } from 'zod'
import { type SecretKey, Settings } from '../../db/settings.ts'
import { ImapUrl } from '../../lib/outside/imap-url.ts'
import { SmtpUrl } from '../../lib/outside/mail-server.ts'

type About = Pick<Setting, 'type' | 'group' | 'label' | 'description' | 'choices' | 'only'>

const service = { key: 'speechToText', values: ['service'] }

/** Every setting in the order in which they are shown. */
const about = {
  productName: {
    type: 'text',
    group: 'Portal',
    label: 'Name of the portal',
    description: 'Beside the logo, in the titles of pages and in emails.',
  },
  logoUrl: {
    type: 'image',
    group: 'Portal',
    label: 'Logo',
    description: 'In the top bar and on the page to sign in; an image of the library.',
  },
  defaultTimeZone: {
    type: 'timeZone',
    group: 'Times',
    label: 'Time zone',
    description: 'In which days and times are read by everybody who has chosen no other.',
  },
  weekStartsOn: {
    type: 'weekDay',
    group: 'Times',
    label: 'First day of the week',
    description: 'Where weeks begin in reports and calendars.',
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
  },
  sessionIdleHours: {
    type: 'hours',
    group: 'Sign-in',
    label: 'Idle session timeout',
    description: 'After this long without activity, the user has to sign in again.',
  },
  sessionTotalHours: {
    type: 'hours',
    group: 'Sign-in',
    label: 'Maximum session length',
    description: 'After this long, everybody has to sign in again, active or not.',
  },
  signInRecordDays: {
    type: 'days',
    group: 'Sign-in',
    label: 'Keep sign-in history for',
    description: 'Who signed in, from where, and who tried to. Older records are deleted every night.',
  },
  returnedWithinHours: {
    type: 'hours',
    group: 'Calls',
    label: 'Missed call returned within',
    description:
      'A missed call counts as returned when the caller was reached within this time. A change holds for all calls, also older ones: they are recalculated in the background.',
  },
  backgroundExportRows: {
    type: 'rows',
    group: 'Reports',
    label: 'Exports in the background from',
    description:
      'Files with more rows are written in the background, and found under “My exports” for a day.',
  },
  missedSubscriptionHours: {
    type: 'hours',
    group: 'Reports',
    label: 'Missed subscriptions sent within',
    description:
      'When the portal did not run at a due time, the last one that was missed is made up for if it is no older than this. With 0 none is.',
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
  },
  outsideDomains: {
    type: 'text',
    group: 'Reports',
    label: 'Domains of recipients outside',
    description: 'As example.com, or *.example.com for all below it, separated by spaces.',
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
  },
  usualOriginalsPerHour: {
    type: 'recordings',
    group: 'Recordings',
    label: 'Originals heard in an hour',
    description:
      'Whoever plays more than so many originals within an hour is shown on the administration dashboard for a day.',
  },
  webhookHosts: {
    type: 'text',
    group: 'Mail',
    label: 'Hosts of webhooks',
    description:
      'To where alerts may be posted: hooks.example.com, or *.example.com for all below it, separated by spaces. By https; one that begins with http:// also without. Never to private addresses.',
  },
  recordingHosts: {
    type: 'text',
    group: 'Recordings',
    label: 'Hosts of recordings',
    description:
      'From where recordings are fetched whose address is sent with a call: api.example.com, or *.example.com for all below it, separated by spaces. By https; one that begins with http:// also without. Never from private addresses.',
  },
  recordingHostKeys: {
    type: 'secret',
    group: 'Recordings',
    label: 'Keys of these hosts',
    description: 'Name and password for a host, as name:password@api.example.com, separated by spaces.',
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
  },
  speechUrl: {
    type: 'text',
    group: 'Recordings',
    label: 'Address of the service',
    description:
      'One that takes sound as OpenAI’s does: https://speech.example.com/v1/audio/transcriptions. At private addresses, or by http, only hosts that the environment names.',
    only: service,
  },
  speechKey: {
    type: 'secret',
    group: 'Recordings',
    label: 'Key of the service',
    description: 'Sent to that address alone.',
    only: service,
  },
  speechModel: {
    type: 'text',
    group: 'Recordings',
    label: 'Model',
    description: 'As the service calls it. It has to say when each sentence is said.',
    only: service,
  },
  speechLanguage: {
    type: 'text',
    group: 'Recordings',
    label: 'Language of the recordings',
    description: 'As en or es. Empty: it is recognised, which may go wrong in short calls.',
    only: { key: 'speechToText', values: ['service', 'command'] },
  },
  speechWaitMinutes: {
    type: 'minutes',
    group: 'Recordings',
    label: 'Wait for the transcript of the source',
    description:
      'So long after a recording was examined, whoever sent it may still send its transcript: then the recording goes to no speech to text.',
    only: { key: 'speechToText', values: ['service', 'command'] },
  },
  keepCallsDays: {
    type: 'days',
    group: 'Retention',
    label: 'Calls kept for',
    description:
      'Older calls are deleted every night, with their recordings and what people said of them. 0 keeps them forever; customers may have a time of their own.',
  },
  keepRecordingsDays: {
    type: 'days',
    group: 'Retention',
    label: 'Recordings kept for',
    description: 'Recordings of older calls are deleted every night. 0 keeps them as long as their calls.',
  },
  keepLogsDays: {
    type: 'days',
    group: 'Retention',
    label: 'Logs kept for',
    description:
      'Older rows that were rejected, and who listened to recordings before, are deleted every night. 0 keeps them forever.',
  },
  keepMailsDays: {
    type: 'days',
    group: 'Retention',
    label: 'Emails kept for',
    description:
      'Older emails that were sent or failed, deliveries of subscriptions, and notifications of alerts are deleted every night. 0 keeps them forever.',
  },
  mailFrom: {
    type: 'text',
    group: 'Mail',
    label: 'Sender',
    description: 'The sender of all emails, as Callboard <callboard@example.com>.',
  },
  smtpUrl: {
    type: 'secret',
    group: 'Mail',
    label: 'Mail server',
    description: 'As smtps://user:password@mail.example.com. Without one, emails wait in the outbox.',
  },
  bounceSecret: {
    type: 'secret',
    group: 'Mail',
    label: 'Bounce webhook secret',
    description:
      'Mail services that report bounces to /api/mail/bounce send it as “Authorization: Bearer …”. 16 characters or more.',
  },
  bounceAddress: {
    type: 'text',
    group: 'Mail',
    label: 'Bounce address (Return-Path)',
    description:
      'Where mail servers return what they cannot deliver. Without one, they return it to the sender.',
  },
  bounceMailboxUrl: {
    type: 'secret',
    group: 'Mail',
    label: 'Bounce mailbox (IMAP)',
    description:
      'Read once a minute by IMAP, as imaps://user:password@imap.example.com/INBOX. It belongs to the bounce address, or to the sender.',
  },
  mailConnections: {
    type: 'connections',
    group: 'Mail',
    label: 'Connections to the mail server',
    description: 'How many emails are sent at a time.',
  },
  mailAttachmentMb: {
    type: 'megabytes',
    group: 'Mail',
    label: 'Maximum size of attachments',
    description:
      'For all files of an email together. Larger files are kept for 7 days, and the email links to them; the link needs a sign-in. 0: nothing is attached.',
  },
  mailsPerMinute: {
    type: 'mails',
    group: 'Mail',
    label: 'Emails per minute',
    description: 'For mail servers that reject more than this. 0: no limit.',
  },
} as const satisfies Record<keyof Settings | SecretKey, About>

export type SettingKey = keyof typeof about

const defaults = Settings.parse({})

/** A setting without its current value. */
export interface KnownSetting extends About {
  id: string
  key: SettingKey
  default: Setting['default']
  schema: z.ZodType<Setting['value']>
}

/** A GUID that is derived from the key, as the table derives it. */
function idOfKey(key: string): string {
  const hex = createHash('md5').update(`setting:${key}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const secretSchemas: Record<SecretKey, z.ZodType<string>> = {
  speechKey: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'must be a word without spaces')
    .max(1000),
  smtpUrl: SmtpUrl,
  bounceMailboxUrl: ImapUrl,
  bounceSecret: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 letters, digits and signs, without spaces'),
  recordingHostKeys: z
    .string()
    .trim()
    .regex(/^([^\s:@]+:\S+@[^\s@/]+(\s+|$))+$/, 'must be as name:password@api.example.com')
    .max(4000),
}

/** Where a new value has to be more than can be read. */
const newValues: Partial<Record<SettingKey, z.ZodType<Setting['value']>>> = { productName: nameOf(60) }

function isSecretKey(key: SettingKey): key is SecretKey {
  return about[key].type === 'secret'
}

function known(key: SettingKey): KnownSetting {
  const basis = { ...about[key], id: idOfKey(key), key }
  return isSecretKey(key)
    ? { ...basis, default: null, schema: secretSchemas[key] }
    : { ...basis, default: defaults[key], schema: newValues[key] ?? Settings.shape[key] }
}

function isKey(key: string): key is SettingKey {
  return key in about
}

export const knownSettings: readonly KnownSetting[] = Object.keys(about).filter(isKey).map(known)

export function findKnownSetting(idOrKey: string): KnownSetting | undefined {
  return knownSettings.find(({ id, key }) => id === idOrKey || key === idOrKey)
}
