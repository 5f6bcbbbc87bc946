import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf, withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { Guid, Instant } from './scalars.ts'

/** What becomes of a mail: it is sent in the background, or waits in the outbox until there is a mail server. */
export const MailDelivery = z.enum(['sending', 'outbox'])
export type MailDelivery = z.infer<typeof MailDelivery>

/**
 * `failed`: it was tried often enough, and nobody tries again by himself. `uncertain`: the connection broke off or the portal stopped while the
 * mail server had the text, so it may have arrived.
 */
export const mailStatuses = ['waiting', 'sending', 'sent', 'failed', 'uncertain'] as const
export type MailStatus = (typeof mailStatuses)[number]

/** A mail of the outbox, as listed. */
export const Mail = z.strictObject({
  id: Guid,
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(mailStatuses),
  /** How often it was tried. */
  tries: z.int(),
  lastError: z.string().nullable(),
  /** Of one that waits after a try. */
  nextTryAt: Instant.nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})
export type Mail = z.infer<typeof Mail>

/** A mail in full. One-time links are left out of one that may have arrived: they are its reader's alone. */
export const MailInFull = z.strictObject({
  ...Mail.shape,
  text: z.string(),
  /** What the mail server said last. */
  serverAnswer: z.string().nullable(),
  /** Null for a mail of plain text alone. */
  html: z.string().nullable(),
  /** Pictures that the text shows are in it. */
  attachments: z.array(z.strictObject({ name: z.string(), contentType: z.string(), bytes: z.int() })),
  /** The one-time link in it, while the mail has not gone out. */
  link: z.string().nullable(),
})
export type MailInFull = z.infer<typeof MailInFull>

export const mailSorts = ['createdAt', 'recipient', 'subject'] as const

/** So many days back administrators are told of what failed, or may not have arrived. */
export const failedLatelyDays = 7

export const searchMails = endpoint({
  method: 'POST',
  path: '/api/mail/search',
  summary: `Emails of the outbox by keyword and status, the newest first unless sorted otherwise; \`failedLately\` are those of the last ${failedLatelyDays} days that failed or are uncertain.`,
  body: searchBodyOf(mailSorts, { status: z.enum([...mailStatuses, 'failedLately']).optional() }),
  response: z.strictObject({
    ...pageOf(Mail).shape,
    /** Without a mail server, mails wait. */
    hasMailServer: z.boolean(),
  }),
  effect: 'read',
})

export const getMail = endpoint({
  method: 'GET',
  path: '/api/mail/{id}',
  summary: 'An email of the outbox as it arrives.',
  params: z.strictObject({ id: idOf('mail') }),
  response: MailInFull,
})

export const retryMail = endpoint({
  method: 'POST',
  path: '/api/mail/{id}/retry',
  summary:
    'Sends an email again that could not be sent, or of which nobody knows whether it arrived, so that it may arrive twice.',
  params: z.strictObject({ id: idOf('mail') }),
})

export const getMailFile = endpoint({
  method: 'GET',
  path: '/api/mail/{id}/file/{name}',
  summary: 'An attachment of an email of the outbox.',
  params: z.strictObject({ id: idOf('mail'), name: withExample(z.string().max(300), 'Radio this week.csv') }),
  response: 'file',
  alsoProduces: ['application/octet-stream'],
})

/** After so many mails in a row that were refused or came back, nothing more is sent to an address. */
export const maxFailedMails = 5

/** An address to which nothing is sent. */
export const StoppedAddress = z.strictObject({
  email: z.string(),
  lastError: z.string().nullable(),
  stoppedAt: Instant,
})
export type StoppedAddress = z.infer<typeof StoppedAddress>

export const listStoppedAddresses = endpoint({
  method: 'GET',
  path: '/api/mail/address',
  summary: `Addresses to which nothing more is sent, because ${maxFailedMails} emails in a row were rejected or bounced, or their reader complained; the last first, 200 at most.`,
  response: z.strictObject({ items: z.array(StoppedAddress), total: z.int() }),
})

export const liftStoppedAddress = endpoint({
  method: 'POST',
  path: '/api/mail/address/lift',
  summary: 'Has emails sent to an address again.',
  body: z.strictObject({ email: withExample(z.string().max(textLimits.email), 'reader@example.com') }),
})

/** `transient`: the mail is late or lost, and the address good; `complaint`: its reader calls it spam. */
export const bounceTypes = ['permanent', 'transient', 'complaint'] as const

export const reportBounce = endpoint({
  method: 'POST',
  path: '/api/mail/bounce',
  summary:
    'Reports that an email bounced; for mail services, which send `Authorization: Bearer` and the secret of the settings. The email is known by the Message-ID, or else is the last that was sent to the recipient; one that is not known is passed over.',
  body: z.strictObject({
    messageId: withExample(
      z.string().max(1000),
      '<0193f0a0-0000-7000-8000-00000000000f@localhost>',
    ).optional(),
    recipient: withExample(z.string().max(textLimits.email), 'reader@example.com').optional(),
    type: withExample(z.enum(bounceTypes), 'permanent'),
    reason: withExample(z.string().max(1000), '550 no such user').default(''),
  }),
  calledBy: 'programs',
})
