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
  .regex(/^[^\r\n]*\S@\S[^\r\n]*$/, 'must hold an e-mail address')
