import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textLimits } from './limits.ts'
import { pageOf, searchBodyOf } from './paging.ts'
import { Guid } from './scalars.ts'

/** Mails that the portal sends of its own accord. */
export const builtInTemplateKeys = ['invitation', 'forgottenPassword'] as const
export type BuiltInTemplateKey = (typeof builtInTemplateKeys)[number]

/** What a template may say by name: `{{ user.firstName }}`. */
export const TemplateVariable = z.strictObject({
  name: z.string(),
  description: z.string(),
  /** A mail of this kind is nothing without it. */
  isRequired: z.boolean(),
})
export type TemplateVariable = z.infer<typeof TemplateVariable>

/** The text of a mail, in Liquid. */
export const EmailTemplate = z.strictObject({
  id: Guid,
  name: z.string(),
  /** Of those that come with the portal. */
  key: z.enum(builtInTemplateKeys).nullable(),
  description: z.string(),
  subject: z.string(),
  /** Empty: a mail of plain text alone. */
  bodyHtml: z.string(),
  bodyText: z.string(),
  variables: z.array(TemplateVariable),
  /** One that comes with the portal and has the texts with which it came. */
  isDefault: z.boolean(),
  isActive: z.boolean(),
  revision: z.int(),
})
export type EmailTemplate = z.infer<typeof EmailTemplate>

const TemplateId = z.strictObject({ id: Guid })

const texts = {
  subject: z.string().trim().min(1, 'is missing').max(textLimits.mailSubject),
  bodyHtml: z.string().max(200_000),
  bodyText: z.string().trim().min(1, 'is missing').max(50_000),
}

const templateFields = {
  name: z.string().trim().min(1, 'is missing').max(textLimits.recordName),
  description: z.string().trim().max(textLimits.description),
  ...texts,
  isActive: z.boolean(),
}

export const emailTemplateSorts = ['name', 'subject'] as const

export const searchEmailTemplates = endpoint({
  method: 'POST',
  path: '/api/emailtemplate/search',
  summary: 'E-mail templates by keyword; active ones only unless asked otherwise.',
  body: searchBodyOf(emailTemplateSorts, {}),
  response: pageOf(EmailTemplate),
  effect: 'read',
})

export const createEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/emailtemplate',
  summary: 'Creates an e-mail template.',
  body: z.strictObject({
    ...templateFields,
    description: templateFields.description.default(''),
    bodyHtml: templateFields.bodyHtml.default(''),
    isActive: templateFields.isActive.default(true),
  }),
  response: EmailTemplate,
  status: 201,
  effect: 'change',
})

export const getEmailTemplate = endpoint({
  method: 'GET',
  path: '/api/emailtemplate/{id}',
  summary: 'An e-mail template.',
  params: TemplateId,
  response: EmailTemplate,
  effect: 'read',
})

export const updateEmailTemplate = endpoint({
  method: 'PUT',
  path: '/api/emailtemplate/{id}',
  summary: 'Changes an e-mail template; the next mail has the new text.',
  params: TemplateId,
  body: z.strictObject({ ...z.object(templateFields).partial().shape, revision: z.int().optional() }),
  response: EmailTemplate,
  effect: 'change',
})

export const deleteEmailTemplate = endpoint({
  method: 'DELETE',
  path: '/api/emailtemplate/{id}',
  summary: 'Deletes an e-mail template; one that comes with the portal gets the texts with which it came.',
  params: TemplateId,
  response: 'noContent',
  effect: 'change',
})

export const previewEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/emailtemplate/preview',
  summary: 'What a mail of these texts would say to the asking user.',
  body: z.strictObject({
    ...texts,
    /** Of which of the portal's own mails; none unless given. */
    key: z.enum(builtInTemplateKeys).nullable().default(null),
  }),
  response: z.strictObject({ subject: z.string(), html: z.string(), text: z.string() }),
  effect: 'read',
})

export const testEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/emailtemplate/{id}/test',
  summary: 'Sends a mail of this template to the asking user.',
  params: TemplateId,
  response: 'noContent',
  effect: 'change',
})
