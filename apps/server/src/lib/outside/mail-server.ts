import { EmailAddress } from '@callboard/contract/sign-in-names'
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'

/** The URL of a mail server: `smtps://user:password@mail.example.com`. */
export const SmtpUrl = z.string().max(1000).refine(isSmtpUrl, {
  error: 'must be a URL that starts with smtp: or smtps:',
})

function isSmtpUrl(text: string): boolean {
  return /^smtps?:\/\/[^/\s]/.test(text) && URL.canParse(text)
}

/** The sender of mails: `Callboard <callboard@example.com>`. */
export const MailFrom = z
  .string()
  .max(300)
  .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && isSender(text), {
    error: 'must hold one email address',
  })

/** One address alone. */
export const MailAddress = z
  .string()
  .trim()
  .max(300)
  .refine(isOneAddress, { error: 'must be an email address' })

function isSender(text: string): boolean {
  const [sender, ...others] = addressparser(text)
  return sender?.address !== undefined && others.length === 0 && isOneAddress(sender.address)
}

/** Of a sender; undefined for what is none. */
export function addressOf(sender: string): string | undefined {
  return addressparser(sender)[0]?.address
}

/** Whether this is one address, without a name and without what has a meaning in headers. */
export function isOneAddress(text: string): boolean {
  return EmailAddress.safeParse(text).data === text && !/[\s()<>[\]:;,\\"]/.test(text)
}
