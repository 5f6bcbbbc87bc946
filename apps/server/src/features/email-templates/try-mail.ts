import type { BuiltInTemplateKey } from '@callboard/contract/email-templates'
import type { MailReader } from '../../db/mail-reader.ts'
import { AppError } from '../../lib/app-error.ts'
import {
  buildAlertMailBy,
  buildMail,
  type BuiltMail,
  buildReportMail,
  type TemplateParts,
} from './email-templates.ts'
import { sampleAlertMail, sampleCallBackMail, sampleQuarantineMail } from './sample-mails.ts'
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
    const mail = await buildSample(parts, texts, { reader, key })
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

async function buildSample(
  parts: TemplateParts,
  texts: TemplateTexts,
  { reader, key }: { reader: MailReader; key: BuiltInTemplateKey | null },
): Promise<BuiltMail> {
  const { publicUrl } = parts
  switch (key) {
    case null:
    case 'report':
      return await buildReportMail(parts, texts, { reader, mail: sampleReportMail(publicUrl) })
    case 'alertBegan':
    case 'alertEnded':
      return await buildAlertMailBy(parts, texts, { reader, mail: sampleAlertMail(publicUrl) })
    case 'callBackReminder':
      return await buildMail(parts, texts, { reader, values: sampleCallBackMail(publicUrl) })
    case 'quarantine':
      return await buildMail(parts, texts, { reader, values: sampleQuarantineMail(publicUrl) })
    case 'invitation':
    case 'forgottenPassword':
      return await buildMail(parts, texts, { reader, values: { link: sampleLink(publicUrl) } })
  }
}

export function invalidTemplate(field: keyof TemplateTexts, description: string): AppError {
  return new AppError('invalidTemplate', description, { field })
}
