import {
  type BuiltInTemplateKey,
  builtInTemplateKeys,
  type EmailTemplate,
} from '@callboard/contract/email-templates'
import type { Kysely } from 'kysely'
import { actorOf } from '../../access/actor.ts'
import type { Caller } from '../../access/caller.ts'
import type { LinkMailer } from '../../access/one-time-links.ts'
import { change } from '../../db/change.ts'
import type { Database } from '../../db/schema.ts'
import { nameTakenWhere } from '../../db/unique-names.ts'
import { updateRecord } from '../../db/update-record.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import type { Mailer } from '../mail/mail.ts'
import { builtInTemplates, type TemplateTexts, variablesOf } from './built-in-templates.ts'
import {
  invalidTemplate,
  type MadeMail,
  type MailReader,
  makeMail,
  sampleLink,
  type TemplateParts,
  tryMail,
} from './make-mail.ts'
import {
  deleteTemplateRow,
  findTemplateRow,
  getBuiltInRow,
  getRecipientRow,
  getTemplateRow,
  insertTemplate,
  type TemplateRow,
  type TemplateValues,
} from './store.ts'
import { TemplateError } from './template-renderer.ts'

export function templateOf(row: TemplateRow): EmailTemplate {
  const key = keyOf(row)
  const isUntouched = row.subject === null && row.body_html === null && row.body_text === null
  return {
    id: row.id,
    name: row.name,
    key,
    description: row.description,
    ...textsOf(row),
    variables: variablesOf(key),
    isDefault: key !== null && isUntouched,
    isActive: row.is_active,
    revision: row.revision,
  }
}

function keyOf({ key }: Pick<TemplateRow, 'key'>): BuiltInTemplateKey | null {
  return builtInTemplateKeys.find((one) => one === key) ?? null
}

function textsOf(row: TemplateRow): TemplateTexts {
  const key = keyOf(row)
  const { subject, bodyHtml, bodyText } = key === null ? noTexts : builtInTemplates[key]
  return {
    subject: row.subject ?? subject,
    bodyHtml: row.body_html ?? bodyHtml,
    bodyText: row.body_text ?? bodyText,
  }
}

const noTexts: TemplateTexts = { subject: '', bodyHtml: '', bodyText: '' }

export async function describeTemplate(db: Kysely<Database>, id: string): Promise<EmailTemplate> {
  const row = await findTemplateRow(db, id)
  if (row === undefined) throw notFound()
  return templateOf(row)
}

interface AskedTemplate {
  name?: string | undefined
  description?: string | undefined
  subject?: string | undefined
  bodyHtml?: string | undefined
  bodyText?: string | undefined
  isActive?: boolean | undefined
}

/** Throws `nameTaken`, and `invalidTemplate` for texts of which no mail can be made. */
export async function makeTemplate(
  parts: TemplateParts,
  caller: Caller,
  asked: AskedTemplate & TemplateTexts & { name: string },
): Promise<EmailTemplate> {
  await requireValid(parts, caller, { key: null, texts: asked })
  return await change(parts.db, actorOf(caller), async (transaction) => {
    const values = { ...valuesOf(asked, null), name: asked.name }
    const id = await nameTakenWhere(
      { what: 'An e-mail template', value: asked.name },
      async () => await insertTemplate(transaction, values),
    )
    return templateOf(await getTemplateRow(transaction, id))
  })
}

/** Throws `nameTaken`, `invalidTemplate`, and `revisionConflict` when somebody changed it since that revision. */
export async function changeTemplate(
  parts: TemplateParts,
  caller: Caller,
  { id, revision, ...asked }: AskedTemplate & { id: string; revision?: number | undefined },
): Promise<EmailTemplate> {
  const before = await findTemplateRow(parts.db, id)
  if (before === undefined) throw notFound()
  const key = keyOf(before)
  if (key !== null && asked.isActive === false)
    throw new AppError('conflict', 'The portal sends this mail of its own accord: it stays active.', {
      field: 'isActive',
    })
  const { subject, bodyHtml, bodyText } = textsOf(before)
  const texts = {
    subject: asked.subject ?? subject,
    bodyHtml: asked.bodyHtml ?? bodyHtml,
    bodyText: asked.bodyText ?? bodyText,
  }
  await requireValid(parts, caller, { key, texts })
  return await change(parts.db, actorOf(caller), async (transaction) => {
    await nameTakenWhere(
      { what: 'An e-mail template', value: asked.name },
      async () =>
        await updateRecord(transaction, 'email_template', { id, revision, values: valuesOf(asked, key) }),
    )
    return templateOf(await getTemplateRow(transaction, id))
  })
}

/** Deletes a template. One that came with the portal gets its texts back; it stays. */
export async function dropTemplate(db: Kysely<Database>, caller: Caller, id: string): Promise<void> {
  await change(db, actorOf(caller), async (transaction) => {
    const row = await findTemplateRow(transaction, id)
    if (row === undefined) throw notFound()
    if (row.key === null) return await deleteTemplateRow(transaction, id)
    if (templateOf(row).isDefault)
      throw new AppError('conflict', 'The portal needs this template: it cannot be deleted.')
    const values = { subject: null, body_html: null, body_text: null }
    await updateRecord(transaction, 'email_template', { id, revision: undefined, values })
    return undefined
  })
}

/** What a mail of these texts would say to whoever asks. */
export async function previewMail(
  parts: TemplateParts,
  caller: Caller,
  { key, ...texts }: TemplateTexts & { key: BuiltInTemplateKey | null },
): Promise<MadeMail> {
  return await tryMail(parts, texts, { reader: await readerOf(parts, caller.userId), key })
}

/** What mails are made and sent with. */
export interface MailingParts extends TemplateParts {
  mailer: Mailer
}

/** Throws `conflict` when whoever asks has no address. */
export async function sendTestMail(parts: MailingParts, caller: Caller, id: string): Promise<void> {
  const row = await findTemplateRow(parts.db, id)
  if (row === undefined) throw notFound()
  const reader = await readerOf(parts, caller.userId)
  if (reader.email === null)
    throw new AppError('conflict', 'You have no e-mail address to which a test could go.')
  const { subject, text, html } = await tryMail(parts, textsOf(row), { reader, key: keyOf(row) })
  await parts.mailer.put({ recipient: reader.email, subject, text, ...htmlWhereAny(html) })
}

/**
 * Mails links by the templates that come with the portal. Where somebody wrote one of which no mail can be made, it has
 * the text that came with the portal: whoever waits for a link gets it.
 */
export function linkMailer(parts: MailingParts): LinkMailer {
  return {
    async mailLink(key, { reader, link }) {
      const written = textsOf(await getBuiltInRow(parts.db, key))
      const { subject, text, html } = await makeMail(parts, written, { reader, link }).catch(
        async (error: unknown) => {
          if (!(error instanceof TemplateError)) throw error
          return await makeMail(parts, builtInTemplates[key], { reader, link })
        },
      )
      await parts.mailer.put({ recipient: reader.email, subject, text, ...htmlWhereAny(html) })
    },
  }
}

function htmlWhereAny(html: string): { html?: string } {
  return html.trim() === '' ? {} : { html }
}

async function readerOf({ db }: TemplateParts, userId: string): Promise<MailReader> {
  const row = await getRecipientRow(db, userId)
  return {
    userName: row.user_name,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
  }
}

/** A mail can be made of the texts, and has its link where it is for the sake of one. */
async function requireValid(
  parts: TemplateParts,
  caller: Caller,
  { key, texts }: { key: BuiltInTemplateKey | null; texts: TemplateTexts },
): Promise<void> {
  const { html, text } = await tryMail(parts, texts, { reader: await readerOf(parts, caller.userId), key })
  if (key === null) return
  const link = sampleLink(parts.publicUrl)
  if (!text.includes(link)) throw invalidTemplate('bodyText', 'This mail needs {{ link }} in its text.')
  if (html.trim() !== '' && !html.includes(link))
    throw invalidTemplate('bodyHtml', 'This mail needs {{ link }} in its HTML as well.')
}

function valuesOf(asked: AskedTemplate, key: BuiltInTemplateKey | null): TemplateValues {
  const { name, description, isActive, subject, bodyHtml, bodyText } = asked
  const standard = key === null ? undefined : builtInTemplates[key]
  const own = (text: string, standardText: string | undefined) => (text === standardText ? null : text)
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
    ...(subject === undefined ? {} : { subject: own(subject, standard?.subject) }),
    ...(bodyHtml === undefined ? {} : { body_html: own(bodyHtml, standard?.bodyHtml) }),
    ...(bodyText === undefined ? {} : { body_text: own(bodyText, standard?.bodyText) }),
  }
}
