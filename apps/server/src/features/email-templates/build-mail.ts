import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables/schema.ts'
import { readSettings } from '../../db/settings.ts'
import type { TemplateRenderer } from './template-renderer.ts'
import type { TemplateTexts } from './template-texts.ts'

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

export interface BuiltMail {
  subject: string
  html: string
  text: string
}

/** `values` are named by mails of this kind alone. Throws `TemplateError`. */
export async function buildMail(
  { db, renderer, publicUrl }: TemplateParts,
  { subject, bodyHtml, bodyText }: TemplateTexts,
  { reader, values }: { reader: MailReader; values: object },
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
      ...values,
    },
  })
  return {
    // On one line, for after a line break another header would begin.
    subject: rendered.subject.replaceAll(/\s+/g, ' ').trim(),
    html: rendered.bodyHtml,
    text: rendered.bodyText,
  }
}
