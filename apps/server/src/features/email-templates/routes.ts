import * as endpoints from '@callboard/contract/email-templates'
import { crud } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import type { Mailer } from '../mail/mail.ts'
import { emailTemplateRules, previewEmailTemplate, testEmailTemplate } from './email-templates.ts'
import type { TemplateRenderer } from './template-renderer.ts'

export interface EmailTemplateParts {
  mailer: Mailer
  renderer: TemplateRenderer
  publicUrl: string
}

export function routes(routing: Routing, of: EmailTemplateParts): void {
  const { db } = routing
  const parts = { ...of, db }

  crud(routing, endpoints.emailTemplateEndpoints, { access: 'admin', rules: emailTemplateRules(parts) })

  route(routing, endpoints.previewEmailTemplate, {
    access: 'admin',
    handler: async ({ caller, body }) => await previewEmailTemplate(parts, caller, body),
  })

  route(routing, endpoints.testEmailTemplate, {
    access: 'admin',
    handler: async ({ caller, params }) => await testEmailTemplate(parts, caller, params.id),
  })
}
