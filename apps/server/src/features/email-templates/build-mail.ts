import type { BuiltInTemplateKey } from '@callboard/contract/email-templates'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { readSettings } from '../../db/settings.ts'
import { AppError } from '../../lib/app-error.ts'
import type { TemplateTexts } from './built-in-templates.ts'
import { TemplateError, type TemplateRenderer } from './template-renderer.ts'

export interface TemplateParts {
  db: Kysely<Database>
  renderer: TemplateRenderer
  /** Where the portal is reached, without a slash at the end. */
  publicUrl: string
}

interface MailReader {
  userName: string
  firstName: string
  lastName: string
  email: string | null
}

export interface BuiltMail {
  subject: string
  html: string
  text: string
}

/** Throws `TemplateError`. */
export async function buildMail(
  { db, renderer, publicUrl }: TemplateParts,
  { subject, bodyHtml, bodyText }: TemplateTexts,
  { reader, link }: { reader: MailReader; link?: string | undefined },
): Promise<BuiltMail> {
  const { productName, logoUrl } = await readSettings(db)
  // One by one, for a template can read whatever is in its scope.
  const { userName, firstName, lastName, email } = reader
  const rendered = await renderer.render({
    texts: { subject, bodyHtml, bodyText },
    scope: {
      productName,
      portalUrl: publicUrl,
      logoUrl: logoUrl === null ? '' : publicUrl + logoUrl,
      user: { userName, firstName, lastName, email: email ?? '' },
      ...(link !== undefined && { link }),
    },
  })
  return {
    // On one line, for after a line break another header would begin.
    subject: rendered.subject.replaceAll(/\s+/g, ' ').trim(),
    html: rendered.bodyHtml,
    text: rendered.bodyText,
  }
}

/** The link in a mail that nobody is meant to follow. */
export function sampleLink(publicUrl: string): string {
  return `${publicUrl}/confirmpassword#id=sample`
}

/** The same for whoever writes a template: throws `invalidTemplate`, with each error under its field. */
export async function tryBuildMail(
  parts: TemplateParts,
  texts: TemplateTexts,
  { reader, key }: { reader: MailReader; key: BuiltInTemplateKey | null },
): Promise<BuiltMail> {
  const link = key === null ? undefined : sampleLink(parts.publicUrl)
  try {
    const mail = await buildMail(parts, texts, { reader, link })
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
