import { randomUUID } from 'node:crypto'
import type { BuiltInTemplateKey } from '@callboard/contract/email-templates'
import type { MailDelivery } from '@callboard/contract/mails'
import type { LinkMailer } from '../../access/sign-in/one-time-links.ts'
import { readSettings } from '../../db/settings.ts'
import type { MailReader } from '../../db/mail-reader.ts'
import type { Db } from '../../db/tables/schema.ts'
import type { MailBlock } from '../../report-engine/mails/mail-block.ts'
import type { Mailer } from '../mail/mail.ts'
import { builtInTemplates } from './built-in-templates.ts'
import { reportTemplate } from './report-template.ts'
import * as store from './store.ts'
import { TemplateError, type TemplateRenderer } from './template-renderer.ts'
import type { TemplateTexts } from './template-texts.ts'
import { withUnsubscribeLine, withUnsubscribeLink } from './unsubscribe-line.ts'

export interface TemplateParts {
  db: Db
  renderer: TemplateRenderer
  /** Where the portal is reached, without a slash at the end. */
  publicUrl: string
}

export interface BuiltMail {
  subject: string
  html: string
  text: string
  /** What its template names and no such mail has: nothing stands in its place. */
  unknownVariables: readonly string[]
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
  const { texts, unknownVariables } = await renderer.render({
    texts: { subject, bodyHtml, bodyText },
    scope: {
      productName,
      portalUrl: publicUrl,
      logoUrl: logoUrl === null ? '' : publicUrl + logoUrl,
      user: { userName, firstName, lastName, email: email ?? '' },
      // The foot of every mail asks for it.
      unsubscribeLink: '',
      ...values,
    },
  })
  return {
    // On one line, for after a line break another header would begin.
    subject: texts.subject.replaceAll(/\s+/g, ' ').trim(),
    html: texts.bodyHtml,
    text: texts.bodyText,
    unknownVariables,
  }
}

/**
 * A mail by a template that comes with the portal. When an administrator's texts make none, it has the texts that came with the
 * portal, for somebody waits for it.
 */
async function buildPortalMail(
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

export interface MailingParts extends TemplateParts {
  mailer: Mailer
}

/** Mails links by the templates that come with the portal. */
export function linkMailer(parts: MailingParts): LinkMailer {
  return {
    async mailLink(key, { reader, link }) {
      return await send(parts, reader.email, await buildPortalMail(parts, key, { reader, values: { link } }))
    },
  }
}

export async function send(
  { mailer }: MailingParts,
  recipient: string,
  mail: BuiltMail,
): Promise<MailDelivery> {
  const { subject, text, html } = mail
  const mailed = await mailer.enqueue({ recipient, subject, text, ...(html.trim() !== '' && { html }) })
  return mailed.delivery
}

/** What the mail of a reminder says, as its template names it. */
export interface CallBackMailValues {
  caller: Record<'number' | 'name' | 'customer', string>
  note: string
  dueAt: string
  link: string
}

export async function buildCallBackMail(
  parts: TemplateParts,
  { reader, mail }: { reader: MailReader; mail: CallBackMailValues },
): Promise<BuiltMail> {
  return await buildPortalMail(parts, 'callBackReminder', { reader, values: mail })
}

/** What the mail about rejected rows says, as its template names it. */
export interface QuarantineMailValues {
  waiting: string
  added: string
  reasons: readonly Record<'reason' | 'rows' | 'source' | 'customer', string>[]
  more: string
  link: string
}

export async function buildQuarantineMail(
  parts: TemplateParts,
  { reader, mail }: { reader: MailReader; mail: QuarantineMailValues },
): Promise<BuiltMail> {
  return await buildPortalMail(parts, 'quarantine', { reader, values: mail })
}

/** What a mail of an alert says, as its template names it. */
export interface AlertMailValues {
  alert: Record<'name' | 'condition' | 'threshold' | 'filters' | 'link', string>
  figure: Record<'name' | 'value' | 'window' | 'calls', string>
  owner: Record<'name', string>
  checkedAt: string
  since: string
  test: string
  callsLink: string
  /** Empty for who is not on its list. */
  unsubscribeLink: string
}

interface AlertMailOf {
  reader: MailReader
  mail: AlertMailValues
}

/** By the template of its kind; where that makes no mail, by the texts that came with the portal. */
export async function buildAlertMailOf(
  parts: TemplateParts,
  key: 'alertBegan' | 'alertEnded',
  { reader, mail }: AlertMailOf,
): Promise<BuiltMail> {
  return withUnsubscribing(await buildPortalMail(parts, key, { reader, values: mail }), mail)
}

/** Throws `TemplateError`. */
export async function buildAlertMailBy(
  parts: TemplateParts,
  texts: TemplateTexts,
  { reader, mail }: AlertMailOf,
): Promise<BuiltMail> {
  return withUnsubscribing(await buildMail(parts, texts, { reader, values: mail }), mail)
}

function withUnsubscribing(built: BuiltMail, { unsubscribeLink }: AlertMailValues): BuiltMail {
  return {
    ...built,
    html: withUnsubscribeLink(built.html, unsubscribeLink),
    text: withUnsubscribeLine(built.text.replaceAll(/\n{3,}/g, '\n\n'), unsubscribeLink),
  }
}

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
    ...built,
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
