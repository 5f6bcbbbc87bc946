import { randomUUID } from 'node:crypto'
import type { MailBlock } from '../../report-engine/mails/mail-block.ts'
import { buildMail, type BuiltMail, type MailReader, type TemplateParts } from './build-mail.ts'
import { reportTemplate } from './report-template.ts'
import { textsOf } from './portal-mail.ts'
import * as store from './store.ts'
import { TemplateError } from './template-renderer.ts'
import type { TemplateTexts } from './template-texts.ts'
import { withUnsubscribeLine, withUnsubscribeLink } from './unsubscribe-line.ts'

/** What a mail of a subscription says, as its template names it. */
export interface ReportMail {
  report: Record<'name' | 'period' | 'timeZone' | 'compared' | 'filters' | 'rows' | 'notes', string>
  subscription: Record<'name' | 'schedule', string>
  owner: Record<'name', string>
  /** Empty for an address outside of the portal. */
  link: string
  /** Empty for who is none of its recipients. */
  unsubscribeLink: string
  blocks: Record<(typeof blockNames)[number], MailBlock>
}

const blockNames = ['chart', 'table', 'files'] as const

/** Throws `TemplateError`. */
export async function buildReportMail(
  parts: TemplateParts,
  texts: TemplateTexts,
  { reader, mail: { blocks, ...values } }: { reader: MailReader; mail: ReportMail },
): Promise<BuiltMail> {
  // Templates put their values escaped: what is HTML already takes the place of a mark that nobody can have written.
  const marks = blockNames.map((name) => ({
    name,
    mark: blocks[name].text === '' ? '' : `${name}-${randomUUID()}`,
  }))
  const marked = Object.fromEntries(marks.map(({ name, mark }) => [name, mark]))
  const built = await buildMail(parts, texts, { reader, values: { ...values, ...marked } })
  const filled = (text: string, form: keyof MailBlock) =>
    marks
      .filter(({ mark }) => mark !== '')
      .reduce((whole, { name, mark }) => whole.replaceAll(mark, () => blocks[name][form]), text)
  const { unsubscribeLink } = values
  return {
    subject: built.subject,
    html: withUnsubscribeLink(filled(built.html, 'html'), unsubscribeLink),
    text: withUnsubscribeLine(filled(built.text, 'text').replaceAll(/\n{3,}/g, '\n\n'), unsubscribeLink),
  }
}

interface SubscriptionMail {
  /** Null: the template that comes with the portal. */
  templateId: string | null
  /** Empty: that of the template. It may name values as `{{ report.period }}`. */
  subject: string
  reader: MailReader
  mail: ReportMail
}

/** By the template of a subscription; where that makes no mail, or is not there any more, by the one that came with the portal. */
export async function buildSubscriptionMail(
  parts: TemplateParts,
  { templateId, subject, reader, mail }: SubscriptionMail,
): Promise<BuiltMail> {
  const texts = await findTexts(parts, templateId)
  const built = await buildReportMail(parts, texts, { reader, mail }).catch(async (error: unknown) => {
    if (!(error instanceof TemplateError)) throw error
    return await buildReportMail(parts, reportTemplate, { reader, mail })
  })
  const own = subject === '' ? built.subject : namedIn(subject, mail)
  return { ...built, subject: own === '' ? mail.report.name : own }
}

async function findTexts({ db }: TemplateParts, templateId: string | null): Promise<TemplateTexts> {
  const own = templateId === null ? undefined : await store.templates.find(db, templateId)
  const row = own?.isActive === true ? own : await store.selectBuiltInTemplate(db, 'report')
  return textsOf('report', row)
}

/** Users give subjects: they name values, and nothing else of what templates can. */
function namedIn(subject: string, { report, subscription, owner }: ReportMail): string {
  const values = new Map<string, string>(
    Object.entries({ report, subscription, owner }).flatMap(([of, named]) =>
      Object.entries(named).map(([name, value]) => [`${of}.${name}`, value] as const),
    ),
  )
  return subject
    .replaceAll(/\{\{\s*([a-zA-Z.]+)\s*\}\}/g, (_, name: string) => values.get(name) ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
