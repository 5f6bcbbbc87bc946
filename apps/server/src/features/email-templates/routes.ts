import * as endpoints from '@callboard/contract/email-templates'
import { route, type Routing } from '../../http/route.ts'
import type { Mailer } from '../mail/mail.ts'
import {
  createEmailTemplate,
  deleteEmailTemplate,
  getEmailTemplate,
  listEmailTemplates,
  previewEmailTemplate,
  testEmailTemplate,
  updateEmailTemplate,
} from './email-templates.ts'
import type { TemplateRenderer } from './template-renderer.ts'

export interface EmailTemplateParts {
  mailer: Mailer
  renderer: TemplateRenderer
  publicUrl: string
}

export function routes(routing: Routing, of: EmailTemplateParts): void {
  const { db } = routing
  const parts = { ...of, db }

  route(routing, endpoints.searchEmailTemplates, {
    access: 'admin',
    handler: async ({ body }) => await listEmailTemplates(db, body),
  })

  route(routing, endpoints.createEmailTemplate, {
    access: 'admin',
    handler: async ({ caller, body }) => await createEmailTemplate(parts, caller, body),
  })

  route(routing, endpoints.getEmailTemplate, {
    access: 'admin',
    handler: async ({ params }) => await getEmailTemplate(db, params.id),
  })

  route(routing, endpoints.updateEmailTemplate, {
    access: 'admin',
    handler: async ({ caller, params, body }) =>
      await updateEmailTemplate(parts, caller, { ...body, id: params.id }),
  })

  route(routing, endpoints.deleteEmailTemplate, {
    access: 'admin',
    handler: async ({ caller, params }) => await deleteEmailTemplate(db, caller, params.id),
  })

  route(routing, endpoints.previewEmailTemplate, {
    access: 'admin',
    handler: async ({ caller, body }) => await previewEmailTemplate(parts, caller, body),
  })

  route(routing, endpoints.testEmailTemplate, {
    access: 'admin',
    handler: async ({ caller, params }) => await testEmailTemplate(parts, caller, params.id),
  })
}
