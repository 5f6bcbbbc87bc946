import type { BuiltInTemplateKey } from '@callboard/contract/email-templates'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { readSettings } from '../../db/settings.ts'
import { AppError } from '../../lib/app-error.ts'
import type { TemplateTexts } from './built-in-templates.ts'
import { TemplateError, type TemplateRenderer } from './template-renderer.ts'

/** What mails are made with. */
export interface TemplateParts {
  db: Kysely<Database>
  renderer: TemplateRenderer
  /** Where the portal is reached, without a slash at the end. */
  publicUrl: string
}

export interface MailReader {
  userName: string
  firstName: string
  lastName: string
  email: string | null
}

export interface MadeMail {
  subject: string
  html: string
  text: string
}

/** The texts of a mail to somebody. Throws `TemplateError`. */
export async function makeMail(
  { db, renderer, publicUrl }: TemplateParts,
  texts: TemplateTexts,
  { reader, link }: { reader: MailReader; link?: string | undefined },
): Promise<MadeMail> {
  const { productName, logoUrl } = await readSettings(db)
  const made = await renderer.render({
    texts: { subject: texts.subject, bodyHtml: texts.bodyHtml, bodyText: texts.bodyText },
    scope: {
      productName,
      portalUrl: publicUrl,
      logoUrl: logoUrl === null ? '' : publicUrl + logoUrl,
      user: { ...reader, email: reader.email ?? '' },
      ...(link === undefined ? {} : { link }),
    },
  })
  // One line: what stands behind a line break in it would be another header.
  return { subject: made.subject.replaceAll(/\s+/g, ' ').trim(), html: made.bodyHtml, text: made.bodyText }
}

/** The link of a mail that nobody is meant to follow. */
export function sampleLink(publicUrl: string): string {
  return `${publicUrl}/confirmpassword#id=sample`
}

/** The same for whoever writes a template: each error with its field, as `invalidTemplate`. */
export async function tryMail(
  parts: TemplateParts,
  texts: TemplateTexts,
  { reader, key }: { reader: MailReader; key: BuiltInTemplateKey | null },
): Promise<MadeMail> {
  const link = key === null ? undefined : sampleLink(parts.publicUrl)
  try {
    const mail = await makeMail(parts, texts, { reader, link })
    if (mail.subject === '') throw invalidTemplate('subject', 'It makes an empty subject.')
    return mail
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    const items = error.errors.map(({ part, description }) => ({
      code: 'invalidTemplate' as const,
      description,
      field: part,
    }))
    throw new AppError('invalidTemplate', `The template cannot be used: ${error.message}`, {
      cause: error,
      ...(items.length > 0 && { items }),
    })
  }
}

export function invalidTemplate(field: keyof TemplateTexts, description: string): AppError {
  return new AppError('invalidTemplate', description, { field })
}
