import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { withExample } from './examples.ts'
import { textLimits } from './limits.ts'
import { foldedLineOf, RecordName } from './names.ts'
import { searchBodyOf } from './paging.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { Guid } from './scalars.ts'

/** Mails that the portal itself sends. */
export const builtInTemplateKeys = [
  'invitation',
  'forgottenPassword',
  'report',
  'alertBegan',
  'alertEnded',
  'callBackReminder',
  'quarantine',
] as const
export type BuiltInTemplateKey = (typeof builtInTemplateKeys)[number]

/** What each is sent for. */
export const builtInTemplateLabels = {
  invitation: 'Invitation',
  forgottenPassword: 'Forgotten password',
  report: 'Report',
  alertBegan: 'Alert began',
  alertEnded: 'Alert ended',
  callBackReminder: 'Call back reminder',
  quarantine: 'Rejected rows',
} as const satisfies Record<BuiltInTemplateKey, string>

/** What a template may name, as in `{{ user.firstName }}`. */
export const TemplateVariable = z.strictObject({
  name: z.string(),
  description: z.string(),
  /** Whether a mail of this kind must contain it. */
  isRequired: z.boolean(),
})
export type TemplateVariable = z.infer<typeof TemplateVariable>

/** The text of a mail, in Liquid. */
export const EmailTemplate = z.strictObject({
  id: Guid,
  name: z.string(),
  /** Of a template that comes with the portal; null for any other. */
  key: z.enum(builtInTemplateKeys).nullable(),
  description: z.string(),
  subject: z.string(),
  /** Empty for a mail of plain text alone. */
  bodyHtml: z.string(),
  bodyText: z.string(),
  variables: z.array(TemplateVariable),
  /** Whether it comes with the portal and still has its original texts. */
  isDefault: z.boolean(),
  isActive: z.boolean(),
  revision: z.int(),
})
export type EmailTemplate = z.infer<typeof EmailTemplate>

const texts = {
  subject: withExample(foldedLineOf(textLimits.mailSubject), 'Your calls of last week'),
  bodyHtml: withExample(z.string().max(200_000), '<p>Hello {{ user.firstName }}</p>'),
  bodyText: withExample(z.string().trim().min(1, 'is missing').max(50_000), 'Hello {{ user.firstName }}'),
}

const templateFields = {
  name: withExample(RecordName, 'Weekly report'),
  description: z.string().trim().max(textLimits.description),
  ...texts,
  isActive: z.boolean(),
}

export const emailTemplateSorts = ['name', 'subject'] as const

export const emailTemplateEndpoints = recordEndpoints('emailTemplate', {
  record: EmailTemplate,
  search: searchBodyOf(emailTemplateSorts, {}),
  fields: templateFields,
  ofNew: {
    description: templateFields.description.default(''),
    bodyHtml: templateFields.bodyHtml.default(''),
    isActive: templateFields.isActive.default(true),
  },
  example: { subject: 'Your calls of this week', bodyText: 'Hello {{ user.firstName }}' },
  summaries: {
    update: 'Changes an email template; the next mail has the new text.',
    remove: 'Deletes an email template. One that comes with the portal gets its original texts back.',
  },
})

export const {
  search: searchEmailTemplates,
  create: createEmailTemplate,
  get: getEmailTemplate,
  update: updateEmailTemplate,
  remove: deleteEmailTemplate,
} = emailTemplateEndpoints

export const previewEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/emailtemplate/preview',
  summary: 'The email that the caller would get with these texts.',
  body: z.strictObject({
    ...texts,
    /** Of a mail that the portal itself sends. */
    key: z.enum(builtInTemplateKeys).nullable().default(null),
  }),
  response: z.strictObject({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    unknownVariables: z
      .array(z.string())
      .readonly()
      .describe('What the texts name and no such email has: nothing stands in its place.'),
  }),
  effect: 'read',
})

export const testEmailTemplate = endpoint({
  method: 'POST',
  path: '/api/emailtemplate/{id}/test',
  summary: 'Sends the caller an email of this template.',
  params: getEmailTemplate.params,
})
