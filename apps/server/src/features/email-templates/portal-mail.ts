import type { BuiltInTemplateKey } from '@callboard/contract/email-templates'
import { buildMail, type BuiltMail, type MailReader, type TemplateParts } from './build-mail.ts'
import { builtInTemplates } from './built-in-templates.ts'
import * as store from './store.ts'
import { TemplateError } from './template-renderer.ts'
import type { TemplateTexts } from './template-texts.ts'

/**
 * A mail by a template that comes with the portal. When an administrator's texts make none, it has the texts that came with the
 * portal, for somebody waits for it.
 */
export async function buildPortalMail(
  parts: TemplateParts,
  key: BuiltInTemplateKey,
  mail: { reader: MailReader; values: object },
): Promise<BuiltMail> {
  try {
    return await buildMail(parts, textsOf(key, await store.selectBuiltInTemplate(parts.db, key)), mail)
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return await buildMail(parts, builtInTemplates[key], mail)
  }
}

/** A text is null while it is the one that came with the portal. */
export function textsOf(
  key: BuiltInTemplateKey | null,
  row: Pick<store.TemplateRow, 'subject' | 'bodyHtml' | 'bodyText'>,
): TemplateTexts {
  const standard = key === null ? noTexts : builtInTemplates[key]
  return {
    subject: row.subject ?? standard.subject,
    bodyHtml: row.bodyHtml ?? standard.bodyHtml,
    bodyText: row.bodyText ?? standard.bodyText,
  }
}

const noTexts: TemplateTexts = { subject: '', bodyHtml: '', bodyText: '' }
