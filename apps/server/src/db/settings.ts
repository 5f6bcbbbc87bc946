import type { Kysely } from 'kysely'
import { z } from 'zod'
import { KeptDays } from '@callboard/contract/retention'
import { TimeZone } from '@callboard/contract/scalars'
import { MailAddress, MailFrom } from '../lib/outside/mail-server.ts'
import type { Database } from './tables/schema.ts'

const hostNames = z
  .string()
  .trim()
  .max(4000)
  .regex(
    /^((http:\/\/)?(\*\.)?[a-zA-Z\d-]+(\.[a-zA-Z\d-]+)*(:\d{1,5})?(\s+|$))+$/,
    'must be hosts such as api.example.com or *.example.com, separated by spaces',
  )

const day = 24

/** All settings but the secrets, with types and defaults; the table has only those that were changed. */
export const Settings = z.object({
  productName: z.string().trim().min(1, 'is missing').max(60).default('Callboard'),
  /** An image of the library. */
  logoUrl: z.string().max(300).nullable().default(null),
  defaultTimeZone: TimeZone.default('America/New_York'),
  /** 1 Monday to 7 Sunday. */
  weekStartsOn: z.int().min(1).max(7).default(1),
  /** Who must have a second factor. */
  twoFactor: z.enum(['optional', 'admins', 'all']).default('optional'),
  sessionIdleHours: hours(0.25, 90 * day).default(12),
  sessionTotalHours: hours(0.25, 365 * day).default(7 * day),
  /** How long sign-ins stay on record. */
  signInRecordDays: days(1, 3650).default(365),
  /** A missed call counts as returned when somebody was reached within this time. */
  returnedWithinHours: hours(0.25, 31 * day).default(24),
  /** Exports with more rows go on in the background. */
  backgroundExportRows: rowCount(1, 10_000_000).default(100_000),
  /** Whether subscriptions may have recipients who are no users, and in which domains, separated by spaces; null for none. */
  outsideRecipients: z.enum(['off', 'on']).default('off'),
  outsideDomains: z
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
  /** After a standstill, subscriptions that were due longer ago are not sent. */
  missedSubscriptionHours: hours(0, 31 * day).default(24),
  /** Whether one has to say why one wants to hear an original. */
  recordingReason: z.enum(['optional', 'originals']).default('optional'),
  /** What is in the place of what must not be heard. */
  redactedSound: z.enum(['silence', 'beep']).default('silence'),
  /** More originals than these, played by one person within an hour, are shown to administrators. */
  usualOriginalsPerHour: z
    .int('must be a whole number of recordings')
    .min(1, 'must be at least 1 recording')
    .max(100_000, 'must be at most 100000 recordings')
    .default(30),
  /** From where recordings are fetched, separated by spaces; null for nowhere. */
  recordingHosts: hostNames.nullable().default(null),
  /** To where alerts are posted, separated by spaces; null for nowhere. */
  webhookHosts: hostNames.nullable().default(null),
  /** Who makes the transcripts of recordings that come without one. */
  speechToText: z.enum(['none', 'service', 'command']).default('none'),
  /** Of a service; where it may be is for `speechAddressError` to say. */
  speechUrl: z.string().trim().min(1, 'is missing').max(500).nullable().default(null),
  speechModel: z.string().trim().min(1, 'is missing').max(100).default('whisper-1'),
  /** Of what is said; null: it is recognised. */
  speechLanguage: z
    .string()
    .trim()
    .regex(/^[a-z]{2,3}$/, 'must be a language code such as en or es')
    .nullable()
    .default(null),
  /** A source has so long to send a transcript before one is made. */
  speechWaitMinutes: z
    .int('must be a whole number of minutes')
    .min(0, 'must be at least 0 minutes')
    .max(day * 60, `must be at most ${day * 60} minutes`)
    .default(2),
  /** After how many days calls, recordings and logs are deleted, where their customer says nothing else; 0: never. */
  keepCallsDays: KeptDays.default(0),
  keepRecordingsDays: KeptDays.default(0),
  keepLogsDays: KeptDays.default(0),
  /** After how many days mails, deliveries and what alerts told are deleted; 0: never. */
  keepMailsDays: KeptDays.default(0),
  /** The sender of mails; null for the one that the environment names. */
  mailFrom: MailFrom.nullable().default(null),
  /** Where mails that cannot be delivered come back to; null for the sender. */
  bounceAddress: MailAddress.nullable().default(null),
  /** Mails that are sent at a time. */
  mailConnections: z
    .int('must be a whole number of connections')
    .min(1, 'must be at least 1 connection')
    .max(50, 'must be at most 50 connections')
    .default(5),
  /** The most that the attachments of a mail have together, in millions of bytes; what is larger is told by a link. */
  mailAttachmentMb: z
    .int('must be a whole number of megabytes')
    .min(0, 'must be at least 0 megabytes')
    .max(100, 'must be at most 100 megabytes')
    .default(10),
  /** 0: as many as the mail server takes. */
  mailsPerMinute: z
    .int('must be a whole number of emails')
    .min(0, 'must be at least 0 emails')
    .max(60_000, 'must be at most 60000 emails')
    .default(0),
})
export type Settings = z.infer<typeof Settings>

function hours(min: number, max: number) {
  return z
    .number(`must be a number of hours`)
    .min(min, `must be at least ${min} hours`)
    .max(max, `must be at most ${max} hours`)
}

function days(min: number, max: number) {
  return z
    .int('must be a whole number of days')
    .min(min, `must be at least ${min} days`)
    .max(max, `must be at most ${max} days`)
}

function rowCount(min: number, max: number) {
  return z
    .int('must be a whole number of rows')
    .min(min, `must be at least ${min} rows`)
    .max(max, `must be at most ${max} rows`)
}

export async function readSettings(db: Kysely<Database>): Promise<Settings> {
  const rows = await db.selectFrom('setting').select(['key', 'value']).execute()
  return Settings.parse(Object.fromEntries(rows.map((row) => [row.key, row.value])))
}

/** Settings that can be written, and are never shown. */
export type SecretKey = 'smtpUrl' | 'bounceSecret' | 'bounceMailboxUrl' | 'recordingHostKeys' | 'speechKey'

/** Undefined when it is not set. */
export async function readSecret(db: Kysely<Database>, key: SecretKey): Promise<string | undefined> {
  const row = await db.selectFrom('setting').where('key', '=', key).select('secret').executeTakeFirst()
  return row?.secret ?? undefined
}
