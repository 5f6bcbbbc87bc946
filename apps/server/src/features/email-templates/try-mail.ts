import type { BuiltInTemplateKey } from '@callboard/contract/email-templates'
import { AppError } from '../../lib/app-error.ts'
import { buildMail, type BuiltMail, type MailReader, type TemplateParts } from './build-mail.ts'
import { buildReportMail } from './report-mail.ts'
import { sampleReportMail } from './sample-report-mail.ts'
import { TemplateError } from './template-renderer.ts'
import type { TemplateTexts } from './template-texts.ts'

/** The link in a mail that nobody is meant to follow. */
export function sampleLink(publicUrl: string): string {
  return `${publicUrl}/confirmpassword#id=sample`
}

/** A mail for whoever writes its template: throws `invalidTemplate`, with each error under its field. */
export async function tryBuildMail(
  parts: TemplateParts,
  texts: TemplateTexts,
  { reader, key }: { reader: MailReader; key: BuiltInTemplateKey | null },
): Promise<BuiltMail> {
  try {
    const mail =
      key === null || key === 'report'
        ? await buildReportMail(parts, texts, { reader, mail: sampleReportMail(parts.publicUrl) })
        : await buildMail(parts, texts, { reader, values: { link: sampleLink(parts.publicUrl) } })
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
