import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idOf } from './examples.ts'
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
  createdAt: Instant,
  sentAt: Instant.nullable(),
})
export type Mail = z.infer<typeof Mail>

/** A mail in full. One-time links are left out of a sent one: they are its reader's alone. */
export const MailInFull = z.strictObject({
  ...Mail.shape,
  text: z.string(),
  /** Null for a mail of plain text alone. */
  html: z.string().nullable(),
  /** The one-time link in it, while the mail has not gone out. */
  link: z.string().nullable(),
})
export type MailInFull = z.infer<typeof MailInFull>

export const mailSorts = ['createdAt', 'recipient', 'subject'] as const

export const searchMails = endpoint({
  method: 'POST',
  path: '/api/mail/search',
  summary: 'Mails of the outbox by keyword and status, the newest first unless sorted otherwise.',
  body: searchBodyOf(mailSorts, { status: z.enum(mailStatuses).optional() }),
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
  summary: 'A mail of the outbox as it arrives.',
  params: z.strictObject({ id: idOf('mail') }),
  response: MailInFull,
  effect: 'read',
})

export const retryMail = endpoint({
  method: 'POST',
  path: '/api/mail/{id}/retry',
  summary: 'Tries a mail again that could not be sent.',
  params: z.strictObject({ id: idOf('mail') }),
  response: 'noContent',
  effect: 'change',
})
