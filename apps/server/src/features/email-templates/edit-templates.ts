import type * as endpoints from '@callboard/contract/email-templates'
import {
  type BuiltInTemplateKey,
  builtInTemplateKeys,
  type EmailTemplate,
} from '@callboard/contract/email-templates'
import type { Body } from '@callboard/contract/endpoint'
import { formatCounted } from '@callboard/contract/format'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import { selectMailReader } from '../../db/mail-reader.ts'
import { recordRules } from '../../access/record-rules.ts'
import { built } from '../../db/records/record-store.ts'
import { deleteRecord, insertRecord, updateRecord } from '../../db/records/records.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { builtInTemplates, variablesOf } from './built-in-templates.ts'
import { type BuiltMail, type MailingParts, send, type TemplateParts, textsOf } from './email-templates.ts'
import * as store from './store.ts'
import type { TemplateTexts } from './template-texts.ts'
import { invalidTemplate, sampleLink, tryBuildMail } from './try-mail.ts'

const plain = recordRules('emailTemplate', built(store.templates, templateOf))

export function emailTemplateRules(parts: TemplateParts) {
  return {
    ...plain,
    create: async (_db: unknown, caller: Caller, values: Body<typeof endpoints.createEmailTemplate>) =>
      await createEmailTemplate(parts, caller, values),
    update: async (
      _db: unknown,
      caller: Caller,
      values: Body<typeof endpoints.updateEmailTemplate> & { id: string },
    ) => await updateEmailTemplate(parts, caller, values),
    remove: deleteEmailTemplate,
  }
}

function templateOf(row: store.TemplateRow): EmailTemplate {
  const key = keyOf(row)
  const isUntouched = row.subject === null && row.bodyHtml === null && row.bodyText === null
  return {
    ...row,
    key,
    ...textsOf(key, row),
    variables: variablesOf(key),
    isDefault: key !== null && isUntouched,
  }
}

function keyOf({ key }: Pick<store.TemplateRow, 'key'>): BuiltInTemplateKey | null {
  return builtInTemplateKeys.find((one) => one === key) ?? null
}

/** Throws `nameTaken`, and `invalidTemplate` for texts that make no mail. */
async function createEmailTemplate(
  parts: TemplateParts,
  caller: Caller,
  values: Body<typeof endpoints.createEmailTemplate>,
): Promise<EmailTemplate> {
  await requireValid(parts, caller, { key: null, texts: values })
  return await changeBy(parts.db, caller, async (transaction) => {
    const id = await insertRecord(transaction, 'emailTemplate', { ...values, key: null })
    return await plain.get(transaction, caller, { id })
  })
}

/** Throws `nameTaken`, `invalidTemplate`, and `revisionConflict`. */
async function updateEmailTemplate(
  parts: TemplateParts,
  caller: Caller,
  { id, revision, ...values }: Body<typeof endpoints.updateEmailTemplate> & { id: string },
): Promise<EmailTemplate> {
  const before = orNotFound(await store.templates.find(parts.db, id))
  const key = keyOf(before)
  if (key !== null && values.isActive === false)
    throw new AppError('conflict', 'The portal needs this email, so it stays active.', {
      field: 'isActive',
    })
  const { subject, bodyHtml, bodyText } = textsOf(key, before)
  const texts = {
    subject: values.subject ?? subject,
    bodyHtml: values.bodyHtml ?? bodyHtml,
    bodyText: values.bodyText ?? bodyText,
  }
  await requireValid(parts, caller, { key, texts })
  return await changeBy(parts.db, caller, async (transaction) => {
    await updateRecord(transaction, 'emailTemplate', {
      id,
      revision,
      values: { ...values, ...(key !== null && storedTexts(values, key)) },
    })
    return await plain.get(transaction, caller, { id })
  })
}

/** A text is stored as null while it is the one that came with the portal. */
function storedTexts(texts: Partial<TemplateTexts>, key: BuiltInTemplateKey) {
  const standard = builtInTemplates[key]
  const stored = (part: keyof TemplateTexts) => (texts[part] === standard[part] ? null : texts[part])
  return { subject: stored('subject'), bodyHtml: stored('bodyHtml'), bodyText: stored('bodyText') }
}

/** Deletes a template. One that came with the portal stays, with the texts it came with. */
async function deleteEmailTemplate(db: Db, caller: Caller, { id }: { id: string }): Promise<undefined> {
  await changeBy(db, caller, async (transaction) => {
    const { key, isDefault } = await plain.get(transaction, caller, { id })
    if (key === null) {
      const count = await store.countSubscriptionsOf(transaction, id)
      if (count > 0)
        throw new AppError('conflict', `${formatCounted(count, 'subscription')} use this template.`)
      return await deleteRecord(transaction, 'emailTemplate', id)
    }
    if (isDefault) throw new AppError('conflict', 'The portal needs this template, so it cannot be deleted.')
    const values = { subject: null, bodyHtml: null, bodyText: null }
    return await updateRecord(transaction, 'emailTemplate', { id, values })
  })
}

/** The mail of these texts as the caller would get it. */
export async function previewEmailTemplate(
  parts: TemplateParts,
  caller: Caller,
  { key, ...texts }: Body<typeof endpoints.previewEmailTemplate>,
): Promise<BuiltMail> {
  const reader = orNotFound(await selectMailReader(parts.db, caller.userId))
  return await tryBuildMail(parts, texts, { reader, key })
}

/** Sends the caller a mail of a template. Throws `conflict` when they have no address. */
export async function testEmailTemplate(
  parts: MailingParts,
  caller: Caller,
  { id }: { id: string },
): Promise<undefined> {
  const row = orNotFound(await store.templates.find(parts.db, id))
  const key = keyOf(row)
  const reader = orNotFound(await selectMailReader(parts.db, caller.userId))
  if (reader.email === null) throw new AppError('conflict', 'You have no email address to send a test to.')
  await send(parts, reader.email, await tryBuildMail(parts, textsOf(key, row), { reader, key }))
}

/** Throws `invalidTemplate` unless the texts make a mail, and have a link where the mail is sent for one. */
async function requireValid(
  parts: TemplateParts,
  caller: Caller,
  { key, texts }: { key: BuiltInTemplateKey | null; texts: TemplateTexts },
): Promise<void> {
  const { html, text } = await previewEmailTemplate(parts, caller, { key, ...texts })
  if (!variablesOf(key).some(({ name, isRequired }) => name === 'link' && isRequired)) return
  const link = sampleLink(parts.publicUrl)
  if (!text.includes(link)) throw invalidTemplate('bodyText', 'This email needs {{ link }} in its text.')
  if (html.trim() !== '' && !html.includes(link))
    throw invalidTemplate('bodyHtml', 'This email needs {{ link }} in its HTML as well.')
}
